import { describe, expect, it } from '@jest/globals';
import { ApiError, type PartModule } from '@shop/mfe-kit';
import { QueryClient } from '@tanstack/react-query';
import type { PageMatch } from '../app/page.ts';
import { matchPage } from '../app/page.ts';
import type { BrowserLoader } from './loader.ts';
import { createPageSource } from './pages.ts';

const routes = [
  { path: '/product/:main', part: 'storefront/listing-page' },
  { path: '/product/group/:id', part: 'storefront/product-page' },
  { path: '/user', part: 'account/profile-page', guard: 'user' as const },
  { path: '*', part: 'storefront/not-found-page' },
];

const Nothing = () => null;
function sourceWith(parts: Record<string, PartModule>, first: Parameters<typeof createPageSource>[0]['first'] = null) {
  const loads: string[] = [];
  const loader = {
    peek: () => undefined,
    standing: () => true,
    isWaiting: () => false,
    load: async (id: string, standing: boolean) => {
      loads.push(`${id}${standing ? ' standing' : ''}`);
      const part = parts[id];
      if (!part) throw new Error('gone');
      return part;
    },
    preloadPart: (id: string) => void loads.push(`${id} ahead`),
    preloadPage: () => {},
  } as BrowserLoader;
  const source = createPageSource({ routes, loader, queryClient: new QueryClient(), first, shownTax: () => undefined });
  const read = (href: string, key = 'k', attempt = 0) =>
    source.read(matchPage(routes, href) as PageMatch, { href, key, attempt });
  return { source, read, loads };
}

const listing: PartModule = {
  default: Nothing,
  prefetch: async (_client: QueryClient, context: unknown) => ({
    head: { title: `All of ${(context as { params: { main: string } }).params.main}` },
  }),
};

describe('the route of a path', () => {
  it('is the most specific one, with its parameters', () => {
    expect(matchPage(routes, '/product/ring')).toMatchObject({ params: { main: 'ring' } });
    expect(matchPage(routes, '/product/group/AR-1001')?.route.part).toBe('storefront/product-page');
    expect(matchPage(routes, '/no/where')?.route.part).toBe('storefront/not-found-page');
  });
});

describe('a visit', () => {
  it('brings code, data and head of a page together, the same promise for the same visit', async () => {
    const { read } = sourceWith({ 'storefront/listing-page': listing });
    expect(read('/product/ring')).toBe(read('/product/ring'));
    expect(await read('/product/ring')).toMatchObject({
      part: 'storefront/listing-page',
      head: { title: 'All of ring' },
      status: 200,
    });
  });

  it('of the first page asks for nothing that the server has said', async () => {
    const head = { title: 'From the server' };
    const { read, loads } = sourceWith(
      { 'storefront/listing-page': listing },
      { part: 'storefront/listing-page', head, status: 200 },
    );
    expect(await read('/product/ring')).toMatchObject({ head });
    expect(loads).toEqual(['storefront/listing-page standing']);
    expect(await read('/product/bangle', 'next')).toMatchObject({ head: { title: 'All of bangle' } });
  });

  it('of something that is not there shows the page of the shop for that', async () => {
    const { read } = sourceWith({
      'storefront/product-page': { default: Nothing, prefetch: async () => ({ status: 404, head: { title: '' } }) },
      'storefront/not-found-page': { default: Nothing, prefetch: async () => ({ head: { title: 'Page Not Found' } }) },
    });
    expect(await read('/product/group/X')).toMatchObject({
      part: 'storefront/not-found-page',
      status: 404,
      head: { title: 'Page Not Found' },
    });
  });

  it('of an address that the API refuses is what it is on the server', async () => {
    const refusing = (status: number, fields: object = {}): PartModule => ({
      default: Nothing,
      prefetch: () =>
        Promise.reject(
          new ApiError({ type: '', title: '', status, code: 'a.b', message: 'No', requestId: '', ...fields }),
        ),
    });
    const missing = { default: Nothing, prefetch: async () => ({ head: { title: 'Page Not Found' } }) };
    const visit = (part: PartModule) =>
      sourceWith({ 'storefront/listing-page': part, 'storefront/not-found-page': missing }).read('/product/ring');
    expect(await visit(refusing(404))).toMatchObject({ status: 404, part: 'storefront/not-found-page' });
    expect(await visit(refusing(400, { errors: { q: 'Too long' } }))).toMatchObject({
      status: 400,
      part: 'storefront/listing-page',
      refusal: ['Too long'],
    });
    await expect(visit(refusing(503))).rejects.toThrow('No');
  });

  it('that failed is the same failure until it is tried again', async () => {
    const parts: Record<string, PartModule> = {};
    const { read } = sourceWith(parts);
    await expect(read('/product/ring')).rejects.toThrow('gone');
    await expect(read('/product/ring')).rejects.toThrow('gone');
    parts['storefront/listing-page'] = listing;
    expect(await read('/product/ring', 'k', 1)).toMatchObject({ status: 200 });
  });
});

describe('preloading on intent', () => {
  it('takes only the code of a guarded page, and nothing of another site', () => {
    const { source, loads } = sourceWith({});
    source.preload('/user');
    source.preload('https://elsewhere.example/product/ring');
    expect(loads).toEqual(['account/profile-page ahead']);
  });
});
