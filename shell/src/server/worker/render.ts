import { AsyncLocalStorage } from 'node:async_hooks';
import { HOME_COUNTRY } from '@shop/contracts/browser';
import { QueryClient, dehydrate } from '@tanstack/react-query';
import type { LoadedPage } from '../../app/page.ts';
import { headTags, headText } from '../../head.ts';
import { createDocumentTemplate } from '../document.ts';
import type { Change } from '../page-cache.ts';
import type { RenderRequest, Rendered } from '../protocol.ts';
import { createTagger } from '../source-tags.ts';
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
  timeoutMs: settings.contentBudgetMs,
  tagsOf: createTagger(settings.cachedCalls),
});
/** Of the page whose code runs. */
const current = new AsyncLocalStorage<{ tags: Set<string>; traceparent: string | undefined }>();
kit.setApiTransport({
  origin: '',
  isBounded: true,
  fetch: (input) => {
    const page = current.getStore();
    return data.fetch(String(input), (tags) => tags.forEach((tag) => page?.tags.add(tag)), page?.traceparent);
  },
});

export const forgetData = (change: Change) => data.forget(change);

/** Renders the document of a URL. */
export function render(request: RenderRequest): Promise<Rendered> {
  const tags = new Set<string>();
  return current.run({ tags, traceparent: request.traceparent }, () => renderFrom(request, tags));
}

async function renderFrom(request: RenderRequest, tags: ReadonlySet<string>): Promise<Rendered> {
  const startedAt = performance.now();
  const url = new URL(request.href, settings.shopUrl);
  const isLeftOut = (part: string) => request.without.includes('*') || request.without.includes(part);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } });
  const match = shell.matchPage(settings.pageRegistry.routes, url.pathname);
  const isGuarded = Boolean(match?.route.guard);

  const frame = Promise.allSettled([
    ...shell.shellQueries.map((query) => queryClient.prefetchQuery(query as never)),
    ...(request.country === HOME_COUNTRY ? [] : [queryClient.prefetchQuery(shell.ratesQuery)]),
  ]);
  const tax = withTimeout(settings.budgetMs, queryClient.fetchQuery(shell.taxQuery)).then(
    (answer) => shell.shownTaxIn(request.country, answer),
    () => undefined,
  );
  let page: LoadedPage | null = null;
  if (match && !isGuarded) {
    const stop = new AbortController();
    let contentUntil = startedAt + settings.contentBudgetMs;
    const secondary = (work: readonly Promise<unknown>[]) => {
      // Content that is there may not be lost to what it waits for now.
      contentUntil = Math.max(contentUntil, performance.now() + 2 * settings.budgetMs);
      return withTimeout(settings.budgetMs, Promise.allSettled(work));
    };
    try {
      const preparing = preparePage(queryClient, match, { url, signal: stop.signal, secondary, tax }, isLeftOut);
      // It may fail after its time is over, which must not end the thread.
      preparing.catch(() => {});
      let prepared: LoadedPage | null | undefined;
      while (prepared === undefined) {
        const ms = contentUntil - performance.now();
        if (ms <= 0) throw new Error(`no data within ${settings.contentBudgetMs} ms`);
        prepared = await withTimeout(ms, preparing);
      }
      page = prepared;
    } catch (error) {
      stop.abort();
      send({ type: 'log', level: 'warn', part: match.route.part, message: String((error as Error).message) });
    }
  }
  // What the page can do without has its own time after the content; without content nothing is waited for longer.
  const partsUntil = (page ? performance.now() : startedAt) + settings.budgetMs;
  const remainingMs = () => partsUntil - performance.now();
  await withTimeout(remainingMs(), frame);
  const common = () => ({ id: request.id, tags: [...tags] });
  if (page?.redirect) {
    const status = page.status === 200 ? 302 : page.status;
    return { ...common(), status, redirect: page.redirect, body: new Uint8Array(), lacks: 'nothing' };
  }

  const currency = shell.currencyOf(
    request.country,
    queryClient.getQueryData(shell.ratesQuery.queryKey),
    queryClient.getQueryData(shell.taxQuery.queryKey),
  );
  const loader = createPartLoader(queryClient, isLeftOut);
  const tree = treeOf({ href: request.href, page, queryClient, loader, currency });
  let isWhole = failed.length === 0 && request.without.length === 0;
  const html = await htmlOf(tree, remainingMs(), (error) => {
    isWhole = isWhole && isGuarded;
    if (error instanceof LeftToBrowser) return;
    send({ type: 'log', level: 'error', message: String((error as Error).stack ?? error) });
  });
  enter(null);
  const parts = renderedParts(html);
  const shown = page && match && parts.includes(match.route.part) ? page : null;
  const lacksContent = Boolean(match) && !isGuarded && !shown;
  const status = lacksContent ? 503 : (shown?.status ?? (match ? 200 : 404));
  if (shown) parts.push(shown.part);
  const site = queryClient.getQueryData<{ brand: { name: string } }>(['shell', 'brand'])?.brand.name;
  const context = { origin: new URL(settings.shopUrl).origin, url, site };
  const state = {
    queries: dehydrate(queryClient),
    registry: settings.pageRegistry,
    currency,
    rendered: [...new Set(parts)],
    page: shown?.head ? { part: shown.part, head: shown.head, status, refusal: shown.refusal } : null,
  };
  const body = documentOf({
    head: headText(shown?.head ? headTags(shown.head, context) : [{ tag: 'title', attributes: {}, text: site ?? '' }]),
    html,
    state: JSON.stringify(state).replaceAll('<', '\\u003c'),
    parts: state.rendered,
  });
  const lacks = lacksContent ? 'content' : isWhole && hasAllData(queryClient) ? 'nothing' : 'parts';
  return { ...common(), status, body, lacks };
}

/** Whether every query of the page was answered; a refusal is an answer. */
const hasAllData = (queryClient: QueryClient): boolean =>
  queryClient
    .getQueryCache()
    .getAll()
    .every(({ state: { status, error, fetchStatus } }) =>
      status === 'pending' ? fetchStatus === 'idle' : status === 'success' || kit.refusalOf(error) !== null,
    );

/** Resolves to undefined after `ms`; the work is not cancelled. */
function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, ms), undefined);
    // Cleared, because a running timer would keep this page's objects in memory.
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
