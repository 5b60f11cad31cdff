import type { AnyCall } from '@shop/contracts';

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

/** The tags of one page: `{name}` in a tag of the contract stands for a parameter of the path or the query. */
export function pageTags(tags: readonly string[], params: Record<string, string>, key: string): readonly string[] {
  if (!tags.some((tag) => tag.includes('{'))) return tags;
  const query = new URLSearchParams(key.split('?', 2)[1]);
  return tags.map((tag) => tag.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? query.get(name) ?? ''));
}
