import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Method } from '../../api/payments.ts';
import { openScreen, press, pressInDialog, problem, type StubbedAnswer } from '../../testing/open-screen.tsx';
import { MethodsPage, prefetch } from './methods-page.tsx';

afterEach(cleanup);

const methods = { Page: MethodsPage, prefetch, path: '/admin/payments/methods' };
const CARD: Method = { provider: 'razorpay', currencies: ['INR'], isOn: true, missing: null };
const ABROAD: Method = { provider: 'paypal', currencies: ['EUR', 'USD'], isOn: true, missing: null };
const OTHER: Method = { provider: 'paypal', currencies: ['EUR', 'INR'], isOn: false, missing: null };

/** Answers of a service that keeps what is switched. */
function kept(...initial: Method[]) {
  let now = initial;
  const switched = (provider: string) => (asked: { body: unknown }) => {
    now = now.map((method) => (method.provider === provider ? { ...method, ...(asked.body as object) } : method));
    return { body: { method: now.find((method) => method.provider === provider) } };
  };
  return {
    'GET /admin/payments/methods': () => ({ body: { methods: now } }),
    ...Object.fromEntries(
      initial.map(({ provider }) => [`PUT /admin/payments/methods/${provider}`, switched(provider)]),
    ),
  };
}
const open = (answers: Record<string, StubbedAnswer | ((asked: { body: unknown }) => StubbedAnswer)>) =>
  openScreen(methods, '/admin/payments/methods', answers);
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name: `Offer ${name} to buyers` });
const flip = (name: string) => act(async () => fireEvent.click(toggle(name)));

describe('the ways to pay', () => {
  it('show their currencies, and are switched on and off at once', async () => {
    const { sent, toasts } = await open(kept(CARD, OTHER));
    expect(screen.getByText('EUR, INR')).toBeTruthy();
    await flip('PayPal');
    await waitFor(() => expect(toggle('PayPal').checked).toBe(true));
    // Another one takes rupees.
    await flip('Razorpay');
    await waitFor(() => expect(toggle('Razorpay').checked).toBe(false));
    expect(sent()).toEqual([
      ['PUT', '/admin/payments/methods/paypal', { isOn: true }],
      ['PUT', '/admin/payments/methods/razorpay', { isOn: false }],
    ]);
    expect(toasts()).toEqual(['Buyers are offered PayPal', 'Buyers are no longer offered Razorpay']);
  });

  it('are not switched on while something is missing', async () => {
    await open(kept(CARD, { ...OTHER, missing: 'the shop’s account' }));
    expect(toggle('PayPal').disabled).toBe(true);
    const said = document.getElementById(toggle('PayPal').getAttribute('aria-describedby')!);
    expect(said!.textContent).toBe('Needed first: the shop’s account');
  });

  it('ask before the last one of a currency is switched off', async () => {
    const { sent } = await open(kept(CARD, ABROAD));
    await flip('PayPal');
    expect(screen.getByRole('dialog').textContent).toContain('the last way to pay in EUR, USD');
    expect(sent()).toEqual([]);
    await pressInDialog('Keep it as it is');
    expect(toggle('PayPal').checked).toBe(true);
    await flip('PayPal');
    await pressInDialog('Switch it off');
    await waitFor(() => expect(toggle('PayPal').checked).toBe(false));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([['PUT', '/admin/payments/methods/paypal', { isOn: false }]]);
  });

  it('stay as they are when the service refuses', async () => {
    await open({
      ...kept(CARD, OTHER),
      'PUT /admin/payments/methods/paypal': problem(409, 'payment.method-incomplete', 'Not yet'),
    });
    await flip('PayPal');
    await waitFor(() => expect(toggle('PayPal').checked).toBe(false));
  });

  it('can be asked for again when they could not be loaded', async () => {
    const answers: Parameters<typeof open>[0] = {
      'GET /admin/payments/methods': problem(503, 'service.unavailable', 'Away'),
    };
    await open(answers);
    expect(screen.getByRole('alert').textContent).toContain('The ways to pay could not be loaded');
    Object.assign(answers, kept(CARD));
    await press(/again/i);
    await waitFor(() => expect(toggle('Razorpay').checked).toBe(true));
  });
});
