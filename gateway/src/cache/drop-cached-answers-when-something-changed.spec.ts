import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, cartOrder, catalog, content, DEFAULT_TAX, type AnyEvent, type DataOf } from '@shop/contracts';
import { eventually, link, testInfra, type Link } from '@shop/test-kit';
import { publish } from '../../test/events.ts';
import { type GatewayHarness, startGatewayHarness } from '../../test/gateway-harness.ts';
import { routes } from '../routes.ts';
import { json } from '../../test/stand-in.ts';

const which = { productGroup: 'AR-1042', productId: '64b000000000000000000001' };
const product: DataOf<typeof catalog.productChanged> = {
  ...which,
  name: 'Ring',
  images: [],
  metalTone: 'gold',
  categoryMain: 'ring',
  materialTag: 'gold',
  detailsRef: '64b000000000000000000002',
  detailsModel: 'RingDetails',
  pricePaise: 100,
  stock: 1,
};

let rabbitmq: Link;
let harness: GatewayHarness;
beforeAll(async () => {
  rabbitmq = await link(testInfra('gateway-drop').rabbitmqUrl);
  // The calls of the contracts, with their cache tags.
  harness = await startGatewayHarness('drop', {
    calls,
    table: routes,
    settings: { RABBITMQ_URL: rabbitmq.url },
  });
  // Every answer of a service differs.
  let version = 0;
  for (const service of [harness.catalog, harness.cartOrder, harness.content]) {
    service.answer = (request, response) => json({ version: ++version })(request, response);
  }
});
afterAll(async () => {
  await harness.stop();
  await rabbitmq.close();
});
afterEach(() => rabbitmq.restore());

const get = async (path: string) => (await fetch(`${harness.gateway.url}/api/v1${path}`)).text();
const send = <E extends AnyEvent>(event: E, data: DataOf<E>) => publish(harness.eventsPrefix, event, 'key', data);

const expectDropped = async (paths: string[], unaffected: string[], change: () => Promise<void>) => {
  const before = new Map<string, string>();
  for (const path of [...paths, ...unaffected]) before.set(path, await get(path));
  await change();
  for (const path of paths)
    await eventually(async () => (await get(path)) !== before.get(path), { what: `a new ${path}` });
  for (const path of unaffected) expect(await get(path)).toBe(before.get(path));
};

describe('cached answers', () => {
  it('of a product and of listings go when the product changes', async () => {
    const own = ['/product/group/AR-1042', `/product/group/${which.productId}`, '/products', '/search?q=ring'];
    await expectDropped(own, ['/product/group/AR-2000', '/categories', '/brand'], () =>
      send(catalog.productChanged, product),
    );
  });

  it('of listings stay when stock changes and there still is some', async () => {
    const stock = { ...which, stock: 3, availabilityChanged: false };
    await expectDropped(['/product/group/AR-1042'], ['/products'], () => send(catalog.stockChanged, stock));
  });

  it('of listings go too when a product sells out', async () => {
    const soldOut = { ...which, stock: 0, availabilityChanged: true };
    await expectDropped(['/product/group/AR-1042', '/products'], [], () => send(catalog.stockChanged, soldOut));
  });

  it('of a product and its ratings go when somebody reviews it', async () => {
    const review = { ...which, rating: 5, ratingCount: 1 };
    await expectDropped([`/rating/${which.productId}`, '/product/group/AR-1042'], ['/categories'], () =>
      send(catalog.reviewPosted, review),
    );
  });

  it('of one part of the assortment or the content go when that part changes', async () => {
    await expectDropped(['/ring-sizes'], ['/metal-tones'], () =>
      send(catalog.taxonomyChanged, { tag: 'options:ring-sizes' }),
    );
    await expectDropped(['/brand'], ['/pages/about'], () => send(content.contentChanged, { tag: 'brand' }));
  });

  it('with prices go when the tax changes', async () => {
    const priced = [
      '/product/group/AR-1042',
      '/product/variants/AR-1042',
      '/products',
      '/products/ring',
      '/search?q=ring',
    ];
    await expectDropped([...priced, '/charges/tax'], ['/categories', '/brand'], () =>
      send(cartOrder.taxChanged, { ...DEFAULT_TAX, gstRate: 0.05, tag: 'tax' }),
    );
  });

  it('go all together when RabbitMQ was away, because changes may have been missed', async () => {
    await expectDropped(['/products', '/brand', '/categories'], [], async () => {
      await rabbitmq.cut();
      await rabbitmq.restore();
    });
  });
});
