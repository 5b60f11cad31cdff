import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, link, type Link, testInfra } from '@shop/test-kit';
import { type GatewayHarness, SHOP, startGatewayHarness } from '../../test/gateway-harness.ts';
import { leaveDuringCheck } from '../../test/leaving.ts';
import { problemIn, rawHttp } from '../../test/raw-http.ts';

let harness: GatewayHarness;
let url: string;
let redis: Link;
beforeAll(async () => {
  redis = await link(testInfra('gateway-dawdling').redisUrl);
  harness = await startGatewayHarness('dawdling', {
    settings: { HEADERS_TIMEOUT: '200ms', REQUEST_TIMEOUT: '600ms', REDIS_URL: redis.url },
  });
  url = harness.gateway.url;
});
afterAll(async () => {
  await harness.stop();
  await redis.close();
});

describe('a client is let go', () => {
  it('that sends its head a byte at a time', async () => {
    const answer = await rawHttp(url, 'GET /api/v1/products HTTP/1.1\r\nhost: x\r\nx-slow: ');
    expect(answer.status).toBe(408);
    expect(problemIn(answer)).toMatchObject({ code: 'request.timeout' });
    expect(answer.closed).toBe(true);
  });

  it('that never finishes its body', async () => {
    const answer = await rawHttp(
      url,
      `POST /api/v1/contact HTTP/1.1\r\nhost: x\r\norigin: ${SHOP}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    expect(answer.closed).toBe(true);
  });

  it('that does not read its answer, with the place that it held', async () => {
    let left = false;
    harness.catalog.answer = (_request, response) => {
      response.on('close', () => (left = true));
      const chunk = Buffer.alloc(1_000_000);
      const pour = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', pour);
      };
      pour();
    };
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname).pause();
    socket.on('error', () => {});
    socket.write('GET /api/v1/search?q=x HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => left, { what: 'the end of the request to the service' });
    socket.destroy();
  });
});

describe('a client that left', () => {
  it('while it was checked is not asked for at a service', async () => {
    const cookie = await harness.identity.signIn('hasty');
    await leaveDuringCheck(redis, `${url}/api/v1/cart`, { headers: { cookie } });
    // Checked after the other one, on the same connection.
    const staying = await harness.identity.signIn('staying');
    expect((await fetch(`${url}/api/v1/cart`, { headers: { cookie: staying } })).status).toBe(200);
    expect(harness.cartOrder.calls).toEqual(['GET /api/v1/cart']);
  });
});
