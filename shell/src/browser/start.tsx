import { CurrencyContext, LoaderContext, SessionContext, createStore } from '@shop/mfe-kit';
import { QueryClientProvider, hydrate } from '@tanstack/react-query';
import { StrictMode, startTransition, useEffect, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { App } from '../app/app.tsx';
import { PageSourceContext } from '../app/page.ts';
import { brandQuery } from '../app/shell-data.ts';
import { createArrival } from './arrival.ts';
import { answerEarlyClicks } from './early-clicks.ts';
import { createCurrency } from './currency.ts';
import { FloatingParts } from './floating-parts.tsx';
import { createLoader } from './loader.ts';
import { createPageSource } from './pages.ts';
import { createQueryClient } from './query-client.ts';
import { BrowserRouter, goInstead } from './router.tsx';
import { createSession } from './session.ts';
import { followSlicesSwitch } from './show-slices.ts';
import { readState } from './state.ts';

/** Left by the server in place of a part that the browser renders: not an error. */
const LEFT_TO_BROWSER = 'left-to-browser';

/** Slices that show what belongs to one person; keys of queries begin with the slice's name. */
const PERSONAL = new Set(['checkout', 'account', 'admin']);

const state = readState();
const queryClient = createQueryClient();
hydrate(queryClient, state.queries);

const loader = createLoader(state.registry, state.rendered, (href) => pages.preload(href));
const pages = createPageSource({ routes: state.registry.routes, loader, queryClient, first: state.page });
const mayRender = () => !loader.isWaiting();
const currency = createCurrency(state.currency, queryClient, mayRender);

/** Counts who looked at this page one after the other. */
const visitors = createStore(1);
const session = createSession({
  forgetEverything() {
    queryClient.clear();
    pages.forget();
    // Not in a transition: not one more frame shows what belonged to the one who left.
    flushSync(() => visitors.set(visitors.get() + 1));
  },
  reload: () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'shell' }),
  goHome: () => goInstead('/'),
  onGap: () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => PERSONAL.has(String(queryKey[0])) }),
});

const { arrive, depart } = createArrival(document.getElementById('announcer')!, {
  site: () => queryClient.getQueryData(brandQuery.queryKey)?.brand.name,
  hasHead: state.page !== null,
});

function Shop() {
  const visitor = useSyncExternalStore(visitors.subscribe, visitors.get, visitors.get);
  useEffect(() => answerEarlyClicks('shell'), []);
  return <App key={visitor} onArrive={arrive} floating={<FloatingParts />} />;
}

// In a transition React pauses for the visitor; else it would bring the whole frame to life in one go.
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
followSlicesSwitch();

// Only a server in development says so: a new version of a part is shown at once.
if (document.querySelector('script[data-dev]')) {
  new EventSource('/dev/reload').addEventListener('reload', () => window.location.reload());
}
