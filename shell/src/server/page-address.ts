import type { PageRoute } from '@shop/build/registry';
import { matchRoutes } from '@shop/mfe-kit/match-routes.ts';
import { LRUCache } from 'lru-cache';

/** Where a request's URL leads. */
export interface PageAddress {
  /** The one path of the page. A request for another spelling is redirected to it. */
  path: string;
  isMoved: boolean;
  /** The parameters that the page declares, the first of each name. */
  parameters: Readonly<Record<string, string>>;
  /** All others (`utm_source`): passed on by a redirect, unknown to the page. */
  rest: URLSearchParams;
  guard: PageRoute['guard'];
  uncached: boolean;
  /** For logs and traces: without what opens an `uncached` page to its holder. */
  shownPath: string;
}

/** All addresses without a page share one rendering. */
const NOT_FOUND = '/404';

/** The page of a request target (`/path?query`): one path per page, for every spelling, slashes and other parameters. */
export function addressOf(routes: readonly PageRoute[], target: string): PageAddress {
  const end = target.indexOf('?');
  const requested = end === -1 ? target : target.slice(0, end);
  const search = new URLSearchParams(end === -1 ? '' : target.slice(end));
  const trimmed = requested.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  const route = routeOf(routes, trimmed);
  if (!route) {
    const none = { isMoved: false, parameters: {}, guard: undefined, uncached: false };
    return { ...none, path: NOT_FOUND, rest: search, shownPath: NOT_FOUND };
  }
  const path = spelledAs(route.path, trimmed);
  // What visitors choose is not the server's business on guarded pages. A release without a list may use any.
  const declared = route.guard ? [] : (route.query ?? [...new Set(search.keys())].toSorted());
  const parameters = Object.fromEntries(
    declared.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])),
  );
  for (const name of declared) search.delete(name);
  return {
    path,
    isMoved: path !== requested,
    parameters,
    rest: search,
    guard: route.guard,
    uncached: route.uncached ?? false,
    shownPath: route.uncached ? route.path : path,
  };
}

/** Path and query of a page, without what does not belong to it. */
export const hrefOf = ({ path, parameters }: Pick<PageAddress, 'path' | 'parameters'>): string => {
  const query = new URLSearchParams(parameters).toString();
  return query ? `${path}?${query}` : path;
};

/** Per list of routes, because matching all patterns is expensive. */
const known = new WeakMap<readonly PageRoute[], LRUCache<string, { route: PageRoute | undefined }>>();

function routeOf(routes: readonly PageRoute[], path: string): PageRoute | undefined {
  let cache = known.get(routes);
  if (!cache) known.set(routes, (cache = new LRUCache({ max: 2_000 })));
  const found = cache.get(path) ?? { route: match(routes, path) };
  cache.set(path, found);
  return found.route;
}

function match(routes: readonly PageRoute[], path: string): PageRoute | undefined {
  if (!isReadable(path)) return undefined;
  const matches = matchRoutes(
    routes.map((route) => ({ path: route.path, handle: route })),
    path,
  );
  const route = matches?.at(-1)?.route.handle as PageRoute | undefined;
  return route?.path === '*' ? undefined : route;
}

/** No malformed escape, and no dot segment, which a URL would resolve. */
function isReadable(path: string): boolean {
  try {
    return path.split('/').every((segment) => !/^\.{1,2}$/.test(decodeURIComponent(segment)));
  } catch {
    return false;
  }
}

/** Fixed segments as in the route's pattern (matching ignores case), names percent-encoded in one way. */
function spelledAs(pattern: string, path: string): string {
  const segments = path.split('/');
  return pattern
    .split('/')
    .map((name, i) => (name.startsWith(':') ? encodeURIComponent(decodeURIComponent(segments[i]!)) : name))
    .join('/');
}
