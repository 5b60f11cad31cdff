import type { PageRoute } from '@shop/build/registry';
import { matchRoutes, useLocation, type Head, type PartModule, type PrefetchContext } from '@shop/mfe-kit';
import { createContext, use } from 'react';

/** A page that is ready to render, or a redirect. */
export interface LoadedPage {
  /** The part of the route, or of the route `*` when the page's result is a 404. */
  part: string;
  module: PartModule;
  /** Null when the page has no `prefetch` or its result is unknown. */
  head: Head | null;
  status: number;
  redirect?: string;
  /** Why the API refused the address: shown instead of the page. */
  refusal?: readonly string[];
}

export interface PageMatch {
  route: PageRoute;
  params: PrefetchContext['params'];
}

/** One history entry and the number of retries of its page. */
export interface Visit {
  href: string;
  key: string;
  attempt: number;
}

/** A page is shown after a navigation. */
export interface Arrival {
  head: Head | null;
  /** By Back or Forward: the scroll position is restored. */
  isBack: boolean;
  /** The page could not be loaded; an error with Retry is shown. */
  isMissing?: boolean;
}

/** Provides pages: in the browser a promise per visit, on the server the page prepared before rendering. */
export interface PageSource {
  routes: readonly PageRoute[];
  /** Returns the same promise for the same visit, so that `use` can read it. */
  read(match: PageMatch, visit: Visit): LoadedPage | Promise<LoadedPage>;
}

export const PageSourceContext = createContext<PageSource | null>(null);

/** Per list of routes. */
const CACHE_SIZE = 500;
/** Cached, because matching all patterns is expensive and a page is matched several times. */
const matches = new WeakMap<readonly PageRoute[], Map<string, PageMatch | undefined>>();

/** The route of a path: the most specific pattern of all remotes. Undefined when no pattern matches and no remote owns `*`. */
export function matchPage(routes: readonly PageRoute[], pathname: string): PageMatch | undefined {
  let known = matches.get(routes);
  if (!known) matches.set(routes, (known = new Map()));
  if (known.has(pathname)) return known.get(pathname);
  const found = matchRoutes(
    routes.map((route) => ({ path: route.path, handle: route })),
    pathname,
  )?.at(-1);
  const match = found && { route: found.route.handle as PageRoute, params: found.params };
  if (known.size >= CACHE_SIZE) known.clear();
  known.set(pathname, match);
  return match;
}

/** On a quiet page nothing of header and footer leads away from what the visitor does. */
export function useIsQuiet(): boolean {
  const { routes } = use(PageSourceContext)!;
  const { pathname } = useLocation();
  return matchPage(routes, pathname)?.route.quiet === true;
}

/** The not-found page, of the remote that owns `*`. */
export const missingPage = (routes: readonly PageRoute[]): PageMatch | undefined =>
  matchPage(routes, '/404-of-no-remote');
