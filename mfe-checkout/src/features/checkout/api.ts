import { type AnswerOf, type BodyOf, cartOrder, content, identity, payment } from '@shop/contracts/browser';
import { ApiError, call } from '@shop/mfe-kit';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type Quote = AnswerOf<typeof cartOrder.quoteCheckout>['quote'];
export type Checkout = AnswerOf<typeof cartOrder.getCheckout>['checkout'];
export type Terms = BodyOf<typeof cartOrder.quoteCheckout>;
export type Payment = AnswerOf<typeof payment.getPaymentOfCheckout>['payment'];
export type User = NonNullable<AnswerOf<typeof identity.me>['user']>;
export type SavedAddress = User['addresses'][number];

export const QUOTES = ['checkout', 'quote'] as const;

/** The current quote of the server. */
export const quoteQuery = (terms: Terms) =>
  queryOptions({
    queryKey: [...QUOTES, terms],
    queryFn: ({ signal }) => call(cartOrder.quoteCheckout, { body: terms, signal }),
    // After another courier or extra the old sums stay, marked as pending, until the new quote arrives.
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const addressesQuery = queryOptions({
  queryKey: ['checkout', 'addresses'],
  queryFn: ({ signal }) => call(identity.me, { signal }),
  select: ({ user }) => user?.addresses ?? [],
  // Parcels go where these say, and no event tells this page what was changed on another one before it opened.
  gcTime: 0,
  refetchOnWindowFocus: 'always',
});

export const checkoutQuery = (checkoutId: string) =>
  queryOptions({
    queryKey: ['checkout', 'frozen', checkoutId],
    queryFn: ({ signal }) => call(cartOrder.getCheckout, { params: { checkoutId }, signal }),
    select: (answer) => answer.checkout,
    staleTime: 0,
  });

export const paymentQuery = (checkoutId: string) =>
  queryOptions({
    queryKey: ['checkout', 'payment', checkoutId],
    queryFn: ({ signal }) => call(payment.getPaymentOfCheckout, { params: { checkoutId }, signal }),
    select: (answer) => answer.payment,
    staleTime: 0,
  });

const METHODS_TIMEOUT_MS = 4_000;

/** The ways to pay that are switched on. */
export const methodsQuery = queryOptions({
  queryKey: ['checkout', 'methods'],
  queryFn: ({ signal }) => call(payment.listMethods, { signal, timeoutMs: METHODS_TIMEOUT_MS }),
  select: (answer) => answer.methods,
  // Without the list the buyer pays by the proposed one, instead of waiting.
  retry: false,
});

/** The checkout whose payment is in the way of this call. */
export function otherCheckoutOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return (error.problem.details as { checkoutId?: string } | undefined)?.checkoutId;
}

const MINUTES = 60_000;

export const policyQuery = (slug: 'shipping-policy' | 'refund-return') =>
  queryOptions({
    queryKey: ['checkout', 'policy', slug],
    queryFn: ({ signal }) => call(content.getPage, { params: { slug }, signal }),
    staleTime: 10 * MINUTES,
  });
