import type { AnyCall } from '@shop/contracts';
import { LRUCache } from 'lru-cache';
import { requirePlainQuery } from '../proxy/target.ts';

/**
 * The query parameters that a call declares. Others are left out of the key and of the request to the service, so that made-up
 * parameters can neither fill nor bypass the cache.
 */
export function declaredQuery(call: AnyCall): ReadonlySet<string> {
  let schema = call.query as { shape?: object; in?: unknown; def?: { in?: unknown; innerType?: unknown } } | undefined;
  while (schema && !schema.shape) schema = (schema.def?.in ?? schema.def?.innerType) as typeof schema;
  return new Set(Object.keys(schema?.shape ?? {}));
}

/** The cache key and request path: the path with its declared query, sorted. */
export function pageKey(target: string, declared: ReadonlySet<string>): string {
  const end = target.indexOf('?');
  if (end === -1) return target;
  const path = target.slice(0, end);
  const query = [...new URLSearchParams(target.slice(end + 1))].filter(([name]) => declared.has(name));
  if (query.length === 0) return path;
  return `${path}?${new URLSearchParams(query.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))}`;
}

/** Per call. */
const CACHE_SIZE = 1_000;
const MAX_CACHED_TARGET_LENGTH = 200;

/** `pageKey` of one call, memoized. @throws Failure `request.invalid` for lists and operators in the query */
export function pageKeys(declared: ReadonlySet<string>): (target: string) => string {
  const known = new LRUCache<string, string>({ max: CACHE_SIZE });
  return (target) => {
    if (!target.includes('?')) return target;
    const found = known.get(target);
    if (found !== undefined) return found;
    requirePlainQuery(target);
    const key = pageKey(target, declared);
    if (target.length <= MAX_CACHED_TARGET_LENGTH) known.set(target, key);
    return key;
  };
}

/** The tags of one page: replaces `{name}` in the contract's tags by the parameter of the path or the query. */
export function pageTags(tags: readonly string[], params: Record<string, string>, key: string): readonly string[] {
  if (!tags.some((tag) => tag.includes('{'))) return tags;
  const query = new URLSearchParams(key.split('?', 2)[1]);
  return tags.map((tag) => tag.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? query.get(name) ?? ''));
}
