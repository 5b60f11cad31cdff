import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AnswerOf,
  type BodyOf,
  type catalog,
  type content,
  identity,
  type Permission,
  PERMISSIONS,
} from '@shop/contracts';
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
  const textsInCatalog = new Map<string, string>();
  let isCatalogUp = true;
  /** As catalog does it: one of them at a time, until there are none. */
  function movedIn({ from, to, kinds }: BodyOf<typeof catalog.replaceMedia>) {
    const found = from.find((address) => kinds.some((kind) => kind === usesInCatalog.get(address)?.kind));
    if (found === undefined) return { moved: [], isDone: true };
    const use = usesInCatalog.get(found)!;
    usesInCatalog.delete(found);
    usesInCatalog.set(to, use);
    return { moved: [use], isDone: false };
  }
  let catalogStub: http.Server;
  let service: TestService;

  beforeAll(async () => {
    catalogStub = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (!isCatalogUp) return void response.writeHead(503).end();
        const sent = JSON.parse(Buffer.concat(chunks).toString()) as {
          addresses?: string[];
          q?: string;
        } & Partial<BodyOf<typeof catalog.replaceMedia>>;
        const { addresses = [], q } = sent;
        const of = [...usesInCatalog].flatMap(([address, { label }]) => (q && label.includes(q) ? [address] : []));
        const uses = addresses.flatMap((address) => {
          const use = usesInCatalog.get(address);
          return use
            ? [{ address, use, ...(textsInCatalog.has(address) && { alt: textsInCatalog.get(address) }) }]
            : [];
        });
        const answer = request.url?.endsWith('media-replacements')
          ? movedIn(sent as BodyOf<typeof catalog.replaceMedia>)
          : request.url?.endsWith('media-uses')
            ? { uses }
            : request.url?.endsWith('media-of')
              ? { addresses: of }
              : { inUse: uses.map(({ address }) => address) };
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
    textsInCatalog.set(older.src, 'On a hand');
    expect(await found(older.src)).toMatchObject({
      ...{ name: nameOf(older.src), kind: 'images', source: 'staff', width: 120, height: 200, doubles: [] },
      ...{
        size: expect.any(Number),
        uploadedAt: expect.stringMatching(/Z$/),
        uses: [use],
        useCount: 1,
        alt: 'On a hand',
      },
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

  it('finds what a piece or a banner shows by their names, and what is there twice, in the order that is asked for', async () => {
    const label = `Ira Bangle ${shade}`;
    const [{ src: small }, { src: large }] = [await upload(await picture(20)), await upload(await picture(1900))];
    for (const src of [small, large]) usesInCatalog.set(src, { kind: 'product', id: src, label });
    const sources = async (query: string) => (await list(`?limit=100&${query}`)).media.map(({ src }) => src);
    expect(await sources(`q=${encodeURIComponent(label)}&sort=-size`)).toEqual([large, small]);
    expect(await sources(`q=${encodeURIComponent(label)}&sort=size`)).toEqual([small, large]);
    expect(await list(`?limit=1&page=2&sort=size&q=${encodeURIComponent(label)}`)).toMatchObject({
      ...{ media: [{ src: large }], totalCount: 2 },
    });
    expect(await sources('q=Monsoon')).toHaveLength(1);
    const twin = { ...(await images().findOne({ _id: nameOf(small) }))!, _id: `double-${shade}.webp` };
    await images().insertOne(twin as never);
    const doubles = await sources('doubles=only');
    expect(doubles).toEqual(expect.arrayContaining([small, `/api/v1/images/${twin._id}`]));
    expect(doubles).not.toContain(large);
    isCatalogUp = false;
    expect((await call('GET', '?q=Ira')).status).toBeGreaterThanOrEqual(500);
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

  describe('of one file', () => {
    type One = AnswerOf<typeof content.getMedium>;
    type Moved = AnswerOf<typeof content.replaceMedium> & { code?: string; message: string; errors?: object };
    const pathOf = (src: string) => `/images/${nameOf(src)}`;
    const one = (src: string) => call<One>('GET', pathOf(src));
    const post = async (path: string, body: object, permissions: readonly Permission[] = PERMISSIONS) => {
      const headers = { ...(await service.signIn({ permissions })), 'content-type': 'application/json' };
      const url = `${service.url}/api/v1/admin/media${path}`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as Moved };
    };
    const use = (kind: catalog.MediaUse['kind'], label: string): catalog.MediaUse => ({ kind, id: label, label });
    const bannerWith = async (image: string, title: string) => {
      const headers = { ...(await service.signIn({ role: 'admin' })), 'content-type': 'application/json' };
      const body = JSON.stringify({ title, image });
      const created = await fetch(`${service.url}/api/v1/discountbanner`, { method: 'POST', headers, body });
      return ((await created.json()) as { banner: content.StaffBanner }).banner;
    };
    const bannerImage = async (title: string) =>
      (await service.connection.collection('banners').findOne({ title }))?.['image'] as string;
    const auditOf = async (action: string, src: string) =>
      (await publishedEvents(service, identity.auditRecorded)).filter(
        ({ data }) => data.action === action && data.subjectId === nameOf(src),
      );
    /** A file with the content of another one, as of before one was known by its digest. */
    const twinOf = async (src: string) => {
      const _id = `other-${nameOf(src)}`;
      await images().insertOne({ ...(await images().findOne({ _id: nameOf(src) }))!, _id } as never);
      return `/api/v1/images/${_id}`;
    };

    it('says all that shows it, with what is said of it there, and the others with the same content', async () => {
      const { src } = await upload(await picture(64));
      const twin = await twinOf(src);
      usesInCatalog.set(src, use('product', 'Ring 1'));
      textsInCatalog.set(src, 'On a stone');
      const { body } = await one(src);
      expect(body).toMatchObject({
        medium: { src, width: 64, type: 'image/webp', doubles: [twin] },
        shown: [{ use: use('product', 'Ring 1'), alt: 'On a stone' }],
        same: [{ src: twin, uses: [] }],
      });
      isCatalogUp = false;
      expect((await one(src)).body).not.toHaveProperty('shown');
      expect((await one('/api/v1/images/nobody.webp')).status).toBe(404);
    });

    it('is found in the folder of the demo catalogue, and removed from there by nobody', async () => {
      const _id = `demo/paged-${shade}.webp`;
      await service.app
        .get(ImagesService, { strict: false })
        .save([{ _id, type: 'image/webp', bytes: await picture(), width: 3, height: 2 }]);
      const path = `/images/${_id.replace('/', '~')}`;
      expect((await call<One>('GET', path)).body.medium).toMatchObject({ name: _id, source: 'demo' });
      expect((await call('DELETE', path)).body).toMatchObject({ code: 'media.of-demo' });
    });

    it('is sent whole, as a file to save', async () => {
      const { src } = await upload(await picture(2_000));
      const headers = await service.signIn({ role: 'admin' });
      const answer = await fetch(`${service.url}/api/v1/admin/media${pathOf(src)}/original`, { headers });
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${nameOf(src)}"`);
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(2_000);
    });

    it('is replaced wherever it is shown, but in orders and reviews, with an entry in the audit trail', async () => {
      const [{ src }, { src: by }] = [await upload(), await upload()];
      await images().updateOne({ _id: nameOf(by) }, { $set: { unusedSince: new Date() } });
      const title = `Replaced ${shade}`;
      const { _id, version } = await bannerWith(src, title);
      usesInCatalog.set(src, use('product', 'Ring 2'));
      const { status, body } = await post(`${pathOf(src)}/replacement`, { by });
      expect(status).toBe(200);
      expect(body.moved.map(({ kind, label }) => `${kind} ${label}`)).toEqual(['product Ring 2', `banner ${title}`]);
      expect(body.left).toEqual([]);
      expect([await bannerImage(title), usesInCatalog.get(by)?.label]).toEqual([by, 'Ring 2']);
      expect(await images().findOne({ _id: nameOf(by) })).not.toHaveProperty('unusedSince');
      // It stays, and an open form of the banner is told.
      expect((await one(src)).body.shown).toEqual([]);
      const headers = { ...(await service.signIn({ role: 'admin' })), 'content-type': 'application/json' };
      const late = await fetch(`${service.url}/api/v1/discountbanner/${_id}`, {
        ...{ method: 'PUT', headers: { ...headers, 'if-match': `"${version}"` }, body: JSON.stringify({ title }) },
      });
      expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([409, 'document.changed']);
      expect((await auditOf('media.replaced', src)).map(({ data }) => data.after)).toEqual([
        { address: by, changed: ['product Ring 2', `banner ${title}`] },
      ]);
      for (const kind of ['review', 'order'] as const) {
        usesInCatalog.set(src, use(kind, 'Theirs'));
        expect((await post(`${pathOf(src)}/replacement`, { by })).body).toEqual({
          moved: [],
          left: [use(kind, 'Theirs')],
        });
      }
    });

    it('is replaced by nobody who may not change a place that shows it, before anything is', async () => {
      const [{ src }, { src: by }] = [await upload(), await upload()];
      const title = `Kept ${shade}`;
      await bannerWith(src, title);
      usesInCatalog.set(src, use('product', 'Ring 3'));
      const refused = await post(`${pathOf(src)}/replacement`, { by }, ['media.upload', 'content.change']);
      expect(refused).toMatchObject({ status: 403, body: { details: { permission: 'products.change' } } });
      expect([await bannerImage(title), usesInCatalog.get(src)?.label]).toEqual([src, 'Ring 3']);
      const may = ['media.upload', 'content.change', 'products.change'] as const;
      expect((await post(`${pathOf(src)}/replacement`, { by }, may)).status).toBe(200);
    });

    it('is replaced by a file that is there, and goes on after catalog was away', async () => {
      const [{ src }, { src: by }] = [await upload(), await upload()];
      const problem = async (address: string) =>
        (await post(`${pathOf(src)}/replacement`, { by: address })).body.errors;
      expect(await problem('/api/v1/images/nobody.webp')).toEqual({ by: 'This file is not there any more' });
      expect(await problem('/api/v1/videos/turn.mp4')).toEqual({ by: 'This file is not there any more' });
      expect(await problem('https://example.com/a.webp')).toEqual({
        by: 'This is not the address of a file of this shop',
      });
      expect(await problem(src)).toEqual({ by: 'Choose another file' });
      usesInCatalog.set(src, use('collection', 'Festive'));
      isCatalogUp = false;
      expect((await post(`${pathOf(src)}/replacement`, { by })).status).toBeGreaterThanOrEqual(500);
      isCatalogUp = true;
      expect((await post(`${pathOf(src)}/replacement`, { by })).body.moved).toHaveLength(1);
    });

    it('is kept of several with the same content: all show it, and the library has the others no more', async () => {
      const bytes = await picture();
      const { src } = await upload(bytes);
      const twin = await twinOf(src);
      const title = `Doubled ${shade}`;
      await bannerWith(twin, title);
      usesInCatalog.set(twin, use('review', 'A review of AR-1'));
      const keep = (others: string[], kept = src) => post(`${pathOf(kept)}/kept`, { others });
      const other = await upload();
      expect(await keep([twin, other.src])).toMatchObject({ status: 409, body: { code: 'media.not-same' } });
      expect((await keep([])).status).toBe(400);
      expect((await keep([twin])).body.moved.map(({ kind }) => kind)).toEqual(['review', 'banner']);
      expect([await bannerImage(title), usesInCatalog.get(src)?.kind]).toEqual([src, 'review']);
      expect((await one(src)).body.same).toEqual([]);
      for (const query of ['?limit=100', '?limit=100&sort=size', '?limit=100&doubles=only']) {
        expect(await found(twin, query)).toBeUndefined();
      }
      // What is open, and an order, goes on showing it; who sends it again gets the kept one.
      expect((await fetch(`${service.url}${twin}`)).status).toBe(200);
      expect(await upload(bytes)).toMatchObject({ src, isKnown: true });
      expect((await auditOf('media.doubles-joined', src)).map(({ data }) => [data.before, data.after])).toEqual([
        [
          expect.objectContaining({ addresses: [src, twin] }),
          { addresses: [src], changed: [`review A review of AR-1`, `banner ${title}`] },
        ],
      ]);
    });

    it('is in the library again when it is sent again after the kept one was removed', async () => {
      const bytes = await picture();
      const { src } = await upload(bytes);
      const twin = await twinOf(src);
      await post(`/images/${nameOf(twin)}/kept`, { others: [src] });
      expect(await found(src)).toBeUndefined();
      expect((await call('DELETE', `/images/${nameOf(twin)}`)).status).toBe(200);
      expect((await upload(bytes)).src).toBe(src);
      expect((await found(src))!.source).toBe('staff');
    });
  });

  it('is closed to shoppers', async () => {
    expect((await call('GET', '', 'user')).status).toBe(403);
  });
});
