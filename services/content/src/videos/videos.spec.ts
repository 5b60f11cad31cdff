import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestService } from '@shop/service-kit/testing';
import { storageKinds } from '@shop/test-kit';
import sharp from 'sharp';
import { startContent } from '../../test/service-harness.ts';
import { UPLOAD_LIMIT_BYTES, uploadsOf } from '../../test/uploads.ts';
import { clipsIn } from '../demo-data/images.ts';
import { IMMUTABLE } from '../media/uploads.ts';
import { VideosService } from './videos.service.ts';

const BYTES = Buffer.from('0123456789');

// Real: the service over HTTP, MongoDB, RabbitMQ, Redis and the storage.
describe.each(storageKinds())('videos in %s', (_, freshStorage) => {
  let service: TestService;
  /** A clip of the studio, with metadata of the encoder. */
  let clip: Buffer;
  beforeAll(async () => {
    clip = (await clipsIn(path.resolve(import.meta.dirname, '../../../../studio/clips')))[0]!.bytes;
    const STORAGE_URL = await freshStorage();
    service = await startContent({ STORAGE_URL, UPLOAD_LIMIT_BYTES: String(UPLOAD_LIMIT_BYTES) });
    await service.app.get(VideosService, { strict: false }).save([{ _id: 'demo/ring.mp4', bytes: BYTES }]);
  });
  afterAll(() => service.close());

  const getVideo = async (name: string, range?: string) => {
    const answer = await fetch(`${service.url}/api/v1/videos/demo/${name}`, { headers: range ? { range } : {} });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  };

  it('come whole, say that they come in parts as well, and are kept for ever', async () => {
    expect(await getVideo('ring.mp4')).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'video/mp4',
        'content-length': '10',
        'accept-ranges': 'bytes',
        'cache-control': IMMUTABLE,
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
    expect(await getVideo('ring.mp4', range)).toMatchObject({
      status: 206,
      headers: { 'content-range': part, 'content-length': String(text.length), 'content-type': 'video/mp4' },
      text,
    });
  });

  it.each(['bytes=0-1,4-5', 'pages=1-2', 'nonsense'])('come whole for %s', async (range) => {
    expect(await getVideo('ring.mp4', range)).toMatchObject({ status: 200, text: '0123456789' });
  });

  it('have no part behind their end', async () => {
    expect(await getVideo('ring.mp4', 'bytes=10-12')).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */10' },
      text: '',
    });
  });

  it('are a 404 that no browser keeps where there is none', async () => {
    const { status, headers, text } = await getVideo('nope.mp4', 'bytes=0-1');
    expect([status, headers['cache-control'], headers['content-range']]).toEqual([404, 'no-store', undefined]);
    expect(JSON.parse(text)).toMatchObject({ code: 'video.not-found' });
  });

  it('stay one each when they are stored again', async () => {
    const videos = service.app.get(VideosService, { strict: false });
    await videos.save([{ _id: 'demo/ring.mp4', bytes: BYTES }]);
    await videos.save([]);
    expect(await service.connection.collection('videos').countDocuments()).toBe(1);
  });

  describe('that staff send', () => {
    const { send, testRefusals } = uploadsOf<{ video: { src: string } }>({
      field: 'video',
      file: { name: 'ring.mp4', type: 'video/mp4' },
      service: () => service,
    });
    /** A modified copy of the clip; `at` is the offset after `mark`, searched behind the file type box. */
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
        'cache-control': IMMUTABLE,
      });
      const stored = Buffer.from(await answer.arrayBuffer());
      expect([stored.length, stored.includes('Lavf'), stored.includes('udta')]).toEqual([clip.length, false, false]);
      // The samples keep their byte offsets.
      const samples = clip.indexOf('mdat');
      expect(stored.subarray(samples).equals(clip.subarray(samples))).toBe(true);
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

    testRefusals(
      [
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
          'larger than a browser plays',
          // Version, times, ids, reserved fields and the matrix lie before the width.
          () => changed('tkhd', (copy, at) => copy.writeUInt32BE(4_098 * 65_536, at + 76)),
          'A video may be at most 4096 pixels wide and high',
        ],
        [
          'longer than a clip',
          () => changed('mvhd', (copy, at) => copy.writeUInt32BE(copy.readUInt32BE(at + 12) * 61, at + 16)),
          'A video may last at most 60 seconds',
        ],
      ],
      { tooLarge: () => Buffer.concat([clip, Buffer.alloc(UPLOAD_LIMIT_BYTES)]), valid: () => clip },
    );
  });
});
