import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '@shop/service-kit/testing';
import { AppModule } from '../app.module.ts';
import { variables } from '../variables.ts';
import { VideosService } from './videos.service.ts';

const NOWHERE = 'http://127.0.0.1:9';
const FOR_EVER = 'public, max-age=31536000, immutable';
const BYTES = Buffer.from('0123456789');

// Real: the service over HTTP, MongoDB, RabbitMQ and Redis.
describe('videos', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      name: 'content',
      module: AppModule,
      variables,
      environment: { SHOP_URL: NOWHERE, SMTP_URL: 'smtp://127.0.0.1:9', COUNTRIES_URL: NOWHERE, RATES_URL: NOWHERE },
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
});
