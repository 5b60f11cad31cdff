import type { ReactNode } from 'react';
import { ChatLink } from './chat-link.tsx';
import { Footer } from './footer/footer.tsx';
import { PageHeader } from './header/page-header.tsx';
import { PageSlot } from './page-slot.tsx';
import type { Arrival } from './page.ts';
import { WhenNotBare } from './when-not-bare.tsx';

export { CurrencyContext, LoaderContext, SessionContext, createStore } from '@shop/mfe-kit';
export { currencyOf, shownTaxIn, type CurrencyAnswers } from './currency.ts';
export { PageSourceContext, matchPage, missingPage, type LoadedPage, type PageMatch, type PageSource } from './page.ts';
export { ratesQuery, shellQueries, taxQuery } from './shell-data.ts';

/**
 * The part of a page that server and browser render. It has no state of its own: state is in leaves (menus, picker, page), so
 * that no update reaches a part whose code is not loaded yet. `floating` is null on the server.
 */
export function App({ onArrive, floating }: { onArrive: (arrival: Arrival) => void; floating: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#page">
        Skip to content
      </a>
      <WhenNotBare>
        <PageHeader />
      </WhenNotBare>
      <PageSlot onArrive={onArrive} />
      <WhenNotBare>
        <Footer />
      </WhenNotBare>
      <WhenNotBare>
        <ChatLink />
      </WhenNotBare>
      {floating}
    </>
  );
}
