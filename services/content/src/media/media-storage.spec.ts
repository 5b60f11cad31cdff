import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registry } from '@shop/service-kit';
import type { TestService } from '@shop/service-kit/testing';
import { openStorage, type Storage } from '@shop/storage';
import { eventually, link, storageKinds } from '@shop/test-kit';
import sharp from 'sharp';
import { deleteAll, keysOf } from '../../test/objects.ts';
import { startContent } from '../../test/service-harness.ts';
import { uploadsOf } from '../../test/uploads.ts';
import { ImagesService } from '../images/images.service.ts';
import { digestOf, type Original, renditionKey } from './original.ts';

interface Document {
  _id: string;
  bytes: { buffer: Buffer };
  original?: Original;
}

// Real: two instances of the service over HTTP, MongoDB, RabbitMQ, Redis, the storage and the encoders.
describe.each(storageKinds())('pictures in %s', (_, freshStorage) => {
  let service: TestService;
  let other: TestService;
  let storage: Storage;
  beforeAll(async () => {
    const STORAGE_URL = await freshStorage();
    storage = openStorage(STORAGE_URL);
    service = await startContent({ STORAGE_URL });
    other = await startContent({ ...service.environment });
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  const { send } = uploadsOf<{ image: { src: string } }>({
    field: 'image',
    file: { name: 'ring.png', type: 'image/png' },
    service: () => service,
  });
  let shade = 0;
  const picture = () =>
    sharp({ create: { width: 300, height: 200, channels: 3, background: { r: (shade += 30) % 256, g: 9, b: 9 } } })
      .png()
      .toBuffer();
  const nameOf = (src: string) => src.split('/').at(-1)!;
  const upload = async (bytes?: Buffer) => nameOf((await send(bytes ?? (await picture()))).body.image.src);
  const documents = () => service.connection.collection<Document>('images');
  const originalOf = async (name: string) => (await documents().findOne({ _id: name }))!.original!;
  const get = (name: string, { query = '', accept = 'image/webp', from = service } = {}) =>
    fetch(`${from.url}/api/v1/images/${name}${query}`, { headers: { accept } });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  const madeSoFar = async () => {
    const metric = await registry.getSingleMetric('image_renditions_made_total')!.get();
    return metric.values.reduce((sum, { value }) => sum + value, 0);
  };

  it('are objects with keys of their own, which the documents name', async () => {
    const name = await upload();
    const { key, size, sha256 } = await originalOf(name);
    expect(key).toMatch(new RegExp(`^originals/images/${name}/\\d{13}-[0-9a-f-]{36}$`));
    const stored = (await storage.get(key))!;
    expect([stored.type, stored.size, digestOf(stored.bytes)]).toEqual(['image/webp', size, sha256]);
    expect((await bytesOf(await get(name, { from: other }))).equals(stored.bytes)).toBe(true);
  });

  it('are in the document as well, for the version before', async () => {
    const name = await upload();
    const { bytes, original } = (await documents().findOne({ _id: name }))!;
    expect(digestOf(Buffer.from(bytes.buffer))).toBe(original!.sha256);
  });

  it('are stored once when they are uploaded again, also at the same time', async () => {
    const bytes = await picture();
    const name = await upload(bytes);
    const { key } = await originalOf(name);
    expect(await upload(bytes)).toBe(name);
    expect(await keysOf(storage, `originals/images/${name}/`)).toEqual([key]);

    const both = await picture();
    const [one, two] = await Promise.all([upload(both), upload(both)]);
    expect(one).toBe(two);
    expect((await get(one)).status).toBe(200);
  });

  it('come back when they are uploaded again after their object was lost', async () => {
    const bytes = await picture();
    const name = await upload(bytes);
    await storage.delete((await originalOf(name)).key);
    const answer = await get(name);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store']);
    await upload(bytes);
    expect((await get(name)).status).toBe(200);
  });

  it('have renditions that one of several instances makes, once, and the others read', async () => {
    const name = await upload();
    const before = await madeSoFar();
    const asked = Array.from({ length: 12 }, (__, i) =>
      get(name, { query: '?w=160', accept: 'image/avif', from: i % 2 ? service : other }).then(bytesOf),
    );
    const [first, ...rest] = await Promise.all(asked);
    expect(rest.every((bytes) => bytes.equals(first!))).toBe(true);
    expect(await madeSoFar()).toBe(before + 1);
    const key = renditionKey((await originalOf(name)).key, '160.avif');
    expect((await storage.get(key))!.bytes.equals(first!)).toBe(true);
  });

  it('have renditions that can all be deleted and are made again', async () => {
    const name = await upload();
    const ask = () => get(name, { query: '?w=160', accept: 'image/avif' });
    const first = await bytesOf(await ask());
    await deleteAll(storage, 'renditions/');
    expect((await bytesOf(await ask())).equals(first)).toBe(true);
    expect(await keysOf(storage, `renditions/images/${name}/`)).toHaveLength(1);
  });

  it('have renditions that an instance makes in place of one that died while it made them', async () => {
    const name = await upload();
    const claim = service.redis.key(`content:claim:${renditionKey((await originalOf(name)).key, '160.avif')}`);
    await service.redis.client.set(claim, 'of a dead one', { expiration: { type: 'PX', value: 400 } });
    const before = await madeSoFar();
    expect((await get(name, { query: '?w=160', accept: 'image/avif' })).status).toBe(200);
    expect([await madeSoFar(), await service.redis.client.exists(claim)]).toEqual([before + 1, 0]);
  });

  it('are shown without Redis too', async () => {
    const cable = await link(service.environment['REDIS_URL']!);
    const alone = await startContent({ ...service.environment, REDIS_URL: cable.url });
    const name = await upload();
    await cable.cut();
    await eventually(() => !alone.redis.client.isReady, { what: 'Redis being away' });
    expect((await get(name, { query: '?w=160', accept: 'image/avif', from: alone })).status).toBe(200);
    await cable.restore();
    // Not `close`: the others still need the database.
    await alone.stop();
    await alone.identity.stop();
    await cable.close();
  });

  it('of the version before are read out of their document, and copied then', async () => {
    const bytes = await sharp(await picture())
      .webp()
      .toBuffer();
    const before = { _id: 'before.webp', type: 'image/webp', bytes, width: 300, height: 200 };
    await documents().insertOne(before as unknown as Document);
    const answers = await Promise.all([service, other].map((from) => get('before.webp', { from }).then(bytesOf)));
    expect(answers.every((answer) => answer.equals(bytes))).toBe(true);
    const { key, sha256 } = await originalOf('before.webp');
    expect(digestOf((await storage.get(key))!.bytes)).toBe(sha256);
  });

  it('are a 404 from the moment in which their document is gone', async () => {
    const name = await upload();
    const images = service.app.get(ImagesService, { strict: false });
    const unusedSince = service.clock.now();
    await images.mark([name], unusedSince);
    expect(await images.removeUnused(name, unusedSince)).toBe(true);
    expect((await get(name)).status).toBe(404);
    expect((await get(name, { query: '?w=160' })).status).toBe(404);
  });
});

const s3 = storageKinds().find(([kind]) => kind === 'S3');
if (s3) {
  it('without S3 pictures are a 503 that no browser keeps, and the service says what it lacks and serves the rest', async () => {
    const STORAGE_URL = await s3[1]();
    const direct = process.env['AWS_ENDPOINT_URL_S3']!;
    const cable = await link(direct);
    process.env['AWS_ENDPOINT_URL_S3'] = cable.url;
    const service = await startContent({ STORAGE_URL });
    process.env['AWS_ENDPOINT_URL_S3'] = direct;
    const images = service.app.get(ImagesService, { strict: false });
    const save = (_id: string) =>
      images.save([{ _id, type: 'image/webp', bytes: Buffer.from('x'), width: 1, height: 1 }]);
    await save('ring.webp');
    await cable.cut();
    await expect(save('without-object.webp')).rejects.toThrow('The storage is not available');
    expect(await service.connection.collection('images').countDocuments()).toBe(1);
    const answer = await fetch(`${service.url}/api/v1/images/ring.webp`, { headers: { accept: 'image/webp' } });
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual([
      503,
      'no-store',
      '2',
    ]);
    const ready = await fetch(`${service.url}/health/ready`);
    expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('storage: ')]);
    expect((await fetch(`${service.url}/api/v1/brand`)).status).toBe(200);
    await cable.restore();
    await service.close();
    await cable.close();
  });
}
