import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import { toasts } from '@shop/mfe-kit';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { buyNowOf, storeBuyNow } from '../../../components/buy-now.ts';
import { type Answers, ASHA, here, LOST, Refused, startGateway, visit } from '../../../testing/checkout-harness.tsx';
import { CheckoutPage } from '../checkout-page.tsx';
import { storeUnfinished, unfinishedOf } from '../unfinished.ts';

// Real page, queries and API client; Razorpay's dialog and the gateway are stubbed. e2e/journeys pays through the real
// services and the sandbox.
const ID = 'c'.repeat(24);
const ORDER = { order: { _id: ID } };
const PAID = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 's' };
const [CREATE, VERIFY, AWAIT] = ['POST /payment/create-order', 'POST /payment/verify', 'POST /order/new'];
const [CAPTURE, STATE, PAYMENT] = [
  'POST /payment/paypal/capture-order',
  `GET /checkout/${ID}`,
  `GET /payment/checkout/${ID}`,
];

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

let answers: Answers;
let gateway: ReturnType<typeof startGateway>;
let checkout: cartOrder.Checkout;
let payment: object | null;

beforeEach(() => {
  dialogs = [];
  Object.assign(window, { Razorpay: Dialog });
  payment = null;
  const totals = {
    ...{ subtotal: 1_000, gst: 30, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0 },
    total: 1_030,
  };
  checkout = fixtureOf(cartOrder.checkout, {
    ...{ _id: ID, state: 'frozen', currency: 'INR', symbol: '₹', rate: null, orderId: null, paidAs: undefined, totals },
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
  });
  answers = {
    [STATE]: () => ({ checkout }),
    [PAYMENT]: () => ({ payment }),
    [CREATE]: {
      ...{ order: { id: 'order_1', amount: 103_000, currency: 'INR' }, checkoutId: ID },
      dialog: { script: 'https://pay.example/checkout.js', key: 'k', name: 'Aranya', description: 'Ring', prefill: {} },
    },
    [VERIFY]: { paymentId: 'pay_1', checkoutId: ID, state: 'captured' },
    [AWAIT]: ORDER,
  };
  gateway = startGateway(answers);
  storeUnfinished({ id: ID, userId: ASHA._id, from: '/checkout' });
});
afterEach(() => {
  cleanup();
  toasts.set([]);
  localStorage.clear();
  sessionStorage.clear();
});

const open = (query = '') => visit(<CheckoutPage />, { at: `/checkout?checkout=${ID}${query}` });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const lastToast = () => toasts.get().at(-1)?.message;
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
    expect(gateway.of(CREATE)).toMatchObject([{ body: { checkoutId: ID, amount: 1_030 } }]);
    expect(options).toMatchObject({ key: 'k', order_id: 'order_1', amount: 103_000 });
    expect(screen.getByRole('button', { name: 'Processing...' })).toBeTruthy();
    act(() => options.handler(PAID));
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
    expect(gateway.of(VERIFY)).toMatchObject([{ body: PAID }]);
    expect(gateway.of(AWAIT)).toMatchObject([{ body: { paymentInfo: { id: 'pay_1' } } }]);
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
    answers[CREATE] = new Refused(503, 'payment.provider-unavailable', 'Unable to start payment');
    open();
    await press('Pay ₹1,030.00');
    await waitFor(() => expect(lastToast()).toBe('Unable to start payment'));
    await screen.findByRole('button', { name: 'Pay ₹1,030.00' });
  });

  it('believes no signature that the shop refuses', async () => {
    answers[VERIFY] = new Refused(400, 'payment.wrong-signature', 'Payment verification failed');
    open();
    const { options } = await openDialog();
    act(() => options.handler(PAID));
    await waitFor(() => expect(lastToast()).toBe('Payment verification failed'));
    await screen.findByRole('button', { name: 'Pay ₹1,030.00' });
    expect(gateway.of(AWAIT)).toEqual([]);
  });

  it('shows the order that the pieces were paid for by already, and offers no second payment', async () => {
    const order = 'e'.repeat(24);
    answers[AWAIT] = () => {
      checkout = { ...checkout, state: 'cancelled', paidAs: order };
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
    answers[VERIFY] = LOST;
    open();
    const { options } = await openDialog();
    act(() => options.handler(PAID));
    await screen.findByText(/waiting for the word of your bank/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    checkout = { ...checkout, state: 'ordered', orderId: ID };
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
  });
});

describe('paying by PayPal', () => {
  beforeEach(() => {
    checkout = { ...checkout, currency: 'USD', symbol: '$', totals: { ...checkout.totals, total: 12.35 } };
    answers[CAPTURE] = { status: 'COMPLETED', id: 'cap_1', checkoutId: ID };
  });

  it('is offered in the currency’s own sign', async () => {
    open();
    expect(await screen.findByRole('button', { name: 'Pay $12.35' })).toBeTruthy();
  });

  it('takes the money when the buyer is back, and leads to the order', async () => {
    open('&paypal=return&token=PP1');
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
    expect(gateway.of(CAPTURE)).toMatchObject([{ body: { orderID: 'PP1' } }]);
    expect(gateway.of(AWAIT)).toMatchObject([{ body: { paymentInfo: { id: 'cap_1' } } }]);
    expect(lastToast()).toBe('Payment successful 🎉');
  });

  it('lets a buyer who cancelled there pay again', async () => {
    open('&paypal=cancel&token=PP1');
    await waitFor(() => expect(lastToast()).toBe('Payment not completed'));
    expect(here()).toBe(`/checkout?checkout=${ID}`);
    expect(gateway.of(CAPTURE)).toEqual([]);
    await screen.findByRole('button', { name: 'Pay $12.35' });
  });

  it('is not completed while PayPal only has it pending', async () => {
    answers[CAPTURE] = { status: 'PENDING', id: null, checkoutId: ID };
    checkout = { ...checkout, state: 'capturing' };
    open('&paypal=return&token=PP1');
    await waitFor(() => expect(lastToast()).toBe('Payment not completed'));
    await screen.findByText(/waiting for the word of your bank/);
  });

  it('says when PayPal’s bank declined, and takes another try', async () => {
    answers[CAPTURE] = new Refused(402, 'payment.declined', 'The payment was declined. Please try another way to pay');
    open('&paypal=return&token=PP1');
    expect((await screen.findByRole('alert')).textContent).toContain('The payment was declined.');
    await screen.findByRole('button', { name: 'Pay $12.35' });
  });
});

describe('coming back to a checkout', () => {
  it('leads to the order when it was paid meanwhile, and forgets what was bought now', async () => {
    storeUnfinished({ id: ID, userId: ASHA._id, from: '/checkout?buynow=true' });
    storeBuyNow(ASHA._id, { productId: 'a'.repeat(24), quantity: 1 });
    checkout = { ...checkout, state: 'ordered', orderId: ID };
    open();
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
    expect(buyNowOf(ASHA._id)).toBeUndefined();
  });

  it('waits with the buyer while a captured payment becomes an order', async () => {
    payment = { provider: 'razorpay', state: 'captured', paymentId: 'pay_1' };
    open();
    await screen.findByText(/waiting for the word of your bank/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('lets pay again what nobody paid, without the payment service having a say', async () => {
    answers[PAYMENT] = new Refused(503, 'service.unavailable', '');
    open();
    expect(await screen.findByRole('button', { name: 'Pay ₹1,030.00' })).toBeTruthy();
  });

  it('says that the time is over, and begins anew', async () => {
    checkout = { ...checkout, state: 'expired' };
    open();
    await screen.findByText('The time to pay is over');
    await press('Start again');
    await waitFor(() => expect(here()).toBe('/checkout'));
    expect(unfinishedOf(ASHA._id)).toBeUndefined();
  });

  it('says that the piece was sold before the money came', async () => {
    checkout = { ...checkout, state: 'refused' };
    open();
    expect(await screen.findByText('Your piece was sold before the payment came')).toBeTruthy();
  });

  it('shows the order that another checkout of the same pieces became, whatever this payment did', async () => {
    const order = 'e'.repeat(24);
    checkout = { ...checkout, state: 'cancelled', paidAs: order };
    payment = { provider: 'paypal', state: 'captured', paymentId: 'pay_2' };
    open();
    expect(await screen.findByText('You have paid for these pieces already')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your order' }).getAttribute('href')).toBe(`/user/order/${order}`);
    await waitFor(() => expect(unfinishedOf(ASHA._id)).toBeUndefined());
  });

  it('gives the pieces back to change something', async () => {
    answers[`DELETE /checkout/${ID}`] = { checkout };
    open();
    await press('Change the order');
    await waitFor(() => expect(here()).toBe('/checkout'));
    expect(gateway.of(`DELETE /checkout/${ID}`)).toHaveLength(1);
  });

  it('knows nothing of somebody else’s', async () => {
    answers[STATE] = new Refused(404, 'checkout.not-found', 'There is no such checkout');
    open();
    expect(await screen.findByText('There is no such checkout')).toBeTruthy();
  });
});
