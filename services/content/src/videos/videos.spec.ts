import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '@shop/service-kit/testing';
import sharp from 'sharp';
import { AppModule } from '../app.module.ts';
import { clipsIn } from '../demo-data/images.ts';
import { variables } from '../variables.ts';
import { VideosService } from './videos.service.ts';

const NOWHERE = 'http://127.0.0.1:9';
const FOR_EVER = 'public, max-age=31536000, immutable';
const BYTES = Buffer.from('0123456789');

// Real: the service over HTTP, MongoDB, RabbitMQ and Redis.
describe('videos', () => {
  let service: TestService;
  /** One of the studio's, with a note of the program that wrote it. */
  let clip: Buffer;
  beforeAll(async () => {
    clip = (await clipsIn(path.resolve(import.meta.dirname, '../../../../studio/clips')))[0]!.bytes;
    service = await startTestService({
      name: 'content',
      module: AppModule,
      variables,
      environment: {
        SHOP_URL: NOWHERE,
        SMTP_URL: 'smtp://127.0.0.1:9',
        COUNTRIES_URL: NOWHERE,
        RATES_URL: NOWHERE,
        UPLOAD_LIMIT_BYTES: '600000',
      },
    });
    await service.app.get(VideosService, { strict: false }).add([{ _id: 'demo/ring.mp4', bytes: BYTES }]);
  });
  afterAll(() => service.close());

  const asked = async (name: string, range?: string) => {
    const answer = await fetch(`${service.url}/api/v1/videos/demo/${name}`, { headers: range ? { range } : {} });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  };

  it('come whole, say that they come in parts as well, and are kept for ever', async () => {
    expect(await asked('ring.mp4')).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'video/mp4',
        'content-length': '10',
        'accept-ranges': 'bytes',
        'cache-control': FOR_EVER,
      },
      text: '0123456789',
    });
  });

  it.each([
    ['bytes=0-1', '01', 'bytes 0-1/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-200', '89', 'bytes 8-9/10'],
  ])('come in the part that %s names', async (range, text, part) => {
    expect(await asked('ring.mp4', range)).toMatchObject({
      status: 206,
      headers: { 'content-range': part, 'content-length': String(text.length), 'content-type': 'video/mp4' },
      text,
    });
  });

  it.each(['bytes=0-1,4-5', 'pages=1-2', 'nonsense'])('come whole for %s', async (range) => {
    expect(await asked('ring.mp4', range)).toMatchObject({ status: 200, text: '0123456789' });
  });

  it('have no part behind their end', async () => {
    expect(await asked('ring.mp4', 'bytes=10-12')).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */10' },
      text: '',
    });
  });

  it('are a 404 that no browser keeps where there is none', async () => {
    const { status, headers, text } = await asked('nope.mp4', 'bytes=0-1');
    expect([status, headers['cache-control'], headers['content-range']]).toEqual([404, 'no-store', undefined]);
    expect(JSON.parse(text)).toMatchObject({ code: 'video.not-found' });
  });

  it('stay one each when they are stored again', async () => {
    const videos = service.app.get(VideosService, { strict: false });
    await videos.add([{ _id: 'demo/ring.mp4', bytes: BYTES }]);
    await videos.add([]);
    expect(await service.connection.collection('videos').countDocuments()).toBe(1);
  });

  describe('that staff send', () => {
    const send = async (data: Buffer | null, name = 'ring.mp4', who: 'admin' | 'user' = 'admin') => {
      const body = new FormData();
      if (data) body.set('video', new Blob([new Uint8Array(data)], { type: 'video/mp4' }), name);
      const answer = await fetch(`${service.url}/api/v1/admin/videos`, {
        method: 'POST',
        headers: await service.signIn({ role: who }),
        body,
      });
      return { status: answer.status, body: (await answer.json()) as { video: { src: string } } };
    };
    /** The clip with something else in place of what stands after `mark`, behind the file's own kind. */
    const changed = (mark: string, change: (clip: Buffer, at: number) => unknown): Buffer => {
      const copy = Buffer.from(clip);
      change(copy, copy.indexOf(mark, 32, 'latin1') + mark.length);
      return copy;
    };

    it('are stored under a name made of their content, without what wrote them, and come in parts', async () => {
      expect(clip.includes('Lavf')).toBe(true);
      const first = await send(clip, '../../etc/passwd');
      expect(first).toMatchObject({ status: 201, body: { video: { width: 480, height: 480 } } });
      const { src } = first.body.video;
      expect(src).toMatch(/^\/api\/v1\/videos\/[\w-]{22}\.mp4$/);
      expect((await send(clip, 'again.mov')).body.video.src).toBe(src);

      const answer = await fetch(service.url + src);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'cache-control': FOR_EVER,
      });
      const kept = Buffer.from(await answer.arrayBuffer());
      expect([kept.length, kept.includes('Lavf'), kept.includes('udta')]).toEqual([clip.length, false, false]);
      // Where the tracks say that their pictures are, they still are.
      const pictures = clip.indexOf('mdat');
      expect(kept.subarray(pictures).equals(clip.subarray(pictures))).toBe(true);
      const part = await fetch(service.url + src, { headers: { range: 'bytes=4-7' } });
      expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
    });

    it('are not read as far as their tables claim', async () => {
      const endless = changed(
        'stsz',
        (copy, at) => copy.writeUInt32BE(1, at + 4) && copy.writeUInt32BE(0xffffffff, at + 8),
      );
      expect(await send(endless)).toMatchObject({ status: 201 });
    });

    it.each<[string, () => Buffer | null | Promise<Buffer>, string]>([
      ['nothing', () => null, 'Choose a video'],
      [
        'a picture',
        () =>
          sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
            .png()
            .toBuffer(),
        'Only MP4 videos are taken',
      ],
      ['a page', () => Buffer.from('<!doctype html><script>1</script>'), 'Only MP4 videos are taken'],
      [
        'a QuickTime film',
        () => {
          const film = Buffer.from(clip);
          for (let at = 8; at < 32; at += 4) if (at !== 12) film.write('qt  ', at, 'latin1');
          return film;
        },
        'Only MP4 videos are taken',
      ],
      ['half of a video', () => clip.subarray(0, 60_000), 'This is not a video that can be read'],
      ['the beginning of one', () => clip.subarray(0, 500), 'This is not a video that can be read'],
      [
        'sound alone',
        () => changed('vmhd', (copy, at) => copy.write('smhd', at - 4, 'latin1')),
        'This is not a video that can be read',
      ],
      [
        'in a codec that some browsers lack',
        () => changed('avc1', (copy, at) => copy.write('hvc1', at - 4, 'latin1')),
        'Only videos in H.264 are taken: others do not play in every browser',
      ],
      [
        'longer than a clip',
        () => changed('mvhd', (copy, at) => copy.writeUInt32BE(copy.readUInt32BE(at + 12) * 61, at + 16)),
        'A video may last at most 60 seconds',
      ],
    ])('are refused when they are %s', async (_, make, message) => {
      const before = await service.connection.collection('videos').countDocuments();
      expect(await send(await make())).toMatchObject({ status: 400, body: { errors: { video: message } } });
      expect(await service.connection.collection('videos').countDocuments()).toBe(before);
    });

    it('are refused at their field when the file is too large', async () => {
      expect(await send(Buffer.concat([clip, Buffer.alloc(600_000)]))).toMatchObject({
        status: 413,
        body: { code: 'request.too-large', errors: { video: 'This file is too large: at most 0.6 MB' } },
      });
    });

    it('are taken from staff alone', async () => {
      expect(await send(clip, 'ring.mp4', 'user')).toMatchObject({ status: 403 });
    });
  });
});
