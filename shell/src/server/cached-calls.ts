import { calls, wirePath } from '@shop/contracts';
import type { CachedCall } from './source-tags.ts';

/** The calls that pages are made of, with the tags of their contracts. */
export const cachedCalls: CachedCall[] = calls
  .filter(({ method, cache }) => method === 'GET' && cache)
  .map((call) => ({ pathname: wirePath(call), tags: call.cache!.tags, pageTags: call.cache!.pageTags }));
