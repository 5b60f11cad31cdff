import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { catalog } from '@shop/contracts';
import type { TestService } from '@shop/service-kit/testing';
import { eventually } from '@shop/test-kit';
import sharp from 'sharp';
import { openStorage, type Storage } from '@shop/storage';
import { keysOf } from '../../test/objects.ts';
import { startContent } from '../../test/service-harness.ts';
import { uploadsOf } from '../../test/uploads.ts';
import { ImagesService } from '../images/images.service.ts';

const HOUR = 3_600_000;

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, a folder. A stub plays catalog.
describe('pictures and videos that nothing shows', () => {
  const shownByCatalog = new Set<string>();
  let isCatalogUp = true;
  let asked = 0;
  let catalogStub: http.Server;
  let service: TestService;
  let storage: Storage;

  beforeAll(async () => {
    catalogStub = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        asked += 1;
        if (!isCatalogUp) return void response.writeHead(503).end();
        const { addresses } = catalog.findMediaUses.body!.parse(JSON.parse(Buffer.concat(chunks).toString()));
        const use: catalog.MediaUse = { kind: 'product', id: 'p', label: 'Meera Ring' };
        const uses = addresses.filter((address) => shownByCatalog.has(address)).map((address) => ({ address, use }));
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ uses }));
      });
    });
    await new Promise<void>((resolve) => catalogStub.listen(0, '127.0.0.1', resolve));
    service = await startContent({
      CATALOG_URL: `http://127.0.0.1:${(catalogStub.address() as AddressInfo).port}`,
      UNUSED_MEDIA_SWEEP: '100ms',
    });
    storage = openStorage(service.environment['STORAGE_URL']!);
  });
  afterAll(async () => {
    await service.close();
    catalogStub.close();
  });
  beforeEach(() => void (isCatalogUp = true));

  const { send } = uploadsOf<{ image: { src: string } }>({
    field: 'image',
    file: { name: 'ring.png', type: 'image/png' },
    service: () => service,
  });
  let shade = 0;
  const picture = () =>
    sharp({ create: { width: 300, height: 300, channels: 3, background: { r: (shade += 30) % 256, g: 9, b: 9 } } })
      .png()
      .toBuffer();
  const upload = async (bytes?: Buffer) => (await send(bytes ?? (await picture()))).body.image.src;
  const nameOf = (src: string) => src.split('/').at(-1)!;
  const stored = async (src: string) =>
    (await service.connection.collection('images').countDocuments({ _id: nameOf(src) as never })) === 1;
  const objectsOf = async (src: string) => [
    ...(await keysOf(storage, `originals/images/${nameOf(src)}/`)),
    ...(await keysOf(storage, `renditions/images/${nameOf(src)}/`)),
  ];
  const isMarked = (src: string) =>
    eventually(
      async () => {
        const found = await service.connection.collection('images').findOne({ _id: nameOf(src) as never });
        return found?.['unusedSince'] !== undefined;
      },
      { what: `${src} being noticed` },
    );
  const later = (hours: number) => service.clock.advance(hours * HOUR);
  const removed = (src: string) => eventually(async () => !(await stored(src)), { what: `${src} being removed` });
  /** A whole one: the first may have begun before. */
  const anotherRun = async () => {
    const before = asked;
    await eventually(() => asked >= before + 2, { what: 'another run' });
  };

  it('stay where they were uploaded into the library, also when the same file was sent without that before', async () => {
    const bytes = await picture();
    const intoLibrary = async (sent: Buffer) =>
      (await send(sent, 'ring.png', 'admin', { keep: 'true' })).body.image.src;
    const [sentAgain, once] = [await upload(bytes), await intoLibrary(await picture())];
    expect(await intoLibrary(bytes)).toBe(sentAgain);
    const free = await upload();
    for (const src of [sentAgain, once, free]) await isMarked(src);
    later(21);
    await removed(free);
    expect([await stored(sentAgain), await stored(once)]).toEqual([true, true]);
  });

  it('are removed after 20 hours, with their objects, and those that something shows stay', async () => {
    const [replaced, shown] = [await upload(), await upload()];
    shownByCatalog.add(shown);
    await fetch(`${service.url}${replaced}?w=160`, { headers: { accept: 'image/avif' } });
    expect(await objectsOf(replaced)).toHaveLength(2);
    await isMarked(replaced);
    later(19);
    await anotherRun();
    expect(await stored(replaced)).toBe(true);
    const written = await service.connection.collection('images').findOne({ _id: nameOf(shown) as never });
    expect(written!['usedBy']).toBe('product');
    later(2);
    await removed(replaced);
    await eventually(async () => (await objectsOf(replaced)).length === 0, { what: 'its objects being removed' });
    expect([await stored(shown), (await objectsOf(shown)).length]).toEqual([true, 1]);
    expect((await fetch(`${service.url}${replaced}`)).status).toBe(404);
  });

  it('are also objects whose document never came, after 20 hours, and renditions of an original that is no longer named', async () => {
    const src = await upload();
    shownByCatalog.add(src);
    await fetch(`${service.url}${src}?w=160`);
    const [original] = await keysOf(storage, `originals/images/${nameOf(src)}/`);
    const put = (key: string) => storage.put(key, Buffer.from('x'), { type: 'image/webp' });
    const now = service.clock.millis();
    const [late, rendition] = [
      `originals/images/late.webp/${now}-a`,
      `renditions/images/late.webp/${now - HOUR}-b/160.avif`,
    ];
    // As of an upload that replaced a lost object.
    const former = `originals/images/${nameOf(src)}/${now}-c`;
    for (const key of [late, rendition, former]) await put(key);
    await eventually(async () => (await storage.head(rendition)) === undefined, {
      what: 'the rendition being removed',
    });
    later(19);
    await anotherRun();
    expect(await keysOf(storage, late)).toEqual([late]);
    later(2);
    await eventually(async () => !(await storage.head(late)) && !(await storage.head(former)), {
      what: 'the objects being removed',
    });
    expect(await objectsOf(src)).toEqual([original, expect.stringMatching(/160\.jpeg$/)]);
  });

  it('stay when they are shown again within that time', async () => {
    const src = await upload();
    await isMarked(src);
    shownByCatalog.add(src);
    later(26);
    await eventually(
      async () => {
        const found = await service.connection.collection('images').findOne({ _id: nameOf(src) as never });
        return found !== null && found['unusedSince'] === undefined;
      },
      { what: 'the mark being taken off' },
    );
    expect(await stored(src)).toBe(true);
  });

  it('have all that time again when the same picture is uploaded once more', async () => {
    const bytes = await picture();
    const src = await upload(bytes);
    await isMarked(src);
    const marked = await service.connection.collection('images').findOne({ _id: nameOf(src) as never });
    later(19);
    expect(await upload(bytes)).toBe(src);
    // A run that read the mark before the upload.
    const images = service.app.get(ImagesService, { strict: false });
    expect(await images.removeUnused(nameOf(src), marked!['unusedSince'] as Date)).toBe(false);
    later(2);
    await anotherRun();
    expect(await stored(src)).toBe(true);
    later(25);
    await removed(src);
  });

  it('stay while catalog cannot say what it shows', async () => {
    const src = await upload();
    await isMarked(src);
    isCatalogUp = false;
    later(26);
    await anotherRun();
    expect(await stored(src)).toBe(true);
    isCatalogUp = true;
    // The next try waits for a moment.
    later(1);
    await removed(src);
  });

  it('are not those of posts and banners, nor of the demo data', async () => {
    const headers = await service.signIn({ role: 'admin' });
    const create = async (path: string, fields: Record<string, string>) => {
      const body = new FormData();
      body.set('image', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'shown.png');
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      const created = await fetch(`${service.url}/api/v1${path}`, { method: 'POST', headers, body });
      return (await created.json()) as { banner: { _id: string; image: string }; post: { post: string } };
    };
    const { banner } = await create('/discountbanner', { title: 'New rings' });
    const { post } = await create('/instapost', { url: 'https://www.instagram.com/p/1' });
    const demo = { _id: 'demo/ring.webp', type: 'image/webp', bytes: Buffer.from('x'), width: 1, height: 1 };
    await service.connection.collection<typeof demo>('images').insertOne(demo);
    await anotherRun();
    later(26);
    await anotherRun();
    expect([
      await stored(banner.image),
      await stored(post.post),
      await service.connection.collection('images').countDocuments({ _id: demo._id as never }),
    ]).toEqual([true, true, 1]);

    await fetch(`${service.url}/api/v1/discountbanner/${banner._id}`, { method: 'DELETE', headers });
    await isMarked(banner.image);
    later(25);
    await removed(banner.image);
  });

  it('are videos as well', async () => {
    const videos = service.connection.collection<{ _id: string; bytes: Buffer }>('videos');
    await videos.insertMany([
      { _id: 'old.mp4', bytes: Buffer.from('old') },
      { _id: 'new.mp4', bytes: Buffer.from('new') },
    ]);
    shownByCatalog.add('/api/v1/videos/new.mp4');
    await eventually(async () => (await videos.countDocuments({ unusedSince: { $exists: true } } as never)) === 1, {
      what: 'the video being noticed',
    });
    later(25);
    await eventually(async () => (await videos.countDocuments()) === 1, { what: 'the video being removed' });
    expect(await videos.findOne()).toMatchObject({ _id: 'new.mp4' });
  });
});
