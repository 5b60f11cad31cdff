import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import http, { type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http';
import type { Link } from '@shop/test-kit';

const ARRIVES = 'http.server.request.start';

/** Makes a request that leaves while the gateway waits for Redis, which answers then. */
export async function leaveDuringCheck(redis: Link, url: string, options: RequestOptions): Promise<void> {
  redis.silence();
  const { pathname } = new URL(url);
  const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
  const onArrival = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (request.url === pathname) resolve(response);
  };
  subscribe(ARRIVES, onArrival);
  const leaving = http.request(url, { ...options, agent: false });
  leaving.on('error', () => {});
  leaving.end();
  const response = await arrived;
  unsubscribe(ARRIVES, onArrival);
  const closed = once(response, 'close');
  leaving.destroy();
  await closed;
  await redis.restore();
}
