import '@shop/ui/fonts/fonts.css';
import '@shop/ui/tokens.css';
import '../app/base.css';
import { HOME_COUNTRY } from '@shop/contracts/browser';
import { CurrencyContext, LoaderContext, SessionContext, toast, type SessionActions } from '@shop/mfe-kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { currencyOf } from '../app/currency.ts';
import { PageSourceContext } from '../app/page.ts';
import { createCurrency } from '../browser/currency.ts';
import { createLoader } from '../browser/loader.ts';
import { createPageSource } from '../browser/pages.ts';
import { createQueryClient } from '../browser/query-client.ts';
import { BrowserRouter, replaceLocation } from '../browser/router.tsx';
import { createSession } from '../browser/session.ts';
import { Alone } from './alone.tsx';
import type { AloneState } from './state.ts';

/** A host for a single remote: its pages and fragments, against the running gateway, without server rendering. */
const state = JSON.parse(document.getElementById('state')!.textContent!) as AloneState;
const queryClient = createQueryClient();
const loader = createLoader(state.registry, [], (href) => pages.preload(href));
const pages = createPageSource({
  routes: state.registry.routes,
  loader,
  queryClient,
  first: null,
  shownTax: () => currency.state.get().tax,
});
const currency = createCurrency(currencyOf(HOME_COUNTRY, undefined, undefined), queryClient, () => true);
const session = createSession({
  forgetEverything: () => window.location.reload(),
  reload: () => void queryClient.invalidateQueries(),
  goHome: () => replaceLocation('/'),
  onGap: () => void queryClient.invalidateQueries(),
});
const actions: SessionActions = {
  ...session.actions,
  async signIn() {
    if (state.parts.includes('account/sign-in')) return session.actions.signIn();
    await session.actions.refresh();
    const isUser = session.state.get().user !== null;
    // Cookies are shared between ports, so this host has the shop's session.
    if (!isUser) toast.error(`Sign in in the shop (${state.shopUrl}); this host then has the same session`);
    return isUser;
  },
};

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <LoaderContext value={loader}>
      <SessionContext value={{ state: session.state, actions }}>
        <CurrencyContext value={currency}>
          <PageSourceContext value={pages}>
            <BrowserRouter mayRender={() => true}>
              <Alone state={state} />
            </BrowserRouter>
          </PageSourceContext>
        </CurrencyContext>
      </SessionContext>
    </LoaderContext>
  </QueryClientProvider>,
);
session.start();
new EventSource('/alone/changes').addEventListener('reload', () => window.location.reload());
