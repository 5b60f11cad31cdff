import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { catalog, content } from '@shop/contracts';
import { eventually, realParts } from '@shop/test-kit';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { tagsOfSource } from './invalidation.ts';
import { ShellServer } from './testing/shell-server.ts';

const { rabbitmqUrl, prefix } = realParts('shell');
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

async function open(path: string): Promise<void> {
  shell.deploy('storefront', { server: server(path), pages: [{ path: '/', part: 'storefront/home-page' }] });
  shell.answer(path.replace(/\?.*/, ''), { name: 'before' });
  await shell.start({
    RABBITMQ_URL: rabbitmqUrl,
    EVENTS_PREFIX: `${prefix}.`,
    PAGE_FRESH_MS: '600000',
    DATA_FRESH_MS: '600000',
  });
  await eventually(() => shell.log.includes('following events'), { what: 'the shell follows events' });
  expect((await shell.get('/')).body).toContain('<h1>before</h1>');
  shell.answer(path.replace(/\?.*/, ''), { name: 'after' });
  expect((await shell.get('/')).body).toContain('<h1>before</h1>');
}

const publish = (name: string, data: object) =>
  channel.publish(EXCHANGE, name, Buffer.from(JSON.stringify({ id: '1', name, key: 'k', version: 1, data })));

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

  it('when the text that it shows changed, and not for another text', async () => {
    await open('/api/v1/pages/about');
    publish(content.contentChanged.name, { tag: 'page:faqs' });
    publish(content.contentChanged.name, { tag: 'banners' });
    expect((await shell.get('/')).body).toContain('<h1>before</h1>');
    publish(content.contentChanged.name, { tag: 'page:about' });
    await shows('after');
  });

  it('when an event cannot be read, because nobody knows what it said', async () => {
    await open('/api/v1/pages/faqs');
    channel.publish(EXCHANGE, content.contentChanged.name, Buffer.from('{'));
    await shows('after');
  });
});

describe('what an answer is made of', () => {
  it('is what the contract of its call says, with the parameters filled in', () => {
    expect(tagsOfSource('/api/v1/pages/about')).toEqual(['page:about']);
    expect(tagsOfSource('/api/v1/products?page=2')).toContain('products');
    expect(tagsOfSource('/api/v1/me')).toEqual([]);
  });
});
