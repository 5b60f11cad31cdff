import type { PageRoute } from '@shop/build/registry';
import type { ShownTax } from '@shop/contracts/browser';
import { prefetchPage, type PartModule } from '@shop/mfe-kit';
import type { QueryClient } from '@tanstack/react-query';
import { matchPage, missingPage, type LoadedPage, type PageMatch, type PageSource } from '../app/page.ts';
import type { BrowserLoader } from './loader.ts';
import type { PageState } from './state.ts';

/** React may read a recent visit again; its data is cached in the query client. */
const MAX_VISITS = 6;

interface Parts {
  routes: readonly PageRoute[];
  loader: BrowserLoader;
  queryClient: QueryClient;
  first: PageState['page'];
  /** How prices are shown now. */
  shownTax: () => ShownTax | undefined;
}

/** Pages in the browser: a visit waits for code and data, so that a navigation ends with a complete page. */
export function createPageSource({ routes, loader, queryClient, first, shownTax }: Parts): PageSource & {
  preload(href: string): void;
  /** Drops all visits: the next one is fetched. */
  forget(): void;
} {
  const visits = new Map<string, Promise<LoadedPage>>();
  const failed = new Set<string>();
  let hydrating = first !== null;

  const prefetch = async (match: PageMatch, href: string): Promise<LoadedPage> => {
    const [module, result] = await load(match.route.part, match, href);
    if (result.status !== 404) return { part: match.route.part, module, ...result };
    const missing = missingPage(routes);
    if (!missing) return { part: match.route.part, module, ...result };
    const [page, { head }] = await load(missing.route.part, missing, href);
    return { part: missing.route.part, module: page, head, status: 404 };
  };

  async function load(part: string, match: PageMatch, href: string) {
    const module: PartModule = loader.peek(part) ?? (await loader.load(part, false));
    const url = new URL(href, window.location.origin);
    const tax = Promise.resolve(shownTax());
    const context = { params: match.params, url, signal: new AbortController().signal, tax };
    return [module, { status: 200, head: null, ...(await prefetchPage(module, queryClient, context)) }] as const;
  }

  return {
    routes,
    read(match, { href, key: entry, attempt }) {
      const key = `${entry} ${href} ${attempt}`;
      const known = visits.get(key);
      if (known) return known;
      const visit =
        hydrating && first
          ? loader.load(first.part, loader.standing(first.part)).then((module) => ({ ...first, module }))
          : prefetch(match, href);
      hydrating = false;
      // React may read a failed visit again; it is dropped with the next visit, so that Back retries.
      for (const one of failed) visits.delete(one);
      failed.clear();
      visits.set(key, visit);
      visit.catch(() => failed.add(key));
      const oldest = visits.keys().next().value;
      if (visits.size > MAX_VISITS && oldest !== undefined) visits.delete(oldest);
      return visit;
    },
    preload(href) {
      const url = new URL(href, window.location.origin);
      const match = matchPage(routes, url.pathname);
      if (!match || url.origin !== window.location.origin) return;
      if (match.route.guard) loader.preloadPart(match.route.part);
      else prefetch(match, url.pathname + url.search).catch(() => {});
    },
    forget: () => visits.clear(),
  };
}
