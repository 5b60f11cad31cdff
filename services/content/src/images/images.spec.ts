import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pictureName, picturesShown } from '@shop/demo-data/catalogue.ts';
import { content } from '@shop/contracts';
import { Client } from '@shop/service-kit';
import { eventually } from '@shop/test-kit';
import { TEST_SERVICE_TOKEN, type TestService } from '@shop/service-kit/testing';
import sharp from 'sharp';
import { openStorage, type Storage } from '@shop/storage';
import { deleteAll, keysOf } from '../../test/objects.ts';
import { startContent } from '../../test/service-harness.ts';
import { UPLOAD_LIMIT_BYTES, uploadsOf } from '../../test/uploads.ts';
import { drawings } from '../demo-data/images.ts';
import { Claims } from '../media/claims.ts';
import { renditionKey } from '../media/original.ts';
import { UploadQueue } from '../media/upload-queue.ts';
import { IMMUTABLE, REMOVABLE } from '../media/uploads.ts';
import { ImagesService } from './images.service.ts';

const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

/** An image of noise, which does not compress well. */
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#b08d57', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  });

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis, a folder and the encoders. On S3: media-storage.spec.ts.
describe('pictures', () => {
  let service: TestService;
  let storage: Storage;
  beforeAll(async () => {
    service = await startContent({ UPLOAD_LIMIT_BYTES: String(UPLOAD_LIMIT_BYTES) });
    storage = openStorage(service.environment['STORAGE_URL']!);
    const bytes = await noise(1200, 900).avif({ effort: 0 }).toBuffer();
    await service.app
      .get(ImagesService, { strict: false })
      .save([...drawings(), { _id: 'demo/ring.avif', type: 'image/avif', bytes, width: 1200, height: 900 }]);
  });
  afterAll(() => service.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/v1/images/${path}`, { headers });
  const shown = async (path: string, accept = '*/*') => {
    const answer = await get(path, { accept });
    const { format, compression, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return [answer.headers.get('content-type'), compression === 'av1' ? 'avif' : format, width, height];
  };

  describe('of the demo catalogue', () => {
    it('are served as drawings that browsers keep and that can run nothing', async () => {
      const name = pictureName([...picturesShown().values()][0]!);
      const answer = await get(`demo/${name}.svg?w=400`, { accept: CHROME });
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/svg+xml',
        'cache-control': IMMUTABLE,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      });
      expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/s);
    });

    it('stay one each when they are stored again', async () => {
      const before = await service.connection.collection('images').countDocuments();
      await service.app.get(ImagesService, { strict: false }).save(drawings());
      expect(await service.connection.collection('images').countDocuments()).toBe(before);
    });

    it('are drawn as photographs for link previews, which read no drawings', async () => {
      const name = pictureName([...picturesShown().values()][0]!);
      expect(await shown(`demo/${name}.svg?w=1200&f=jpeg`)).toEqual(['image/jpeg', 'jpeg', 1200, 1200]);
    });

    it.each(['nope.svg', 'nope.avif', '..%2f..%2fetc%2fpasswd', '%00.svg'])(
      'are a 404 for %s that no browser keeps',
      async (name) => {
        const answer = await get(`demo/${name}`);
        expect(answer.status).toBe(404);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(await answer.json()).toMatchObject({ code: 'image.not-found' });
      },
    );
  });

  describe('in the form that is wanted', () => {
    it.each([
      [CHROME, 'avif'],
      ['image/webp,*/*', 'webp'],
      ['*/*', 'jpeg'],
    ])('are, for a browser that accepts %s, %s in the next wider width', async (accept, format) => {
      expect(await shown('demo/ring.avif?w=400', accept)).toEqual([`image/${format}`, format, 480, 360]);
    });

    it('say that another browser may get another format, and are kept for ever', async () => {
      const answer = await get('demo/ring.avif?w=320', { accept: CHROME });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        vary: 'accept',
        etag: '"320.avif"',
        'cache-control': IMMUTABLE,
      });
    });

    it('are never larger than the original, which is sent as it is where it fits', async () => {
      expect(await shown('demo/ring.avif?w=1600', 'image/webp')).toEqual(['image/webp', 'webp', 1200, 900]);
      const original = await service.connection.collection('images').findOne({ _id: 'demo/ring.avif' as never });
      const answer = await get('demo/ring.avif', { accept: CHROME });
      expect(Buffer.from(await answer.arrayBuffer()).equals(original!['bytes'].buffer)).toBe(true);
    });

    it('are made once, however many ask, and at most in the widths that are kept', async () => {
      await deleteAll(storage, 'renditions/');
      await Promise.all(
        [601, 602, 610, 620, 630, 640].map((width) =>
          get(`demo/ring.avif?w=${width}`, { accept: 'image/webp' }).then((answer) => answer.arrayBuffer()),
        ),
      );
      expect(await keysOf(storage, 'renditions/')).toEqual([
        expect.stringMatching(/^renditions\/images\/demo\/ring\.avif\/[^/]+\/640\.webp$/),
      ]);
    });

    it.each([
      ['w=wide', 'w', 'Not a width'],
      ['w=0', 'w', 'Not a width'],
      ['w=99999', 'w', 'At most 4000'],
      ['f=gif', 'f', 'avif, webp or jpeg'],
    ])('are refused for ?%s, with the field that is wrong', async (query, field, message) => {
      const answer = await get(`demo/ring.avif?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: { [field]: message } });
    });
  });

  describe('whose form takes too long to be made, as when many are', () => {
    let hasty: TestService;
    beforeAll(async () => {
      hasty = await startContent({ RENDITION_PATIENCE: '50ms' });
      const images = hasty.app.get(ImagesService, { strict: false });
      const bytes = await noise(600, 450).avif({ effort: 0 }).toBuffer();
      await images.save([{ _id: 'demo/late.avif', type: 'image/avif', bytes, width: 600, height: 450 }]);
    });
    afterAll(() => hasty.close());

    it('are sent as they were uploaded to a browser that shows them, and nothing keeps that; others wait', async () => {
      const original = await hasty.connection.collection('images').findOne({ _id: 'demo/late.avif' as never });
      const claims = hasty.app.get(Claims, { strict: false });
      const late = (query: string, accept: string) =>
        fetch(`${hasty.url}/api/v1/images/demo/late.avif?${query}`, { headers: { accept } });
      const { promise: freed, resolve: free } = Promise.withResolvers<void>();
      // Another instance makes both, and does not get to it.
      const hold = (form: string) => {
        const { promise: claimed, resolve } = Promise.withResolvers<void>();
        const released = claims.whileClaimed(renditionKey(original!['original'].key, form), () => {
          resolve();
          return freed;
        });
        return { claimed, released };
      };
      const held = ['320.avif', '320.jpeg'].map(hold);
      await Promise.all(held.map(({ claimed }) => claimed));
      const waiting = late('w=320&f=jpeg', CHROME);
      const answer = await late('w=320', CHROME);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/avif',
        'cache-control': 'no-store',
        vary: 'accept',
      });
      expect(answer.headers.get('etag')).toBeNull();
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(600);
      free();
      await Promise.all(held.map(({ released }) => released));
      expect((await waiting).headers.get('content-type')).toBe('image/jpeg');
      await eventually(
        async () => {
          const again = await late('w=320', CHROME);
          await again.arrayBuffer();
          expect(again.headers.get('etag')).toBe('"320.avif"');
          return true;
        },
        { what: 'the form that was asked for' },
      );
    });
  });

  describe('that staff send', () => {
    const { send, testRefusals } = uploadsOf<{ image: { src: string; width: number } }>({
      field: 'image',
      file: { name: 'ring.jpg', type: 'image/jpeg' },
      service: () => service,
    });

    it('are stored for other services too, which have no session, under the same name', async () => {
      const data = await noise(30, 20).png().toBuffer();
      const client = new Client({ baseUrl: service.url, serviceToken: TEST_SERVICE_TOKEN });
      const files = { image: { data, fileName: 'ring.png', contentType: 'image/png' } };
      const { image } = await client.call(content.storeImage, { body: {}, files });
      expect((await send(data)).body.image).toEqual({ ...image, isKnown: true });
      const refused = { image: { ...files.image, data: Buffer.from('no picture') } };
      await expect(client.call(content.storeImage, { body: {}, files: refused })).rejects.toMatchObject({
        status: 400,
        problem: { errors: { image: expect.any(String) } },
      });
      await client.close();
    });

    it('are kept for ever, but of a shopper for an hour: they may be taken back', async () => {
      const client = new Client({ baseUrl: service.url, serviceToken: TEST_SERVICE_TOKEN });
      const data = await noise(31, 21).png().toBuffer();
      const files = { image: { data, fileName: 'worn.png', contentType: 'image/png' } };
      const { image } = await client.call(content.storeImage, { body: {}, files });
      await client.close();
      const { src } = (await send(await noise(32, 21).png().toBuffer())).body.image;
      const kept = async (address: string) => (await fetch(service.url + address)).headers.get('cache-control');
      expect([await kept(image.src), await kept(`${image.src}?w=320`)]).toEqual([REMOVABLE, REMOVABLE]);
      expect(await kept(src)).toBe(IMMUTABLE);
    });

    it('are stored upright, without what a camera wrote, under a name made of their content', async () => {
      const photo = await noise(300, 200)
        .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '26/1' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      const first = await send(photo, '../../etc/passwd');
      expect(first).toMatchObject({ status: 201, body: { image: { width: 200, height: 300 } } });
      const { src } = first.body.image;
      expect(src).toMatch(/^\/api\/v1\/images\/[\w-]{22}\.webp$/);
      expect((await send(photo, 'again.jpg')).body.image.src).toBe(src);

      const answer = await fetch(service.url + src, { headers: { accept: 'image/webp' } });
      const stored = Buffer.from(await answer.arrayBuffer());
      const { exif, orientation } = await sharp(stored).metadata();
      expect([exif, orientation, stored.includes('Somebody')]).toEqual([undefined, undefined, false]);
      expect(await shown(src.slice('/api/v1/images/'.length), CHROME)).toEqual(['image/avif', 'avif', 200, 300]);
    });

    it('wait in a short queue: those beyond it are told at once when to come again, and nothing is stored', async () => {
      const photo = await noise(40, 30).png().toBuffer();
      const before = await service.connection.collection('images').countDocuments();
      const queue = service.app.get(UploadQueue, { strict: false });
      const open = Promise.withResolvers<void>();
      const held: Promise<void>[] = [];
      // Readers that do not end fill the queue at any speed of the machine.
      const fill = () => {
        for (;;) held.push(queue.run(() => open.promise));
      };
      expect(fill).toThrow(expect.objectContaining({ code: 'request.too-many' }));
      const refused = await send(photo);
      open.resolve();
      await Promise.all(held);
      expect([refused.status, refused.headers.get('retry-after'), refused.body]).toMatchObject([
        429,
        '10',
        { code: 'request.too-many' },
      ]);
      expect(await service.connection.collection('images').countDocuments()).toBe(before);
      expect((await send(photo)).status).toBe(201);
    });

    it.each([
      ['PNG', () => noise(40, 30).png().toBuffer()],
      ['WebP', () => noise(40, 30).webp().toBuffer()],
      ['AVIF', () => noise(40, 30).avif({ effort: 0 }).toBuffer()],
    ])('may be %s, whatever the name of the file says', async (_, make) => {
      expect(await send(await make(), 'ring.txt')).toMatchObject({ status: 201, body: { image: { width: 40 } } });
    });

    testRefusals(
      [
        ['nothing', () => null, 'Choose a picture'],
        [
          'a drawing, which could carry a script',
          () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'),
          'Only JPEG, PNG, WebP and AVIF pictures are taken',
        ],
        ['a GIF', () => noise(9, 9).gif().toBuffer(), 'Only JPEG, PNG, WebP and AVIF pictures are taken'],
        ['a page', () => Buffer.from('<!doctype html><script>1</script>'), 'This is not a picture that can be read'],
        [
          'half of a picture',
          async () => (await noise(200, 200).jpeg().toBuffer()).subarray(0, 3000),
          'This is not a picture that can be read',
        ],
      ],
      { tooLarge: () => noise(900, 900).png().toBuffer(), valid: () => noise(9, 9).png().toBuffer() },
    );

    it.each([
      ['wide and high', 8_000, 6_500],
      ['long and thin', 60_000, 900],
    ])('are refused when they claim more pixels than a camera has, %s', async (_, width, height) => {
      const bomb = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
        .png({ compressionLevel: 9 })
        .toBuffer();
      expect(bomb.length).toBeLessThan(UPLOAD_LIMIT_BYTES);
      expect(await send(bomb)).toMatchObject({
        status: 400,
        body: { errors: { image: 'This picture has too many pixels: at most 50 million' } },
      });
    });
  });
});
