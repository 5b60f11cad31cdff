import { COUNTRY_COOKIE, createStore, type CurrencyState } from '@shop/mfe-kit';
import type { QueryClient } from '@tanstack/react-query';
import { currencyOf } from '../app/currency.ts';
import { ratesQuery, taxQuery } from '../app/shell-data.ts';

const YEAR_S = 365 * 24 * 3600;

/** The chosen country, stored in a cookie so that the server renders the next page with it. */
export function createCurrency(initial: CurrencyState, queryClient: QueryClient, mayRender: () => boolean) {
  const state = createStore(initial);
  return {
    state,
    async choose(country: CurrencyState['country']) {
      document.cookie = `${COUNTRY_COOKIE}=${country}; path=/; max-age=${YEAR_S}; samesite=lax`;
      // Parts that are not hydrated yet cannot update their prices, so the server renders the page again.
      if (!mayRender()) return window.location.reload();
      const [rates, tax] = await Promise.all([
        queryClient.fetchQuery(ratesQuery).catch(() => undefined),
        queryClient.fetchQuery(taxQuery).catch(() => undefined),
      ]);
      state.set(currencyOf(country, rates, tax));
    },
  };
}
