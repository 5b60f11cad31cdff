import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cartOrder, catalog, content } from '@shop/contracts';
import { eventually, link, testInfra } from '@shop/test-kit';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { ShellServer } from './testing/shell-server.ts';

const { rabbitmqUrl, prefix } = testInfra('shell');
const EXCHANGE = `${prefix}.events`;

const server = (path: string) => `
  import { jsx } from 'react/jsx-runtime';
  import { call } from '@shop/mfe-kit';
  import { useQuery } from '@tanstack/react-query';
  const query = { queryKey: ['storefront'], queryFn: () => call({ id: 'x', method: 'GET', path: ${JSON.stringify(path)} }) };
  export default { 'home-page': {
    default: () => jsx('h1', { children: useQuery(query).data.name }),
    prefetch: async (client) => { await client.ensureQueryData(query); return { head: { title: 'Home' } }; },
  } };`;

let shell: ShellServer;
let connection: ChannelModel;
let channel: Channel;
beforeEach(async () => {
  connection = await connect(rabbitmqUrl);
  channel = await connection.createChannel();
  shell = new ShellServer();
});
afterEach(async () => {
  await shell.stop();
  await channel.deleteExchange(EXCHANGE);
  await connection.close();
});

async function open(path: string, broker = rabbitmqUrl, environment: Record<string, string> = {}): Promise<void> {
  shell.deploy('storefront', { server: server(path), pages: [{ path: '/', part: 'storefront/home-page' }] });
  shell.answer(path.replace(/\?.*/, ''), { name: 'before' });
  await shell.start({
    RABBITMQ_URL: broker,
    EVENTS_PREFIX: `${prefix}.`,
    PAGE_FRESH_MS: '600000',
    DATA_FRESH_MS: '600000',
    GATEWAY_LAG_MS: '100',
    LOG_LEVEL: 'debug',
    ...environment,
  });
  // The second time after the gap of the connection.
  await eventually(() => shell.log.includes('"a gap, again"'), { what: 'the shell follows events' });
  expect((await shell.get('/')).body).toContain('<h1>before</h1>');
  shell.answer(path.replace(/\?.*/, ''), { name: 'after' });
  expect((await shell.get('/')).body).toContain('<h1>before</h1>');
}

const unknown = { productGroup: 'AR-9999', productId: '9'.repeat(24) };
const publish = (name: string, data: object) =>
  channel.publish(EXCHANGE, name, Buffer.from(JSON.stringify({ id: '1', name, key: 'k', version: 1, data })));

/** Waits until the shell has handled `count` events since `open`; returns how many pages each of them dropped. */
async function dropped(count: number): Promise<number[]> {
  const found = () =>
    [...shell.log.matchAll(/"why":"[a-z.]+\.v1","pages":(\d+),"msg":"cached pages dropped"/g)].map(([, n]) =>
      Number(n),
    );
  await eventually(() => found().length >= count, { what: `${count} events being handled` });
  return found();
}

const shows = (text: string) =>
  eventually(async () => (await shell.get('/')).body.includes(`<h1>${text}</h1>`), {
    what: `the page shows "${text}"`,
  });

describe('a cached page is rendered anew', () => {
  it('when a product changed and the page lists products', async () => {
    await open('/api/v1/products?page=1');
    publish(catalog.productChanged.name, { productGroup: 'AR-1001', productId: '0'.repeat(24) });
    await shows('after');
  });

  const which = { productGroup: 'AR-1001', productId: '0'.repeat(24) };

  it('when pieces of the product that it shows were sold, and not those of another', async () => {
    await open('/api/v1/product/group/AR-1001');
    publish(catalog.stockChanged.name, { ...which, productGroup: 'AR-2000', productId: '1'.repeat(24), stock: 0 });
    expect(await dropped(1)).toEqual([0]);
    expect((await shell.get('/')).body).toContain('<h1>before</h1>');
    publish(catalog.stockChanged.name, { ...which, stock: 3, availabilityChanged: false });
    await shows('after');
  });

  it('when the page lists products and one of them sold out, but not while there are pieces left', async () => {
    await open('/api/v1/products?page=1');
    publish(catalog.stockChanged.name, { ...which, stock: 3, availabilityChanged: false });
    expect(await dropped(1)).toEqual([0]);
    expect((await shell.get('/')).body).toContain('<h1>before</h1>');
    publish(catalog.stockChanged.name, { ...which, stock: 0, availabilityChanged: true });
    await shows('after');
  });

  it.each(['/api/v1/product/group/AR-1001', `/api/v1/rating/${which.productId}`])(
    'when somebody reviewed the product and the page is made of %s',
    async (path) => {
      await open(path);
      publish(catalog.reviewPosted.name, { ...which, rating: 5, ratingCount: 1 });
      await shows('after');
    },
  );

  it('when the text that it shows changed, and not for another text', async () => {
    await open('/api/v1/pages/about');
    publish(content.contentChanged.name, { tag: 'page:faqs' });
    publish(content.contentChanged.name, { tag: 'banners' });
    expect(await dropped(2)).toEqual([0, 0]);
    expect((await shell.get('/')).body).toContain('<h1>before</h1>');
    publish(content.contentChanged.name, { tag: 'page:about' });
    await shows('after');
  });

  it('when an event cannot be read, because nobody knows what it said', async () => {
    await open('/api/v1/pages/faqs');
    channel.publish(EXCHANGE, content.contentChanged.name, Buffer.from('{'));
    await shows('after');
  });

  it('when the broker was away, because nobody kept what happened meanwhile, and hears of changes as before', async () => {
    const broker = await link(rabbitmqUrl);
    await open('/api/v1/pages/about', broker.url);
    await broker.cut();
    await eventually(() => shell.log.includes('RabbitMQ is unavailable'), { what: 'the lost connection being logged' });
    expect((await shell.get('/')).body).toContain('<h1>before</h1>');
    await broker.restore();
    await shows('after');
    shell.answer('/api/v1/pages/about', { name: 'later' });
    publish(content.contentChanged.name, { tag: 'page:about' });
    await shows('later');
    await broker.close();
  });

  it('a second time, because the gateway may have answered with what it had before the event', async () => {
    await open('/api/v1/pages/about', rabbitmqUrl, { GATEWAY_LAG_MS: '500' });
    const droppedAgain = () => shell.log.split(`"${content.contentChanged.name}, again"`).length;
    // Published again where this process was slower than the lag, so that the old answer came after the second drop.
    await eventually(
      async () => {
        const before = droppedAgain();
        shell.answer('/api/v1/pages/about', { name: 'old' });
        publish(content.contentChanged.name, { tag: 'page:about' });
        await shows('old');
        shell.answer('/api/v1/pages/about', { name: 'new' });
        await eventually(() => droppedAgain() > before, { what: 'the second drop' });
        return (await shell.get('/')).body.includes('<h1>new</h1>');
      },
      { what: 'the page shows the new answer after the second drop' },
    );
  });

  it('when everything changed that has a price', async () => {
    await open('/api/v1/products?page=1');
    publish(cartOrder.taxChanged.name, { tag: 'tax' });
    await shows('after');
  });
});

it('the shell stops, also when the broker hangs and is lost while it does', async () => {
  const broker = await link(rabbitmqUrl);
  await open('/api/v1/pages/about', broker.url, { SHUTDOWN_LIMIT: '20s' });
  broker.silence();
  const stopped = shell.stop();
  await eventually(() => shell.log.includes('"stopping"'), { what: 'the shell stopping' });
  await broker.cut();
  expect(await stopped).toBe(0);
});

it('the sitemap follows a new product', async () => {
  shell.answer('/api/v1/categories', { categories: [] });
  shell.answer('/api/v1/products', { products: [{ productGroup: 'AR-1001' }], totalCount: 1 });
  await open('/api/v1/pages/about', rabbitmqUrl, { SITEMAP_PAUSE_MS: '200' });
  const listed = async () => (await shell.get('/sitemap.xml')).body;
  expect(await listed()).toContain('/product/group/AR-1001');
  shell.answer('/api/v1/products', {
    products: [{ productGroup: 'AR-1001' }, { productGroup: 'AR-1002' }],
    totalCount: 2,
  });
  expect(await listed()).not.toContain('/product/group/AR-1002');
  publish(catalog.productChanged.name, { productGroup: 'AR-1002', productId: '2'.repeat(24) });
  await eventually(async () => (await listed()).includes('/product/group/AR-1002'), { what: 'the new product' });
});

it('an answer without a cache policy is asked for again by the next page', async () => {
  const path = '/api/v1/invitation/abc';
  shell.deploy('storefront', { server: server(path), pages: [{ path: '/', part: 'storefront/home-page' }] });
  shell.answer(path, { name: 'open' });
  await shell.start({ DATA_FRESH_MS: '600000', RENDERERS: '1' });
  expect((await shell.get('/')).body).toContain('<h1>open</h1>');
  shell.answer(path, { name: 'accepted' });
  expect((await shell.get('/')).body).toContain('<h1>accepted</h1>');
});

describe('a cached page stays', () => {
  it('while there is an unrelated event every few milliseconds, also if it is rendered meanwhile', async () => {
    await open('/api/v1/pages/about');
    const unrelated = setInterval(
      () => publish(catalog.stockChanged.name, { ...unknown, stock: 3, availabilityChanged: false }),
      5,
    );
    try {
      publish(content.contentChanged.name, { tag: 'page:about' });
      await shows('after');
      await dropped(50);
      const from = [];
      for (let i = 0; i < 50; i++) from.push((await shell.get('/')).headers.get('x-page'));
      expect(from.filter((each) => each === 'fresh').length).toBeGreaterThan(47);
    } finally {
      clearInterval(unrelated);
    }
  });
});
