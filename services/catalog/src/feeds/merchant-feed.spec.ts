import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cartOrder, type catalog, type content, DEFAULT_TAX } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { aRing, nextGroup, startCatalog, type CatalogHarness } from '../../test/catalog-harness.ts';
import { shippingOf } from './merchant-item.rules.ts';

const CHARGES: cartOrder.ChargesSettings = {
  ...DEFAULT_TAX,
  otherCharges: { engraving: 0, hallmarking: 0, specialRequestDefault: 0 },
  maxPieces: 10,
  dispatch: { readyFrom: 1, readyTo: 2, madeToOrderFrom: 15, madeToOrderTo: 20 },
  giftWrap: 0,
  domesticShipping: 1_500,
  freeShippingAbove: 8_802,
  internationalShipping: [
    { country: 'Germany', courier: 'Swift', charge: 900 },
    { country: 'Germany', courier: 'Slow', charge: 400 },
  ],
};
const BRAND: content.Brand = {
  ...{
    name: 'Aranya & Co',
    tagline: '',
    description: '',
    phone: '',
    email: 'a@aranya.example',
    city: '',
    companyLine: '',
  },
  ...{ credit: '', chatLink: 'https://chat.example', promises: [] },
  social: { instagram: 'https://i.example', facebook: 'https://f.example', maps: 'https://m.example' },
};
/** Requests that content and cart-order got. */
let asked = 0;
const others = http.createServer((request, response) => {
  asked += 1;
  const answer = request.url!.endsWith('/brand') ? { brand: BRAND } : { data: CHARGES };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});

// Real: catalog over HTTP, MongoDB, RabbitMQ, Redis. Content and cart-order answer what the feed asks of them.
let shop: CatalogHarness;
beforeAll(async () => {
  await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
  shop = await startCatalog({ CONTENT_URL: url, CART_ORDER_URL: url });
});
afterAll(async () => {
  await shop.close();
  others.close();
});

const feed = async () => {
  const answer = await fetch(`${shop.service.url}/api/v1/feeds/merchant.xml`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  return answer.text();
};
/** Of each item the texts by element. */
const itemsOf = (xml: string) =>
  [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item]) => {
    const texts: Record<string, string[]> = {};
    for (const [, name, text] of item!
      .replaceAll(/<g:shipping>.*?<\/g:shipping>/gs, '')
      .matchAll(/<(g:\w+)>([^<]*)</g)) {
      (texts[name!] ??= []).push(text!);
    }
    return texts;
  });
const itemOf = async (id: string) => itemsOf(await feed()).find((item) => item['g:id']![0] === id);

describe('the merchant feed', () => {
  it('has every piece that is for sale, each at the price of its page and of the API, with tax as there', async () => {
    const productGroup = nextGroup();
    await shop.add({ productGroup, price: 16.5 });
    await shop.add({ productGroup, price: 1_234.56, position: 1, detailsRef: { metalTone: ['Rose Gold'] } });
    await shop.add({ price: 99_999.99, stock: 0 });
    const draft = await shop.add({ status: 'draft' } as Partial<ReturnType<typeof aRing>>);
    const compare = async (field: 'mrp' | 'price') => {
      const items = itemsOf(await feed());
      expect(items.length).toBeGreaterThanOrEqual(3);
      for (const item of items) {
        const [group, id] = [item['g:item_group_id']![0]!, item['g:id']![0]!];
        const { body } = await shop.get<{ product: catalog.Product }>(`/product/group/${group}?variant=${id}`);
        expect(item['g:price']).toEqual([`${body.product[field]!.toFixed(2)} INR`]);
        expect(item['g:availability']).toEqual([body.product.stock > 0 ? 'in_stock' : 'out_of_stock']);
        expect(item['g:link']).toEqual([`https://shop.example/product/group/${group}?variant=${id}`]);
        expect(item['g:identifier_exists']).toEqual(['no']);
      }
      expect(items.some((item) => item['g:id']![0] === draft._id)).toBe(false);
    };
    await compare('mrp');
    const tax = { ...DEFAULT_TAX, showPrices: 'before-tax' as const, tag: 'tax' };
    await shop.deliverEvent(cartOrder.taxChanged, 'charges', tax, { version: 2 });
    await eventually(() => compare('price'));
    await shop.deliverEvent(cartOrder.taxChanged, 'charges', { ...DEFAULT_TAX, tag: 'tax' }, { version: 3 });
    await eventually(() => compare('mrp'));
  });

  it('is RSS 2.0 whose texts are escaped, with pictures that previews can read', async () => {
    const { _id } = await shop.add({
      name: 'Sun & <Moon> \u0007Ring',
      images: ['/api/v1/images/front.webp', '/api/v1/images/back.webp'],
    });
    const xml = await eventually(async () => {
      const text = await feed();
      expect(text).toContain(_id);
      return text;
    });
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0" xmlns:g="http:\/\/base.google.com\/ns\/1.0">/,
    );
    expect(xml.trimEnd().endsWith('</channel></rss>')).toBe(true);
    expect(await itemOf(_id)).toMatchObject({
      'g:title': ['Sun &amp; &lt;Moon&gt; Ring in Yellow Gold'],
      'g:brand': ['Aranya &amp; Co'],
      'g:image_link': ['https://shop.example/api/v1/images/front.webp?w=1200&amp;f=jpeg'],
      'g:additional_image_link': ['https://shop.example/api/v1/images/back.webp?w=1200&amp;f=jpeg'],
      'g:google_product_category': ['200'],
      'g:product_type': ['ring &gt; solitaire'],
      'g:condition': ['new'],
    });
  });

  it('is written once until something in it changes, and then shows the change', async () => {
    const product = await shop.add({ price: 500 });
    await eventually(async () => expect(await itemOf(product._id)).toBeDefined());
    // What the events of this test's pieces drop is kept again.
    await eventually(async () => {
      const before = asked;
      const [one, other] = [await feed(), await feed()];
      expect(other).toBe(one);
      expect(asked).toBe(before);
    });
    expect((await shop.send('PUT', `/admin/product/${product._id}`, { price: 600 }, shop.staff)).status).toBe(200);
    await eventually(async () => expect((await itemOf(product._id))!['g:price']).toEqual(['618.00 INR']));
    await shop.send('DELETE', `/admin/product/${product._id}`, undefined, shop.staff);
    await eventually(async () => expect(await itemOf(product._id)).toBeUndefined());
  });
});

describe('shipping in the feed', () => {
  const to = (price: number, country: string) =>
    shippingOf(price, CHARGES).flatMap((one) => (one.country === country ? [[one.service, one.charge]] : []));

  it('is free in India, and elsewhere as an order of the piece is charged: by courier, or the common rate', () => {
    expect(to(500, 'IN')).toEqual([[undefined, 0]]);
    expect(to(500, 'DE')).toEqual([
      ['Swift', 900],
      ['Slow', 400],
    ]);
    expect(to(500, 'US')).toEqual([[undefined, 1_500]]);
  });

  it('is free above the threshold, and not at it', () => {
    expect(to(8_802, 'US')).toEqual([[undefined, 1_500]]);
    expect(to(8_802.01, 'US')).toEqual([[undefined, 0]]);
    expect(to(8_802.01, 'DE')).toEqual([
      ['Swift', 0],
      ['Slow', 0],
    ]);
  });
});
