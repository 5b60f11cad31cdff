import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { content, wirePath } from '@shop/contracts';

/** Content as far as cart-order asks it: the currency rates. */
export interface TestContent {
  url: string;
  rates: content.Rates;
  close(): Promise<void>;
}

export async function startContent(): Promise<TestContent> {
  const test: TestContent = {
    url: '',
    rates: { base: 'INR', rates: { USD: 0.0119, JPY: 1.79 }, at: '2026-01-05T06:00:00.000Z' },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = http.createServer((request, response) => {
    const known = request.url === wirePath(content.getRates);
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(known ? content.getRates.answer.parse(test.rates) : {}));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  test.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return test;
}
