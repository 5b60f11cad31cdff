import { cartOrder, catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import type { Customizations } from '../choices.rules.ts';

/** Debounce before the server is asked. */
const DEBOUNCE_MS = 250;

/** The price of a product with the chosen options. Another choice cancels the request, usually before it is sent. */
export const quoteQuery = (productId: string, customizations: Customizations) =>
  queryOptions({
    queryKey: ['storefront', 'quote', productId, customizations],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      try {
        return await call(catalog.calculatePrice, { body: { productId, customizations }, signal });
      } catch (error) {
        // The last price stays; the cart quotes it again anyway.
        if (!signal.aborted) reportError(error);
        throw error;
      }
    },
    retry: false,
  });

const FIVE_MINUTES = 300_000;

/** What an order with an engraving costs in addition, in rupees. */
export const engravingFeeQuery = queryOptions({
  queryKey: ['storefront', 'engraving-fee'],
  queryFn: async ({ signal }) => (await call(cartOrder.getCharges, { signal })).data.otherCharges.engraving,
  staleTime: FIVE_MINUTES,
});
