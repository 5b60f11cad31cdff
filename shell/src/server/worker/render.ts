import { AsyncLocalStorage } from 'node:async_hooks';
import { QueryClient, dehydrate } from '@tanstack/react-query';
import type { LoadedPage } from '../../app/page.ts';
import { headTags, headText } from '../../head.ts';
import { documentMaker } from '../document.ts';
import type { RenderRequest, Rendered } from '../protocol.ts';
import { createDataCache } from './data-cache.ts';
import { kit, shell } from './host.ts';
import { htmlOf, standingIn, treeOf } from './html.tsx';
import { enter, send, settings } from './main-thread.ts';
import { preparePage } from './page.ts';
import { LeftToBrowser, partsFor } from './parts.ts';
import { failed } from './remotes.ts';

const documentOf = documentMaker(settings.registry, settings.isDevelopment);
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

/** The whole document of an address. */
export function render(request: RenderRequest): Promise<Rendered> {
  const sources = new Set<string>();
  return usedSources.run(sources, () => renderFrom(request, sources));
}

async function renderFrom(request: RenderRequest, sources: ReadonlySet<string>): Promise<Rendered> {
  const began = performance.now();
  const left = () => settings.budgetMs - (performance.now() - began);
  const url = new URL(request.href, settings.shopUrl);
  const isLeft = (part: string) => request.without.includes('*') || request.without.includes(part);
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
      page = await within(left(), preparePage(queryClient, match, url, stop.signal, isLeft));
    } catch (error) {
      // The data is not there: the browser will say so, and a crawler is to come again.
      status = 503;
      send({ type: 'log', level: 'warn', part: match.route.part, message: String((error as Error).message) });
    }
    if (page === undefined) {
      // Too slow: the browser renders it, and nobody keeps this page.
      isLate = true;
      stop.abort();
    }
    if (!page) isComplete = false;
  }
  await within(left(), shellData);
  if (page) ({ status } = page);
  const answer = () => ({ id: request.id, isGuarded, sources: [...sources], late: isLate });
  if (page?.redirect) {
    const moved = status === 200 ? 302 : status;
    return { ...answer(), status: moved, redirect: page.redirect, body: new Uint8Array(), complete: true };
  }

  const currency = shell.currencyOf(request.country, queryClient.getQueryData(shell.ratesQuery.queryKey));
  const loader = partsFor(queryClient, isLeft);
  const html = await htmlOf(treeOf({ href: request.href, page, queryClient, loader, currency }), left(), (error) => {
    isComplete = isComplete && isGuarded;
    if (error instanceof LeftToBrowser) return;
    send({ type: 'log', level: 'error', message: String((error as Error).stack ?? error) });
  });
  enter(null);
  const parts = standingIn(html);
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
  return { ...answer(), status, body, complete: isComplete };
}

/** Settles with undefined when `ms` are over; what is late goes on alone. */
function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, ms), undefined);
    // A timer that is left running would hold everything of this page for as long.
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
