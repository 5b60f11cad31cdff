import { cartOrder, payment } from '@shop/contracts';
import { toasts } from '@shop/mfe-kit';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { CheckoutPage } from '../features/checkout/checkout-page.tsx';
import { storeUnfinished } from '../features/checkout/unfinished.ts';
import { type Answers, ASHA, startGateway, visit } from './checkout-harness.tsx';

export const ID = 'c'.repeat(24);
export const AWAIT = 'POST /order/new';
export const METHODS = 'GET /payment/methods';

/** A checkout over ₹1,030 that is frozen, behind a stubbed gateway. Specs change what the services answer. */
export function freezeCheckout() {
  const totals = {
    ...{ subtotal: 1_000, gst: 30, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0 },
    total: 1_030,
  };
  const at: { checkout: cartOrder.Checkout; payment: object | null } = {
    checkout: fixtureOf(cartOrder.checkout, {
      ...{ _id: ID, state: 'frozen', currency: 'INR', symbol: '₹', rate: null, orderId: null, paidAs: undefined },
      ...{ totals, expiresAt: new Date(Date.now() + 900_000).toISOString() },
    }),
    payment: null,
  };
  const answers: Answers = {
    [`GET /checkout/${ID}`]: () => ({ checkout: at.checkout }),
    [`GET /payment/checkout/${ID}`]: () => ({ payment: at.payment }),
    [METHODS]: {
      methods: payment.PROVIDERS.filter(({ isOnAtFirst }) => isOnAtFirst).map(({ name, currencies }) => ({
        provider: name,
        currencies,
      })),
    },
    [AWAIT]: { order: { _id: ID } },
  };
  storeUnfinished({ id: ID, userId: ASHA._id, from: '/checkout' });
  return {
    answers,
    gateway: startGateway(answers),
    /** Changes the checkout. */
    becomes: (fields: Partial<cartOrder.Checkout>) => Object.assign(at, { checkout: { ...at.checkout, ...fields } }),
    paidBy: (payment: object | null) => Object.assign(at, { payment }),
    totals,
  };
}

export function leaveCheckout(): void {
  cleanup();
  toasts.set([]);
  localStorage.clear();
  sessionStorage.clear();
}

export const open = (query = '') => visit(<CheckoutPage />, { at: `/checkout?checkout=${ID}${query}` });
export const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
export const lastToast = (): string | undefined => toasts.get().at(-1)?.message;
