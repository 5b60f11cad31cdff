import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { menusQuery } from '@shop/mfe-kit/text-pages.tsx';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { buyNowOf, storeBuyNow } from '../../../components/buy-now.ts';
import { ASHA, here, LOST, Refused, visit } from '../../../testing/checkout-harness.tsx';
import {
  freezeCheckout,
  ID,
  lastToast,
  leaveCheckout,
  METHODS,
  open,
  press,
} from '../../../testing/frozen-checkout.tsx';
import { CheckoutPage } from '../checkout-page.tsx';
import { storeUnfinished, unfinishedOf } from '../unfinished.ts';

// Real page, queries and API client; only the gateway is stubbed. What the buyer does at a provider: see its folder.
const [STATE, PAYMENT] = [`GET /checkout/${ID}`, `GET /payment/checkout/${ID}`];
let shop: ReturnType<typeof freezeCheckout>;

beforeEach(() => {
  shop = freezeCheckout();
});
afterEach(leaveCheckout);

describe('coming back to a checkout', () => {
  it('leads to the order when it was paid meanwhile, and forgets what was bought now', async () => {
    storeUnfinished({ id: ID, userId: ASHA._id, from: '/checkout?buynow=true' });
    storeBuyNow(ASHA._id, { productId: 'a'.repeat(24), quantity: 1 });
    shop.becomes({ state: 'ordered', orderId: ID });
    open();
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
    expect(buyNowOf(ASHA._id)).toBeUndefined();
  });

  it('waits with the buyer while a captured payment becomes an order', async () => {
    shop.paidBy({ provider: 'razorpay', state: 'captured', paymentId: 'pay_1' });
    open();
    await screen.findByText(/waiting for the word of your bank/);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('keeps the policies, the message of a present and the business of the invoice in sight', async () => {
    shop.becomes({
      gift: { wrap: true, message: 'For you' },
      business: { name: 'Rao LLP', gstin: '27AAPFU0939F1ZV' },
    });
    open();
    await screen.findByRole('button', { name: 'Pay ₹1,030.00' });
    for (const text of ['Shipping policy', 'Refund & return policy', 'For you', 'Rao LLP, GSTIN 27AAPFU0939F1ZV']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  it('leaves out a policy that staff have not written', async () => {
    const { queryClient } = open();
    queryClient.setQueryData(menusQuery.queryKey, { textPages: ['refund-return'] } as never);
    await screen.findByText('Refund & return policy');
    expect(screen.queryByText('Shipping policy')).toBeNull();
  });

  it('lets pay again what nobody paid, without the payment service having a say', async () => {
    shop.answers[PAYMENT] = new Refused(503, 'service.unavailable', '');
    open();
    expect(await screen.findByRole('button', { name: 'Pay ₹1,030.00' })).toBeTruthy();
  });

  it('says that the time is over, and begins anew', async () => {
    shop.becomes({ state: 'expired' });
    open();
    await screen.findByText('The time to pay is over');
    await press('Start again');
    await waitFor(() => expect(here()).toBe('/checkout'));
    expect(unfinishedOf(ASHA._id)).toBeUndefined();
  });

  it('says that the piece was sold before the money came', async () => {
    shop.becomes({ state: 'refused' });
    open();
    expect(await screen.findByText('Your piece was sold before the payment came')).toBeTruthy();
  });

  it('shows the order that another checkout of the same pieces became, whatever this payment did', async () => {
    const order = 'e'.repeat(24);
    shop.becomes({ state: 'cancelled', paidAs: order });
    shop.paidBy({ provider: 'paypal', state: 'captured', paymentId: 'pay_2' });
    open();
    expect(await screen.findByText('You have paid for these pieces already')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your order' }).getAttribute('href')).toBe(`/user/order/${order}`);
    await waitFor(() => expect(unfinishedOf(ASHA._id)).toBeUndefined());
  });

  it('gives the pieces back to change something', async () => {
    shop.answers[`DELETE /checkout/${ID}`] = shop.answers[STATE];
    open();
    await press('Change the order');
    await waitFor(() => expect(here()).toBe('/checkout'));
    expect(shop.gateway.of(`DELETE /checkout/${ID}`)).toHaveLength(1);
  });

  it('knows nothing of somebody else’s', async () => {
    shop.answers[STATE] = new Refused(404, 'checkout.not-found', 'There is no such checkout');
    open();
    expect(await screen.findByText('There is no such checkout')).toBeTruthy();
  });
});

describe('ways to pay', () => {
  const offer = (...providers: string[]) => {
    shop.answers[METHODS] = { methods: providers.map((provider) => ({ provider, currencies: ['INR'] })) };
  };
  const ways = async () => {
    await screen.findByRole('group', { name: 'How would you like to pay?' });
    return screen
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ parentElement, checked }) => [parentElement!.textContent, checked]);
  };
  const [CARD, OTHER] = ['Card, UPI, net banking or wallet', 'PayPal'];

  it('are no question while there is only one', async () => {
    open();
    await screen.findByRole('button', { name: 'Pay ₹1,030.00' });
    await screen.findByText('By card, UPI, net banking or wallet, with Razorpay.');
    await waitFor(() => expect(shop.gateway.of(METHODS)).toHaveLength(1));
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('are a choice where several take the currency, the first one proposed', async () => {
    offer('razorpay', 'paypal');
    open();
    expect(await ways()).toEqual([
      [CARD, true],
      [OTHER, false],
    ]);
    fireEvent.click(screen.getByLabelText(OTHER));
    expect(screen.getByText(/^With PayPal/)).toBeTruthy();
  });

  it('stay chosen over a reload, but not for the next user', async () => {
    offer('razorpay', 'paypal');
    const first = open();
    await ways();
    fireEvent.click(screen.getByLabelText(OTHER));
    first.unmount();
    const again = open();
    expect((await ways()).map(([, checked]) => checked)).toEqual([false, true]);
    again.unmount();
    visit(<CheckoutPage />, { at: `/checkout?checkout=${ID}`, user: { ...ASHA, _id: 'b2' } });
    expect((await ways()).map(([, checked]) => checked)).toEqual([true, false]);
  });

  it('are the proposed one when the list cannot be loaded', async () => {
    shop.answers[METHODS] = LOST;
    open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay ₹1,030.00' });
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(screen.getByText('By card, UPI, net banking or wallet, with Razorpay.')).toBeTruthy();
  });

  it('leave out what this page does not know', async () => {
    offer('barter', 'razorpay');
    open();
    await screen.findByText('By card, UPI, net banking or wallet, with Razorpay.');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('may be none: it says so, and looks again', async () => {
    shop.answers[METHODS] = { methods: [{ provider: 'paypal', currencies: ['USD'] }] };
    open();
    expect((await screen.findByRole('alert')).textContent).toContain('There is no way to pay in INR at the moment');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    offer('razorpay');
    await press('Try again');
    await screen.findByRole('button', { name: 'Pay ₹1,030.00' });
  });

  it('are asked for again when the chosen one was switched off', async () => {
    offer('razorpay', 'paypal');
    const message = 'This way to pay is not offered at the moment';
    shop.answers['POST /payment/create-order'] = () => {
      offer('paypal');
      return new Refused(409, 'payment.method-off', message);
    };
    open();
    await ways();
    await press('Pay ₹1,030.00');
    await waitFor(() => expect(lastToast()).toBe(message));
    await screen.findByText(/^With PayPal/);
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
