import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { payment as contracts } from '@shop/contracts';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { here, LOST, Refused, visit } from '../../../../../testing/checkout-harness.tsx';
import {
  freezeCheckout,
  ID,
  lastToast,
  leaveCheckout,
  METHODS,
  open,
  press,
} from '../../../../../testing/frozen-checkout.tsx';
import { CheckoutPage } from '../../../checkout-page.tsx';

// Real page, queries and API client; only the gateway and the clipboard are stubbed.
const START = 'POST /payment/bank-transfer/create-order';
const TRANSFER = `GET /payment/bank-transfer/${ID}`;
const CANCEL = `DELETE /payment/bank-transfer/${ID}`;
const OTHER = 'd'.repeat(24);

let shop: ReturnType<typeof freezeCheckout>;
let transfer: contracts.Transfer;
const copied = jest.fn<(text: string) => Promise<void>>();

/** The services' answers while, or after, a transfer is awaited. */
const awaits = (state: contracts.TransferState, checkout: 'capturing' | 'frozen' | 'expired' = 'capturing') => {
  transfer = { ...transfer, state };
  const payment = { waiting: 'open', arrived: 'captured', refused: 'failed', expired: 'failed', cancelled: 'failed' };
  shop.paidBy({ provider: 'bank-transfer', state: payment[state], paymentId: state === 'arrived' ? 'utr-1' : null });
  shop.becomes({ state: checkout });
};
/** The buyer comes back from the bank's app. */
const lookAgain = () => window.dispatchEvent(new Event('visibilitychange'));
const details = async () => screen.findByRole('region', { name: 'Now transfer ₹1,030.00 to us' });
const valueOf = (name: string) => screen.getByText(name, { selector: 'dt' }).nextSibling?.textContent;

beforeEach(() => {
  shop = freezeCheckout();
  transfer = fixtureOf(contracts.transfer, {
    ...{ checkoutId: ID, state: 'waiting', amount: 1_030, reference: 'AR7K2M9Q' },
    account: { holder: 'Aranya Jewels', bank: 'HDFC Bank, Pune', number: '50100123456789', ifsc: 'HDFC0001234' },
    startedAt: '2026-03-02T10:00:00.000Z',
    expiresAt: '2026-03-05T10:00:00.000Z',
  });
  Object.assign(shop.answers, {
    [METHODS]: { methods: [{ provider: 'bank-transfer', currencies: ['INR'] }] },
    [START]: () => {
      awaits('waiting');
      return { checkoutId: ID, transfer };
    },
    [TRANSFER]: () => ({ transfer }),
    [CANCEL]: () => {
      awaits('cancelled', 'frozen');
      return { transfer };
    },
  });
  copied.mockReset().mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
});
afterEach(leaveCheckout);

describe('paying by bank transfer', () => {
  it('begins it for the frozen total, and shows what to transfer, to whom and until when', async () => {
    open();
    await press('Pay ₹1,030.00');
    const card = await details();
    expect(shop.gateway.of(START)).toMatchObject([{ body: { checkoutId: ID, amount: 1_030 } }]);
    expect(shop.gateway.of(START)[0]!.key).toBeTruthy();
    expect(
      ['Amount', 'Account holder', 'Bank', 'Account number', 'IFSC', 'Reference'].map((name) => valueOf(name)),
    ).toEqual(['₹1,030.00', 'Aranya Jewels', 'HDFC Bank, Pune', '50100123456789', 'HDFC0001234', 'AR7K2M9Q']);
    expect(card.querySelector('time')!.dateTime).toBe(transfer.expiresAt);
    expect(card.querySelector('time')!.textContent).toContain('5 March at 3:30 pm IST');
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
    expect(screen.queryByText(/waiting for the word of your bank/)).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Now transfer ₹1,030.00 to us'));
  });

  it('copies each value as a bank’s form takes it, and says so', async () => {
    awaits('waiting');
    open();
    await details();
    await press('Copy account number');
    await waitFor(() =>
      expect(within(screen.getByRole('region', { name: /^Now/ })).getByRole('status').textContent).toBe(
        'Account number copied',
      ),
    );
    await press('Copy amount');
    await press('Copy reference');
    await screen.findByRole('button', { name: 'Copied reference' });
    expect(copied.mock.calls.flat()).toEqual(['50100123456789', '1030.00', 'AR7K2M9Q']);
  });

  it('says when the browser does not let it copy', async () => {
    copied.mockRejectedValue(new Error('denied'));
    awaits('waiting');
    open();
    await press('Copy ifsc');
    expect(await screen.findByText('IFSC could not be copied. Please select and copy it')).toBeTruthy();
  });

  it('shows the same at a later visit, from this browser or another', async () => {
    awaits('waiting');
    localStorage.clear();
    open();
    await details();
    expect(shop.gateway.of(START)).toEqual([]);
    expect(document.activeElement).toBe(document.body);
  });

  it('leaves the buyer free to order something else, with a link to what is awaited', async () => {
    awaits('waiting');
    visit(<CheckoutPage />, { at: '/checkout' });
    const link = await screen.findByRole('link', { name: 'See how to pay it' });
    expect(link.getAttribute('href')).toBe(`/checkout?checkout=${ID}`);
    expect(here()).toBe('/checkout');
  });

  it('says when the details cannot be loaded, and tries again', async () => {
    awaits('waiting');
    const answer = shop.answers[TRANSFER];
    shop.answers[TRANSFER] = LOST;
    open();
    await screen.findByText('The details of your transfer could not be loaded');
    shop.answers[TRANSFER] = answer;
    await press('Try again');
    expect(await details()).toBeTruthy();
  });

  it('goes to the order once the money has arrived', async () => {
    awaits('waiting');
    open();
    await details();
    awaits('arrived');
    lookAgain();
    await screen.findByText('Your transfer has arrived');
    shop.becomes({ state: 'ordered', orderId: ID });
    lookAgain();
    await waitFor(() => expect(here()).toBe(`/user/order/${ID}`));
    expect(lastToast()).toBe('Your transfer has arrived 🎉');
  });

  it.each([
    ['refused', 'Another amount than ₹1,030.00 arrived. It goes back'],
    ['expired', 'Your bank transfer did not arrive in time.'],
  ] as const)('says why there is no order when it was %s', async (state, text) => {
    awaits(state, 'expired');
    open();
    await screen.findByText(text, { exact: false });
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
    await press('Start again');
    await waitFor(() => expect(here()).toBe('/checkout'));
  });

  it('is given up after a question, and lets the buyer pay another way', async () => {
    awaits('waiting');
    open();
    await details();
    await press('I have changed my mind');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shop.gateway.of(CANCEL)).toEqual([]);
    await press('I have changed my mind');
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Give it up' }));
    await screen.findByRole('button', { name: 'Pay ₹1,030.00' });
    await screen.findByText(/You gave up the bank transfer/);
    expect(screen.queryByText(/was declined/)).toBeNull();
    expect(shop.gateway.of(CANCEL)).toHaveLength(1);
  });

  it('cannot be given up when it arrived in the same moment', async () => {
    shop.answers[CANCEL] = () => {
      awaits('arrived');
      return new Refused(409, 'transfer.settled', 'This is settled already');
    };
    awaits('waiting');
    open();
    await press('I have changed my mind');
    await press('Give it up');
    await screen.findByText('Your transfer has arrived');
    expect(lastToast()).toBe('This is settled already');
  });

  it('leads to the transfer that is awaited already', async () => {
    const message = 'A bank transfer of yours is awaited already. Finish it or give it up first';
    shop.answers[START] = new Refused(409, 'transfer.one-is-open', message, { checkoutId: OTHER });
    open();
    await press('Pay ₹1,030.00');
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    expect(screen.getByRole('link', { name: 'See that payment' }).getAttribute('href')).toBe(
      `/checkout?checkout=${OTHER}`,
    );
    expect(screen.getByRole('button', { name: 'Pay ₹1,030.00' })).toBeTruthy();
  });

  it('shows the one of this checkout when the answer to its start was lost', async () => {
    shop.answers[START] = () => {
      awaits('waiting');
      return new Refused(409, 'transfer.one-is-open', 'awaited already', { checkoutId: ID });
    };
    open();
    await press('Pay ₹1,030.00');
    await details();
    expect(lastToast()).toBeUndefined();
  });
});
