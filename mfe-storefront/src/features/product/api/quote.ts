import { catalog } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import type { Customizations } from '../choices.rules.ts';

/** So long nothing else is chosen before the server is asked. */
const SETTLED_MS = 250;

/** What a piece costs with what was chosen. Another choice cancels the question, mostly before it was asked. */
export const quoteQuery = (productId: string, customizations: Customizations) =>
  queryOptions({
    queryKey: ['storefront', 'quote', productId, customizations],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
      signal.throwIfAborted();
      try {
        return await call(catalog.calculatePrice, { body: { productId, customizations }, signal });
      } catch (error) {
        // The last price stays; the cart asks again anyway.
        if (!signal.aborted) reportError(error);
        throw error;
      }
    },
    retry: false,
  });
