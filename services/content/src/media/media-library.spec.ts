import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type catalog, type content, identity } from '@shop/contracts';
import { publishedEvents, type TestService } from '@shop/service-kit/testing';
import sharp from 'sharp';
import { startContent } from '../../test/service-harness.ts';
import { uploadsOf } from '../../test/uploads.ts';
import { ImagesService } from '../images/images.service.ts';
import { digestOf } from './original.ts';

type Uploaded = { image: { src: string; isKnown?: boolean } };
type Library = { media: content.MediumOfLibrary[]; totalCount: number; code?: string };

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, a folder. A stub plays catalog.
describe('the media library', () => {
  const usesInCatalog = new Map<string, catalog.MediaUse>();
  let isCatalogUp = true;
  let catalogStub: http.Server;
  let service: TestService;

  beforeAll(async () => {
    catalogStub = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (!isCatalogUp) return void response.writeHead(503).end();
        const { addresses } = JSON.parse(Buffer.concat(chunks).toString()) as { addresses: string[] };
        const uses = addresses.flatMap((address) => {
          const use = usesInCatalog.get(address);
          return use ? [{ address, use }] : [];
        });
        const answer = request.url?.endsWith('media-uses') ? { uses } : { inUse: uses.map(({ address }) => address) };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => catalogStub.listen(0, '127.0.0.1', resolve));
    service = await startContent({ CATALOG_URL: `http://127.0.0.1:${(catalogStub.address() as AddressInfo).port}` });
  });
  afterAll(async () => {
    await service.close();
    catalogStub.close();
  });
  beforeEach(() => void (isCatalogUp = true));

  const { send } = uploadsOf<Uploaded>({
    field: 'image',
    file: { name: 'ring.png', type: 'image/png' },
    service: () => service,
  });
  let shade = 0;
  const picture = (width = 300) =>
    sharp({ create: { width, height: 200, channels: 3, background: { r: 7, g: (shade += 9) % 256, b: 90 } } })
      .png()
      .toBuffer();
  const upload = async (bytes?: Buffer) => (await send(bytes ?? (await picture()))).body.image;
  const nameOf = (src: string) => src.split('/').at(-1)!;
  const call = async <T>(method: string, path: string, role: 'admin' | 'user' = 'admin') => {
    const headers = await service.signIn({ role });
    const answer = await fetch(`${service.url}/api/v1/admin/media${path}`, { method, headers });
    return { status: answer.status, body: (await answer.json()) as T };
  };
  const list = async (query = '') => (await call<Library>('GET', query)).body;
  const found = async (src: string, query = '?limit=100') => (await list(query)).media.find((one) => one.src === src);
  const images = () => service.connection.collection<{ _id: string; unusedSince?: Date }>('images');

  it('lists uploads, the newest first and page by page, with size, pixels and where each is used', async () => {
    const [older, newer] = [await upload(await picture(120)), await upload()];
    service.clock.advance(1_000);
    const newest = await upload();
    const use: catalog.MediaUse = { kind: 'product', id: 'f'.repeat(24), label: 'Meera Ring in Rose Gold, AR-1001' };
    usesInCatalog.set(older.src, use);
    expect(await found(older.src)).toMatchObject({
      ...{ name: nameOf(older.src), kind: 'images', source: 'staff', width: 120, height: 200, doubles: [] },
      ...{ size: expect.any(Number), uploadedAt: expect.stringMatching(/Z$/), uses: [use] },
    });
    expect(await found(newer.src)).toMatchObject({ uses: [] });
    const { media, totalCount } = await list('?limit=1');
    expect([media.map(({ src }) => src), totalCount >= 3]).toEqual([[newest.src], true]);
    expect((await list('?limit=1&page=2')).media[0]!.src).not.toBe(newest.src);
    expect((await list('?kind=videos')).media).toEqual([]);
  });

  it('names the banner that shows one, and says that it does not know while catalog is away', async () => {
    const headers = await service.signIn({ role: 'admin' });
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'hall.png');
    body.set('title', 'Monsoon week');
    const created = await fetch(`${service.url}/api/v1/discountbanner`, { method: 'POST', headers, body });
    const { banner } = (await created.json()) as { banner: { _id: string; image: string } };
    expect((await found(banner.image))!.uses).toEqual([{ kind: 'banner', id: banner._id, label: 'Monsoon week' }]);
    isCatalogUp = false;
    expect(await found(banner.image)).not.toHaveProperty('uses');
  });

  it('keeps what was sent twice once, also where a file comes back as it was stored', async () => {
    const bytes = await picture();
    const first = await upload(bytes);
    expect(first).not.toHaveProperty('isKnown');
    expect(await upload(bytes)).toEqual({ ...first, isKnown: true });
    const demo = { _id: `demo/known-${shade}.webp`, type: 'image/webp', width: 40, height: 30 };
    const stored = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
      .webp()
      .toBuffer();
    await service.app.get(ImagesService, { strict: false }).save([{ ...demo, bytes: stored }]);
    expect(await upload(stored)).toMatchObject({ src: `/api/v1/images/${demo._id}`, isKnown: true });
  });

  it('names those with the same content', async () => {
    const bytes = await picture();
    const { src } = await upload(bytes);
    // As of before a file was known by its own digest.
    const twin = { ...(await images().findOne({ _id: nameOf(src) }))!, _id: `twin-${shade}.webp` };
    await images().insertOne({ ...twin, uploadSha256: digestOf(bytes) } as never);
    expect((await found(src))!.doubles).toEqual([`/api/v1/images/${twin._id}`]);
    expect((await found(`/api/v1/images/${twin._id}`))!.doubles).toEqual([src]);
  });

  it('filters by use and by source', async () => {
    const [{ src: shown }, { src: unused }] = [await upload(), await upload()];
    await images().updateOne({ _id: nameOf(unused) }, { $set: { unusedSince: new Date() } });
    const among = async (use: string) => {
      const { media } = await list(`?limit=100&use=${use}`);
      return [shown, unused].map((src) => media.some((one) => one.src === src));
    };
    expect([await among('used'), await among('unused')]).toEqual([
      [true, false],
      [false, true],
    ]);
    const demo = { _id: `demo/listed-${shade}.webp`, type: 'image/webp', bytes: Buffer.from('x'), width: 1, height: 1 };
    await service.app.get(ImagesService, { strict: false }).save([demo]);
    const src = `/api/v1/images/${demo._id}`;
    expect([await found(src), (await found(src, '?limit=100&source=demo'))?.source]).toEqual([undefined, 'demo']);
    expect((await call<Library>('GET', '?use=sometimes')).status).toBe(400);
  });

  it('removes what nothing shows, with an entry in the audit trail, and nothing else', async () => {
    const [{ src: free }, { src: shown }] = [await upload(), await upload()];
    usesInCatalog.set(shown, { kind: 'collection', id: 'a', label: 'Bridal' });
    const remove = (src: string) => call<{ code?: string }>('DELETE', `/images/${nameOf(src)}`);
    expect(await remove(shown)).toMatchObject({ status: 409, body: { code: 'media.in-use' } });
    expect(await images().findOne({ _id: nameOf(shown) })).not.toHaveProperty('unusedSince');
    isCatalogUp = false;
    expect((await remove(free)).status).toBeGreaterThanOrEqual(500);
    expect(await images().countDocuments({ _id: nameOf(free) })).toBe(1);
    isCatalogUp = true;
    expect((await remove(free)).status).toBe(200);
    expect((await fetch(`${service.url}${free}`)).status).toBe(404);
    expect((await remove(free)).status).toBe(404);
    const audit = (await publishedEvents(service, identity.auditRecorded)).filter(
      ({ data }) => data.subjectId === nameOf(free),
    );
    expect(audit.map(({ data }) => [data.action, data.before])).toEqual([
      ['media.removed', expect.objectContaining({ address: free })],
    ]);
  });

  it('is closed to shoppers', async () => {
    expect((await call('GET', '', 'user')).status).toBe(403);
  });
});
