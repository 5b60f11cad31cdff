import type { AnyCall } from '@shop/contracts';
import { LRUCache } from 'lru-cache';

/**
 * The names of the query that a call declares. Others change nothing about its answer, so they are left out of the key
 * and of the request to the service: nobody fills the cache or passes by it with made-up parameters.
 */
export function declaredQuery(call: AnyCall): ReadonlySet<string> {
  let schema = call.query as { shape?: object; in?: unknown; def?: { in?: unknown; innerType?: unknown } } | undefined;
  while (schema && !schema.shape) schema = (schema.def?.in ?? schema.def?.innerType) as typeof schema;
  return new Set(Object.keys(schema?.shape ?? {}));
}

/** The path with its declared query in a fixed order: what is fetched, and what its answer is kept under. */
export function pageKey(target: string, declared: ReadonlySet<string>): string {
  const end = target.indexOf('?');
  if (end === -1) return target;
  const path = target.slice(0, end);
  const query = [...new URLSearchParams(target.slice(end + 1))].filter(([name]) => declared.has(name));
  if (query.length === 0) return path;
  return `${path}?${new URLSearchParams(query.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))}`;
}

/** Targets whose keys are remembered, of one call, and how long they may be. */
const REMEMBERED = { max: 1_000, length: 200 };

/** The same for one call, remembering the keys of what is asked for again and again. */
export function pageKeys(declared: ReadonlySet<string>): (target: string) => string {
  const known = new LRUCache<string, string>({ max: REMEMBERED.max });
  return (target) => {
    if (!target.includes('?')) return target;
    const found = known.get(target);
    if (found !== undefined) return found;
    const key = pageKey(target, declared);
    if (target.length <= REMEMBERED.length) known.set(target, key);
    return key;
  };
}

/** The tags of one page: `{name}` in a tag of the contract stands for a parameter of the path or the query. */
export function pageTags(tags: readonly string[], params: Record<string, string>, key: string): readonly string[] {
  if (!tags.some((tag) => tag.includes('{'))) return tags;
  const query = new URLSearchParams(key.split('?', 2)[1]);
  return tags.map((tag) => tag.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? query.get(name) ?? ''));
}
