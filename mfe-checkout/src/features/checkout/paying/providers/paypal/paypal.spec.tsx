import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { here, Refused } from '../../../../../testing/checkout-harness.tsx';
import { AWAIT, freezeCheckout, ID, lastToast, leaveCheckout, open } from '../../../../../testing/frozen-checkout.tsx';

// Real page, queries and API client; the gateway is stubbed. e2e/journeys pays through the real services and the sandbox.
const CAPTURE = 'POST /payment/paypal/capture-order';
let shop: ReturnType<typeof freezeCheckout>;

afterEach(leaveCheckout);

describe('paying by PayPal', () => {
  beforeEach(() => {
    shop = freezeCheckout();
    shop.becomes({ currency: 'USD', symbol: '$', totals: { ...shop.totals, total: 12.35 } });
    shop.answers[CAPTURE] = { status: 'COMPLETED', id: 'cap_1', checkoutId: ID };
  });

  it('is offered in the currency’s own sign', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'Pay $12.35' })).toBeTruthy();
  });

  it('takes the money when the buyer is back, and leads to the order', async () => {
    open('&paypal=return&token=PP1');
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
    expect(shop.gateway.of(CAPTURE)).toMatchObject([{ body: { orderID: 'PP1' } }]);
    expect(shop.gateway.of(AWAIT)).toMatchObject([{ body: { paymentInfo: { id: 'cap_1' } } }]);
    expect(lastToast()).toBe('Payment successful 🎉');
  });

  it('lets a buyer who cancelled there pay again', async () => {
    open('&paypal=cancel&token=PP1');
    await waitFor(() => expect(lastToast()).toBe('Payment not completed'));
    expect(here()).toBe(`/checkout?checkout=${ID}`);
    expect(shop.gateway.of(CAPTURE)).toEqual([]);
    await screen.findByRole('button', { name: 'Pay $12.35' });
  });

  it('is not completed while PayPal only has it pending', async () => {
    shop.answers[CAPTURE] = { status: 'PENDING', id: null, checkoutId: ID };
    shop.becomes({ state: 'capturing' });
    open('&paypal=return&token=PP1');
    await waitFor(() => expect(lastToast()).toBe('Payment not completed'));
    await screen.findByText(/waiting for the word of your bank/);
  });

  it('says when PayPal’s bank declined, and takes another try', async () => {
    shop.answers[CAPTURE] = new Refused(
      402,
      'payment.declined',
      'The payment was declined. Please try another way to pay',
    );
    open('&paypal=return&token=PP1');
    expect((await screen.findByRole('alert')).textContent).toContain('The payment was declined.');
    await screen.findByRole('button', { name: 'Pay $12.35' });
  });
});
