import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { ASHA, here, LOST, Refused } from '../../../../../testing/checkout-harness.tsx';
import {
  AWAIT,
  freezeCheckout,
  ID,
  lastToast,
  leaveCheckout,
  open,
  press,
} from '../../../../../testing/frozen-checkout.tsx';
import { unfinishedOf } from '../../../unfinished.ts';

// Real page, queries and API client; Razorpay's dialog and the gateway are stubbed. e2e/journeys pays through the real
// services and the sandbox.
const PAID = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 's' };
const [CREATE, VERIFY] = ['POST /payment/create-order', 'POST /payment/verify'];

interface Options {
  handler(answer: typeof PAID): void;
  modal: { ondismiss(): void };
  [name: string]: unknown;
}
/** Dialogs opened by the page. */
let dialogs: { options: Options; failed(description: string): void }[];
class Dialog {
  #fail: (failure: object) => void = () => {};
  constructor(readonly options: Options) {}
  on(_: string, listener: (failure: object) => void) {
    this.#fail = listener;
  }
  open() {
    dialogs.push({ options: this.options, failed: (description) => this.#fail({ error: { description } }) });
  }
  close() {}
}

let shop: ReturnType<typeof freezeCheckout>;

beforeEach(() => {
  dialogs = [];
  Object.assign(window, { Razorpay: Dialog });
  shop = freezeCheckout();
  Object.assign(shop.answers, {
    [CREATE]: {
      ...{ order: { id: 'order_1', amount: 103_000, currency: 'INR' }, checkoutId: ID },
      dialog: { script: 'https://pay.example/checkout.js', key: 'k', name: 'Aranya', description: 'Ring', prefill: {} },
    },
    [VERIFY]: { paymentId: 'pay_1', checkoutId: ID, state: 'captured' },
  });
});
afterEach(leaveCheckout);

/** Presses Pay and waits for Razorpay's dialog. */
const openDialog = async (n = 1) => {
  await press('Pay ₹1,030.00');
  await waitFor(() => expect(dialogs).toHaveLength(n));
  return dialogs[n - 1]!;
};

describe('paying by Razorpay', () => {
  it('opens their dialog for the frozen total, and leads to the order once it is verified', async () => {
    open();
    const { options } = await openDialog();
    expect(shop.gateway.of(CREATE)).toMatchObject([{ body: { checkoutId: ID, amount: 1_030 } }]);
    expect(options).toMatchObject({ key: 'k', order_id: 'order_1', amount: 103_000 });
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeTruthy();
    act(() => options.handler(PAID));
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
    expect(shop.gateway.of(VERIFY)).toMatchObject([{ body: PAID }]);
    expect(shop.gateway.of(AWAIT)).toMatchObject([{ body: { paymentInfo: { id: 'pay_1' } } }]);
    expect(lastToast()).toBe('Payment verified 🎉');
    expect(unfinishedOf(ASHA._id)).toBeUndefined();
  });

  it('keeps the pieces when the dialog is closed, and pays at the second try', async () => {
    open();
    const first = await openDialog();
    act(() => first.options.modal.ondismiss());
    await waitFor(() => expect(lastToast()).toBe('Payment not completed'));
    expect(screen.getByText(/held for you/)).toBeTruthy();
    const second = await openDialog(2);
    act(() => second.options.handler(PAID));
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
  });

  it('repeats what the bank said when it declined, and offers another card', async () => {
    open();
    const { options, failed } = await openDialog();
    act(() => failed('Your card has no money.'));
    act(() => options.modal.ondismiss());
    expect((await screen.findByRole('alert')).textContent).toContain('Your card has no money.');
    expect(screen.getByRole('button', { name: 'Pay ₹1,030.00' })).toBeTruthy();
  });

  it('says so when it cannot begin', async () => {
    shop.answers[CREATE] = new Refused(503, 'payment.provider-unavailable', 'Unable to start payment');
    open();
    await press('Pay ₹1,030.00');
    await waitFor(() => expect(lastToast()).toBe('Unable to start payment'));
    await screen.findByRole('button', { name: 'Pay ₹1,030.00' });
  });

  it('believes no signature that the shop refuses', async () => {
    shop.answers[VERIFY] = new Refused(400, 'payment.wrong-signature', 'Payment verification failed');
    open();
    const { options } = await openDialog();
    act(() => options.handler(PAID));
    await waitFor(() => expect(lastToast()).toBe('Payment verification failed'));
    await screen.findByRole('button', { name: 'Pay ₹1,030.00' });
    expect(shop.gateway.of(AWAIT)).toEqual([]);
  });

  it('shows the order that the pieces were paid for by already, and offers no second payment', async () => {
    const order = 'e'.repeat(24);
    shop.answers[AWAIT] = () => {
      shop.becomes({ state: 'cancelled', paidAs: order });
      return new Refused(
        409,
        'checkout.paid',
        'You have paid for these pieces already. Your money goes back by itself',
      );
    };
    open();
    const { options } = await openDialog();
    act(() => options.handler(PAID));
    expect(await screen.findByText('You have paid for these pieces already')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your order' }).getAttribute('href')).toBe(`/user/order/${order}`);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('does not take a lost answer for a failure: it asks until there is an order', async () => {
    shop.answers[VERIFY] = LOST;
    open();
    const { options } = await openDialog();
    act(() => options.handler(PAID));
    await screen.findByText(/waiting for the word of your bank/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    shop.becomes({ state: 'ordered', orderId: ID });
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
  });
});
