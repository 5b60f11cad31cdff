import type { PageRoute } from '@shop/build/registry';
import { matchRoutes, type Head, type PartModule, type PrefetchContext } from '@shop/mfe-kit';
import { createContext } from 'react';

/** A page that is ready to be shown, or where to go instead. */
export interface LoadedPage {
  /** The part that is shown: of the route, or of the route `*` when the page said 404. */
  part: string;
  module: PartModule;
  /** Null when the server's answer to the page's `prefetch` is lost with a failed render. */
  head: Head | null;
  status: number;
  redirect?: string;
}

export interface PageMatch {
  route: PageRoute;
  params: PrefetchContext['params'];
}

/** One entry of the history, and how often its page was tried. */
export interface Visit {
  href: string;
  key: string;
  attempt: number;
}

/** A page has been shown. */
export interface Arrival {
  head: Head | null;
  /** By Back or Forward: to where the visitor was before. */
  isBack: boolean;
  /** It could not be loaded, and says so. */
  isMissing?: boolean;
}

/** Where pages come from: in the browser a promise per visit, on the server what was prepared before rendering. */
export interface PageSource {
  routes: readonly PageRoute[];
  /** Answers the same promise for the same visit, so that it may be waited for while rendering. */
  read(match: PageMatch, visit: Visit): LoadedPage | Promise<LoadedPage>;
}

export const PageSourceContext = createContext<PageSource | null>(null);

const KEPT_MATCHES = 500;
/** Ranking all patterns costs more than the rest of a small page, and a page asks several times for its own. */
const matches = new WeakMap<readonly PageRoute[], Map<string, PageMatch | undefined>>();

/** The route of a path: the most specific pattern of all remotes. Undefined when not even `*` has an owner. */
export function matchPage(routes: readonly PageRoute[], pathname: string): PageMatch | undefined {
  let known = matches.get(routes);
  if (!known) matches.set(routes, (known = new Map()));
  if (known.has(pathname)) return known.get(pathname);
  const found = matchRoutes(
    routes.map((route) => ({ path: route.path, handle: route })),
    pathname,
  )?.at(-1);
  const match = found && { route: found.route.handle as PageRoute, params: found.params };
  if (known.size >= KEPT_MATCHES) known.clear();
  known.set(pathname, match);
  return match;
}

/** The page that is shown in place of one that says 404: of the remote that owns `*`. */
export const missingPage = (routes: readonly PageRoute[]): PageMatch | undefined =>
  matchPage(routes, '/404-of-no-remote');
