import { CurrencyContext, LoaderContext, SessionContext, createStore } from '@shop/mfe-kit';
import { QueryClientProvider, hydrate } from '@tanstack/react-query';
import { StrictMode, startTransition, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { App } from '../app/app.tsx';
import { PageSourceContext } from '../app/page.ts';
import { brandQuery } from '../app/shell-data.ts';
import { createArrival } from './arrival.ts';
import { useEarlyInput } from './early-input.ts';
import { createCurrency } from './currency.ts';
import { FloatingParts } from './floating-parts.tsx';
import { createLoader } from './loader.ts';
import { createPageSource } from './pages.ts';
import { createQueryClient, forgetVisitor } from './query-client.ts';
import { BrowserRouter, replaceLocation } from './router.tsx';
import { createSession } from './session.ts';
import { enableSliceOutlines } from './show-slices.ts';
import { readState } from './state.ts';

/** Digest of a part that the server left to the browser: not an error. */
const LEFT_TO_BROWSER = 'left-to-browser';

/** Slices with data of one user; query keys start with the slice's name. */
const PERSONAL = new Set(['checkout', 'account', 'admin']);

const state = readState();
const queryClient = createQueryClient();
hydrate(queryClient, state.queries);

const loader = createLoader(state.registry, state.rendered, (href) => pages.preload(href));
const pages = createPageSource({
  routes: state.registry.routes,
  loader,
  queryClient,
  first: state.page,
  shownTax: () => currency.state.get().tax,
});
const mayRender = () => !loader.isWaiting();
const currency = createCurrency(state.currency, queryClient, mayRender);

/** Incremented when another visitor uses this page: the new key remounts the app. */
const visitors = createStore(1);
const session = createSession({
  forgetEverything() {
    forgetVisitor(queryClient);
    pages.forget();
    // Synchronous: no further frame may show data of the previous user.
    flushSync(() => visitors.set(visitors.get() + 1));
  },
  reload: () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'shell' }),
  goHome: () => replaceLocation('/'),
  onGap: () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => PERSONAL.has(String(queryKey[0])) }),
});

const { arrive, depart } = createArrival(document.getElementById('announcer')!, {
  site: () => queryClient.getQueryData(brandQuery.queryKey)?.brand.name,
  hasHead: state.page !== null,
});

function Shop() {
  const visitor = useSyncExternalStore(visitors.subscribe, visitors.get, visitors.get);
  useEarlyInput('shell');
  return <App key={visitor} onArrive={arrive} floating={<FloatingParts />} />;
}

// In a transition React yields to input; otherwise it would hydrate the whole frame in one task.
startTransition(() => {
  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LoaderContext value={loader}>
          <SessionContext value={session}>
            <CurrencyContext value={currency}>
              <PageSourceContext value={pages}>
                <BrowserRouter mayRender={mayRender} onDepart={depart}>
                  <Shop />
                </BrowserRouter>
              </PageSourceContext>
            </CurrencyContext>
          </SessionContext>
        </LoaderContext>
      </QueryClientProvider>
    </StrictMode>,
    {
      onRecoverableError(error) {
        if ((error as { digest?: string }).digest !== LEFT_TO_BROWSER) reportError(error);
      },
    },
  );
});
session.start();
enableSliceOutlines();

// Set by a server in development: reload the page with every new version of a slice.
if (document.querySelector('script[data-dev]')) {
  new EventSource('/dev/reload').addEventListener('reload', () => window.location.reload());
}
