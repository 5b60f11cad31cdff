import { expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { stubGateway } from '../../testing/storefront-harness.tsx';
import { prefetch } from './search-page.tsx';

const open = (address: string) =>
  prefetch(new QueryClient(), {
    params: {},
    url: new URL(address, 'http://shop'),
    signal: new AbortController().signal,
  });

it('is a 404 behind the last page of results, and not where there are none', async () => {
  stubGateway({ '/search': { products: [], totalCount: 13 } });
  expect((await open('/search?q=ring&page=2')).status).toBeUndefined();
  expect((await open('/search?q=ring&page=3')).status).toBe(404);
  expect((await open('/search?page=2')).status).toBe(404);
  stubGateway({ '/search': { products: [], totalCount: 0 } });
  expect((await open('/search?q=nothing')).status).toBeUndefined();
});
