import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Mail } from '../../api/mails.ts';
import type { Attention } from '../../api/payments.ts';
import { openScreen, press, pressInDialog, problem } from '../../testing/open-screen.tsx';
import { anOrder, aShipment } from '../../testing/orders.ts';
import { prefetch, WorkPage } from './work-page.tsx';

afterEach(cleanup);

const work = { Page: WorkPage, prefetch, path: '/admin/work' };
const ORDERS = 'GET /admin/orders';
const PAYMENTS = 'GET /admin/payments/attention';
const MAILS = 'GET /admin/mails';
const ME = 'a'.repeat(24);
const at = '2026-11-22T10:00:00.000Z';

const payment: Attention = {
  ...{ _id: 'f'.repeat(24), provider: 'razorpay', reason: 'wrong-amount', message: 'Captured ₹1.00 of ₹2,060.00' },
  ...{ checkoutId: null, providerOrderId: null, providerPaymentId: 'pay_1', amount: 100, currency: 'INR' },
  ...{ createdAt: '2026-11-18T10:00:00.000Z', resolvedAt: null },
};
const mail: Mail = {
  ...{ _id: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f', kind: 'order-created', orderId: 'e'.repeat(24) },
  ...{ userId: 'b'.repeat(24), to: 'asha@example.com', state: 'dead', attempts: 3, problem: '550 no such user' },
  ...{ occurredAt: '2026-11-21T10:00:00.000Z', sentAt: null },
};
const answersWith = ({
  orders = [anOrder()],
  payments = [payment],
  mails = [mail],
}: { orders?: ReturnType<typeof anOrder>[]; payments?: Attention[]; mails?: Mail[] } = {}) =>
  ({
    [ORDERS]: { body: { orders, totalCount: orders.length } },
    [PAYMENTS]: { body: { attention: payments, totalCount: payments.length } },
    [MAILS]: { body: { mails, totalCount: mails.length } },
  }) as Parameters<typeof openScreen>[2];

const rows = () => screen.getAllByRole('row').slice(1);
const rowOf = (text: string | RegExp) => rows().find(({ textContent }) => new RegExp(text).test(textContent))!;

describe('the work queue', () => {
  it('has what waits in every service, what waits longest first, and leads to where it is done', async () => {
    const { asked } = await openScreen(work, '/admin/work', answersWith());
    expect(rows().map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
      '/admin/payments',
      `/admin/order/${anOrder()._id}`,
      `/admin/order/${mail.orderId}`,
    ]);
    expect(rowOf('2D662A').textContent).toContain('2 pieces · ₹2,060.00 · Asha Rao, Jaipur');
    expect(rowOf('given up').textContent).toContain('asha@example.com · 550 no such user (3 tries)');
    expect(asked.map(({ path }) => path)).toContain('/admin/orders?page=1&limit=100&status=Processing&sort=placed');
  });

  it('says of an order what has left and that its payment is disputed', async () => {
    const [line] = anOrder().items;
    const order = anOrder({
      items: [line!, { ...line!, quantity: 1 }],
      shipments: [aShipment()],
      disputes: [{ disputeId: 'd', status: 'open', amount: 100, at }],
    });
    await openScreen(work, '/admin/work', answersWith({ orders: [order] }));
    expect(rowOf('2D662A').textContent).toContain('2 of 3 pieces sent');
    expect(rowOf('2D662A').textContent).toContain('its payment is disputed');
  });

  it('says of an order that its buyer is to sign Form 97, until the form has come', async () => {
    await openScreen(work, '/admin/work', answersWith({ orders: [anOrder({ form97: { receivedAt: null } })] }));
    expect(rowOf('2D662A').textContent).toContain('Form 97 to be signed before it is sent');
    cleanup();
    await openScreen(
      work,
      '/admin/work',
      answersWith({ orders: [anOrder({ form97: { receivedAt: at, by: 'Mira' } })] }),
    );
    expect(rowOf('2D662A').textContent).not.toContain('Form 97');
  });

  it('is filtered by what it is about and who works on it, in the address', async () => {
    const mine = { ...payment, taker: { userId: ME, name: 'Mira', at } };
    const others = anOrder({ taker: { userId: 'b'.repeat(24), name: 'Ravi', at } });
    const { at: address } = await openScreen(
      work,
      '/admin/work?who=mine',
      answersWith({ orders: [others], payments: [mine] }),
    );
    expect(rows().map(({ textContent }) => /Wrong amount/.test(textContent))).toEqual([true]);
    await act(async () => fireEvent.change(screen.getByLabelText('Who works on it'), { target: { value: 'others' } }));
    expect(address()).toBe('/admin/work?who=others');
    expect(rows().map(({ textContent }) => /Ravi/.test(textContent))).toEqual([true]);
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Mails (0)' })));
    expect(address()).toBe('/admin/work?who=others&kind=mail');
    expect(screen.getByText('Nothing waits with these filters')).toBeTruthy();
  });

  it.each([
    ['order', /^Take Order/, `/admin/order/${anOrder()._id}/taker`, { order: anOrder() }],
    ['payment', /^Take Wrong amount/, `/admin/payments/attention/${payment._id}/taker`, { attention: payment }],
    ['mail', /^Take Mail/, `/admin/mails/${mail._id}/taker`, { mail }],
  ])(
    'lets one take an entry (%s) in the service that owns it, and asks that again',
    async (kind, button, path, body) => {
      const answers = answersWith();
      answers[`PUT ${path}`] = { body };
      const { sent, toasts } = await openScreen(work, '/admin/work', answers);
      const taker = { userId: ME, name: 'Mira', at };
      Object.assign(
        answers,
        kind === 'order'
          ? answersWith({ orders: [anOrder({ taker })] })
          : kind === 'payment'
            ? answersWith({ payments: [{ ...payment, taker }] })
            : answersWith({ mails: [{ ...mail, taker }] }),
      );
      await press(button);
      expect(await screen.findByText('You')).toBeTruthy();
      expect(sent()).toEqual([['PUT', path, { isMine: true }]]);
      expect(toasts()).toEqual(['It is yours']);
      await press(/^Give back /);
      expect(sent().at(-1)).toEqual(['PUT', path, { isMine: false }]);
    },
  );

  it('shows who was first where two take the same', async () => {
    const answers = answersWith();
    answers[`PUT /admin/mails/${mail._id}/taker`] = problem(409, 'attention.taken', 'Ravi works on it already');
    await openScreen(work, '/admin/work', answers);
    Object.assign(answers, answersWith({ mails: [{ ...mail, taker: { userId: 'b'.repeat(24), name: 'Ravi', at } }] }));
    await press(/^Take Mail/);
    await waitFor(() => expect(rowOf('given up').textContent).toContain('Ravi'));
    expect(within(rowOf('given up')).getAllByRole('button')).toHaveLength(1);
  });

  it('lets one take over what another one has, after a question that names who it is', async () => {
    const ravi = { userId: 'b'.repeat(24), name: 'Ravi', at };
    const answers = answersWith({ payments: [{ ...payment, taker: ravi }] });
    const path = `/admin/payments/attention/${payment._id}/taker`;
    answers[`PUT ${path}`] = { body: { attention: payment } };
    const { sent, toasts } = await openScreen(work, '/admin/work', answers);
    await press(/^Take over… Wrong amount/);
    expect(screen.getByRole('dialog', { name: 'Take over from Ravi?' }).textContent).toContain('Ravi has worked on it');
    await pressInDialog('Keep it as it is');
    expect([screen.queryByRole('dialog'), sent()]).toEqual([null, []]);
    await press(/^Take over… Wrong amount/);
    Object.assign(answers, answersWith({ payments: [{ ...payment, taker: { userId: ME, name: 'Mira', at } }] }));
    await pressInDialog('Take over');
    await waitFor(() => expect(rowOf('Wrong amount').textContent).toContain('You'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([['PUT', path, { isMine: true, takeFrom: ravi.userId }]]);
    expect(toasts()).toEqual(['It is yours']);
  });

  it('says who has it where another one was taken over from in the time of the question', async () => {
    const gone = { userId: 'b'.repeat(24), name: null, at };
    const answers = answersWith({ orders: [anOrder({ taker: gone })] });
    answers[`PUT /admin/order/${anOrder()._id}/taker`] = problem(409, 'attention.taken', 'Asha works on it already');
    const { toasts } = await openScreen(work, '/admin/work', answers);
    await press(/^Take over… Order/);
    expect(screen.getByRole('dialog', { name: 'Take over from an account that is gone?' })).toBeTruthy();
    Object.assign(answers, answersWith({ orders: [anOrder({ taker: { ...gone, name: 'Asha' } })] }));
    await pressInDialog('Take over');
    await waitFor(() => expect(rowOf('2D662A').textContent).toContain('Asha'));
    expect([screen.queryByRole('dialog'), toasts()]).toEqual([null, ['Asha works on it already']]);
  });

  it('shows the other parts when a service does not answer, names the missing one, and asks it again', async () => {
    const answers = answersWith();
    answers[MAILS] = problem(503, 'service.unavailable', 'This part of the shop is not available right now');
    await openScreen(work, '/admin/work', answers);
    expect(rows()).toHaveLength(2);
    expect(screen.getByRole('alert').textContent).toContain('Mails could not be loaded: This part of the shop');
    Object.assign(answers, answersWith());
    await press(/^Try again to load Mails/);
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('does not say that nothing waits while a part is missing', async () => {
    const answers = answersWith({ orders: [], payments: [] });
    answers[MAILS] = problem(503, 'service.unavailable', 'Not available');
    await openScreen(work, '/admin/work', answers);
    expect(screen.queryByText('Nothing waits')).toBeNull();
    cleanup();
    await openScreen(work, '/admin/work', answersWith({ orders: [], payments: [], mails: [] }));
    expect(screen.getByText('Nothing waits')).toBeTruthy();
  });

  it('says when a part has more than fits, and leads to all of it', async () => {
    const answers = answersWith();
    answers[PAYMENTS] = { body: { attention: [payment], totalCount: 60 } };
    await openScreen(work, '/admin/work', answers);
    const more = screen.getByText(/1 of 60 are in this list/);
    expect(within(more).getByRole('link').getAttribute('href')).toBe('/admin/payments');
  });

  it('asks no service that one may not see, and shows no button for what one may not do', async () => {
    const taken = anOrder({ taker: { userId: 'b'.repeat(24), name: 'Ravi', at } });
    const answers = answersWith({ orders: [anOrder({ _id: 'a'.repeat(24) }), taken] });
    const { asked } = await openScreen(work, '/admin/work', answers, { permissions: ['orders.read'] });
    expect(asked.map(({ path }) => path.replace(/\?.*/, ''))).toEqual(['/admin/orders']);
    expect(rows()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Take / })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Payments/ })).toBeNull();
  });

  it('is open to who may see one part of it, without the others', async () => {
    const { asked } = await openScreen(work, '/admin/work', answersWith(), { permissions: ['mails.read'] });
    expect(asked.map(({ path }) => path.replace(/\?.*/, ''))).toEqual(['/admin/mails']);
    expect(rows()).toHaveLength(1);
    expect(screen.queryByRole('link', { name: /^Orders to send/ })).toBeNull();
  });

  it('is counted in the menu, without the parts that do not answer', async () => {
    const answers = answersWith();
    answers[MAILS] = problem(503, 'service.unavailable', 'Not available');
    answers[ORDERS] = { body: { orders: [anOrder()], totalCount: 12 } };
    await openScreen(work, '/admin/work', answers, { counts: true });
    const menu = screen.getByRole('navigation', { name: 'Staff screens' });
    expect(within(menu).getByRole('link', { name: /^Work queue/ }).textContent).toBe('Work queue13 waiting');
  });
});
