import { AsyncLocalStorage } from 'node:async_hooks';
import { QueryClient, dehydrate } from '@tanstack/react-query';
import type { LoadedPage } from '../../app/page.ts';
import { headTags, headText } from '../../head.ts';
import { createDocumentTemplate } from '../document.ts';
import type { RenderRequest, Rendered } from '../protocol.ts';
import { createDataCache } from './data-cache.ts';
import { kit, shell } from './host.ts';
import { htmlOf, renderedParts, treeOf } from './html.tsx';
import { enter, send, settings } from './main-thread.ts';
import { preparePage } from './prepare-page.ts';
import { LeftToBrowser, createPartLoader } from './part-loader.ts';
import { failed } from './remotes.ts';

const documentOf = createDocumentTemplate(settings.registry, settings.isDevelopment);
const data = createDataCache({
  origin: settings.gatewayUrl,
  serviceToken: settings.serviceToken,
  freshMs: settings.dataFreshMs,
});
const usedSources = new AsyncLocalStorage<Set<string>>();
kit.setApiTransport({
  origin: '',
  isBounded: true,
  fetch: (input) => {
    usedSources.getStore()?.add(String(input));
    return data.fetch(String(input));
  },
});

export const forgetData = () => data.forget();

/** Renders the document of a URL. */
export function render(request: RenderRequest): Promise<Rendered> {
  const sources = new Set<string>();
  return usedSources.run(sources, () => renderFrom(request, sources));
}

async function renderFrom(request: RenderRequest, sources: ReadonlySet<string>): Promise<Rendered> {
  const startedAt = performance.now();
  const remainingMs = () => settings.budgetMs - (performance.now() - startedAt);
  const url = new URL(request.href, settings.shopUrl);
  const isLeftOut = (part: string) => request.without.includes('*') || request.without.includes(part);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } });
  const match = shell.matchPage(settings.pageRegistry.routes, url.pathname);
  const isGuarded = Boolean(match?.route.guard);
  let status = match ? 200 : 404;
  let isLate = false;
  let isComplete = failed.length === 0 && request.without.length === 0;

  const shellData = Promise.allSettled([
    ...shell.shellQueries.map((query) => queryClient.prefetchQuery(query as never)),
    ...(request.country === kit.DEFAULT_COUNTRY ? [] : [queryClient.prefetchQuery(shell.ratesQuery)]),
  ]);
  let page: LoadedPage | null | undefined = null;
  if (match && !isGuarded) {
    const stop = new AbortController();
    try {
      page = await withTimeout(remainingMs(), preparePage(queryClient, match, url, stop.signal, isLeftOut));
    } catch (error) {
      // The page's data failed: the browser retries and shows the error, and a crawler comes again.
      status = 503;
      send({ type: 'log', level: 'warn', part: match.route.part, message: String((error as Error).message) });
    }
    if (page === undefined) {
      // Timed out: the browser renders the page, and this document is not cached.
      isLate = true;
      stop.abort();
    }
    if (!page) isComplete = false;
  }
  await withTimeout(remainingMs(), shellData);
  if (page) ({ status } = page);
  const common = () => ({ id: request.id, isGuarded, sources: [...sources], late: isLate });
  if (page?.redirect) {
    const redirectStatus = status === 200 ? 302 : status;
    return { ...common(), status: redirectStatus, redirect: page.redirect, body: new Uint8Array(), complete: true };
  }

  const currency = shell.currencyOf(request.country, queryClient.getQueryData(shell.ratesQuery.queryKey));
  const loader = createPartLoader(queryClient, isLeftOut);
  const tree = treeOf({ href: request.href, page, queryClient, loader, currency });
  const html = await htmlOf(tree, remainingMs(), (error) => {
    isComplete = isComplete && isGuarded;
    if (error instanceof LeftToBrowser) return;
    send({ type: 'log', level: 'error', message: String((error as Error).stack ?? error) });
  });
  enter(null);
  const parts = renderedParts(html);
  const shown = page && match && parts.includes(match.route.part) ? page : null;
  if (shown) parts.push(shown.part);
  const site = queryClient.getQueryData<{ brand: { name: string } }>(['shell', 'brand'])?.brand.name;
  const context = { origin: new URL(settings.shopUrl).origin, url, site };
  const state = {
    queries: dehydrate(queryClient),
    registry: settings.pageRegistry,
    currency,
    rendered: [...new Set(parts)],
    page: shown?.head ? { part: shown.part, head: shown.head, status } : null,
  };
  const body = documentOf({
    head: headText(page?.head ? headTags(page.head, context) : [{ tag: 'title', attributes: {}, text: site ?? '' }]),
    html,
    state: JSON.stringify(state).replaceAll('<', '\\u003c'),
    parts: state.rendered,
  });
  return { ...common(), status, body, complete: isComplete };
}

/** Resolves to undefined after `ms`; the work is not cancelled. */
function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, ms), undefined);
    // Cleared, because a running timer would keep this page's objects in memory.
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
