import { AsyncLocalStorage } from 'node:async_hooks';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { PageRoute } from '@shop/build/registry';
import type { CurrencyState, Head, PartLoader, PartModule, Prefetch, SessionState } from '@shop/mfe-kit';
import type { QueryClient as QueryClientType } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { headTags, headText } from '../head.ts';
import type { FromWorker, RenderRequest, Rendered, ToWorker, WorkerSettings } from './protocol.ts';
import { createDataCache } from './data-cache.ts';
import { documentMaker } from './document.ts';

/**
 * Renders pages in a thread that lives as long as one registry. Remotes' server bundles are imported from their folders; the
 * shared packages that they name are resolved from the shell, so that there is one React.
 */
const settings = workerData as WorkerSettings;
const port = parentPort!;
const send = (message: FromWorker, handedOver: ArrayBuffer[] = []) => port.postMessage(message, handedOver);
const { registry, signs, names } = settings;
const documentOf = documentMaker(registry, settings.isDevelopment);

const fileOf = (slice: string, version: string, file: string) =>
  pathToFileURL(path.join(settings.deployDir, slice, version, 'server', file)).href;
const ownFile = (file: string) => new URL(file, import.meta.url).href;
const SHARED = /^(react|react-dom|@tanstack\/react-query)(\/|$)/;
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@shop/mfe-kit') return { url: ownFile('mfe-kit.mjs'), shortCircuit: true, format: 'module' };
    return next(specifier, SHARED.test(specifier) ? { ...context, parentURL: import.meta.url } : context);
  },
});

const indexOf = new Map(names.map((name, i) => [name, i + 1]));
/** Whose code runs from here on: read by the main thread when this one shows no more life. */
const enter = (name: string | null) => Atomics.store(signs, 1, (name && indexOf.get(name)) || 0);
setInterval(() => Atomics.add(signs, 0, 1), 25);

const { StrictMode } = await import('react');
// React's build for Bun writes strings. The one for Node encodes each of a page's thousands of pieces by itself, which costs
// a tenth of all rendering.
const { renderToPipeableStream } = await import('react-dom/server.bun');
const { QueryClient, QueryClientProvider, dehydrate } = await import('@tanstack/react-query');
const kit = (await import(/* webpackIgnore: true */ ownFile('mfe-kit.mjs'))) as typeof import('@shop/mfe-kit');
const shell = (await import(/* webpackIgnore: true */ ownFile('app.mjs'))) as typeof import('../app/app.tsx');

/** Not rendered here: the browser does it. Its digest tells the browser that this is not an error. */
class LeftToBrowser extends Error {
  digest = 'left-to-browser';
}

const modules = new Map<string, PartModule>();
const failed: { remote: string; reason: string }[] = [];
for (const [name, remote] of Object.entries(registry.remotes)) {
  if (settings.withoutRemotes.includes(name)) continue;
  try {
    enter(name);
    const file = fileOf(remote.slice, remote.version, 'server.mjs');
    const bundle = (await import(/* webpackIgnore: true */ file)) as { default: Record<string, PartModule> };
    for (const [part, module] of Object.entries(bundle.default)) modules.set(`${name}/${part}`, module);
  } catch (error) {
    failed.push({ remote: name, reason: String((error as Error).message) });
  }
}
enter(null);

const usedSources = new AsyncLocalStorage<Set<string>>();
const cache = createDataCache({
  origin: settings.gatewayUrl,
  serviceToken: settings.serviceToken,
  freshMs: settings.dataFreshMs,
});
kit.setApiTransport({
  origin: '',
  isBounded: true,
  fetch: (input) => {
    usedSources.getStore()?.add(String(input));
    return cache.fetch(String(input));
  },
});

/** Whoever looks at the page: the server does not know. */
const session = {
  state: kit.createStore<SessionState>({ status: 'unknown', user: null }),
  actions: {
    signIn: () => Promise.resolve(false),
    signOut: () => Promise.resolve(),
    refresh: () => Promise.resolve(),
  },
};
const nothing = () => {};

interface Prepared {
  part: string;
  module: PartModule;
  head: Head | null;
  status: number;
  redirect?: string;
}

/** Settles with undefined when `ms` are over; what is late goes on alone. */
function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, ms), undefined);
    // A timer that is left running would hold everything of this page for as long.
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function preparePage(
  queryClient: QueryClientType,
  match: { route: PageRoute; params: Record<string, string | undefined> },
  url: URL,
  signal: AbortSignal,
  isLeft: (part: string) => boolean,
): Promise<Prepared | null> {
  const { part } = match.route;
  const module = modules.get(part);
  if (!module || isLeft(part)) return null;
  enter(part);
  const result = await (module.prefetch as Prefetch | undefined)?.(queryClient, { params: match.params, url, signal });
  enter(null);
  if (result?.status !== 404) return { part, module, status: 200, head: null, ...result };
  const missing = shell.missingPage(settings.pageRegistry.routes);
  if (!missing || missing.route.part === part) return { part, module, ...result, status: 404 };
  const instead = await preparePage(queryClient, missing, url, signal, isLeft);
  return instead && { ...instead, status: 404 };
}

/** The parts of a page on the server: there at once, or left to the browser. */
function partsFor(queryClient: QueryClientType, isLeft: (part: string) => boolean): PartLoader {
  const waits = new Map<string, Promise<void> | null>();
  return {
    peek: (id) => (isLeft(id) ? undefined : modules.get(id)),
    load: (id) => Promise.reject(new LeftToBrowser(id)),
    standing: () => false,
    prepare(id, props) {
      const prefetch = modules.get(id)?.prefetch as ((q: QueryClientType, p: unknown) => Promise<void>) | undefined;
      if (!prefetch || isLeft(id)) return undefined;
      const key = `${id} ${JSON.stringify(props)}`;
      if (!waits.has(key)) {
        enter(id);
        const done = () => void waits.set(key, null);
        waits.set(key, prefetch(queryClient, props).then(done, done));
      }
      return waits.get(key) ?? undefined;
    },
    preloadPart: nothing,
    preloadPage: nothing,
    enter,
  };
}

interface Shown {
  href: string;
  page: Prepared | null | undefined;
  queryClient: QueryClientType;
  loader: PartLoader;
  currency: CurrencyState;
}

/** What the browser's entry hydrates, around the same App. */
function treeOf({ href, page, queryClient, loader, currency }: Shown): ReactNode {
  const source = {
    routes: settings.pageRegistry.routes,
    read() {
      if (!page) throw new LeftToBrowser();
      return page;
    },
  };
  const money = { state: kit.createStore(currency), choose: () => Promise.resolve() };
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <kit.LoaderContext value={loader}>
          <kit.SessionContext value={session}>
            <kit.CurrencyContext value={money}>
              <shell.PageSourceContext value={source}>
                <kit.StaticRouter location={href}>
                  <shell.App onArrive={nothing} floating={null} />
                </kit.StaticRouter>
              </shell.PageSourceContext>
            </kit.CurrencyContext>
          </kit.SessionContext>
        </kit.LoaderContext>
      </QueryClientProvider>
    </StrictMode>
  );
}

/** Gathers what React writes; a stream's own buffer would cost more than the rest of it. */
class Text extends Writable {
  private text = '';

  override write(piece: string): boolean {
    this.text += piece;
    return true;
  }

  override end(): this {
    this.emit('whole', this.text);
    return this;
  }
}

/** Renders with all that comes within `ms`; the rest is left to the browser. */
function htmlOf(tree: ReactNode, ms: number, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(tree, {
      // Else boundaries over 12 KB come hidden, with an inline script that shows them.
      progressiveChunkSize: Infinity,
      onAllReady() {
        clearTimeout(timer);
        stream.pipe(new Text().on('whole', resolve));
      },
      onShellError: reject,
      onError(error) {
        onError(error);
        return 'left-to-browser';
      },
    });
    const timer = setTimeout(() => stream.abort(new LeftToBrowser()), Math.max(20, ms));
  });
}

/** Parts whose boundary holds HTML: `<!--$-->` stands for done, `<!--$!-->` for left to the browser. */
const STANDING = /data-part="([^"]+)"[^>]*><!--\$-->/g;
const standingIn = (html: string): string[] => [...html.matchAll(STANDING)].map(([, part]) => part!);

async function render(request: RenderRequest): Promise<Rendered> {
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
  let page: Prepared | null | undefined = null;
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
  const answer = () => ({ id: request.id, isGuarded, sources: [...usedSources.getStore()!], late: isLate });
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

port.on('message', (message: ToWorker) => {
  if (message.type === 'stop') process.exit(0);
  if (message.type === 'forget') return cache.forget();
  const { request } = message;
  // Up to a thousand messages are handed out without a turn of the event loop, and a page whose data is cached is rendered
  // within one: under load no timer would run, and this thread would look dead.
  setImmediate(() =>
    usedSources.run(new Set(), () =>
      render(request).then(
        (page) => send({ type: 'rendered', page }, [page.body.buffer]),
        (error: Error) => send({ type: 'failed', id: request.id, reason: String(error.stack ?? error) }),
      ),
    ),
  );
});
send({ type: 'ready', failed });
