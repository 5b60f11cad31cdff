import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { content, wirePath } from '@shop/contracts';

/** The calls of content that cart-order uses: currency rates and the brand settings. */
export interface TestContent {
  url: string;
  rates: content.Rates;
  brand: content.Brand;
  close(): Promise<void>;
}

const BRAND: content.Brand = {
  name: 'Aranya',
  tagline: '',
  description: '',
  phone: '+91 141 400 1042',
  email: 'care@aranya.example',
  city: 'Jaipur',
  companyLine: '',
  seller: {
    name: 'Aranya Fine Jewellery Private Limited',
    address: '42 Johari Bazaar, Jaipur 302003',
    state: 'Rajasthan',
    gstin: '08AAKCA1042R1Z5',
  },
  credit: '',
  social: {
    instagram: 'https://instagram.example',
    facebook: 'https://facebook.example',
    maps: 'https://maps.example',
  },
  chatLink: 'https://chat.example',
  promises: [],
};

export async function startContent(): Promise<TestContent> {
  const test: TestContent = {
    url: '',
    rates: { base: 'INR', rates: { USD: 0.0119, JPY: 1.79 }, at: '2026-01-05T06:00:00.000Z' },
    brand: BRAND,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = http.createServer((request, response) => {
    const answers: Record<string, unknown> = {
      [wirePath(content.getRates)]: content.getRates.answer.parse(test.rates),
      [wirePath(content.getBrand)]: content.getBrand.answer.parse({ brand: test.brand }),
    };
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  test.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return test;
}
