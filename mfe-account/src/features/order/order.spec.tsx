import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { emit, toasts } from '@shop/mfe-kit';
import { menusQuery } from '@shop/mfe-kit/text-pages.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import {
  setUpAccount,
  click,
  comeBack,
  fetchedFiles,
  messages,
  press,
  problem,
} from '../../testing/account-harness.tsx';
import { anItem, anOrder, ORDER_ID } from '../../testing/fixtures.ts';
import { awaitsInvoice, orderQuery } from './api/order.ts';
import { Order } from './order.tsx';

const PATH = `GET /order/${ORDER_ID}`;
const facts = (title: string) => {
  const section = screen.getByRole('heading', { name: title }).parentElement!;
  return [...section.querySelectorAll('dl > div')].map((line) =>
    [...line.children].map(({ textContent }) => textContent).join(': '),
  );
};
const steps = () =>
  within(screen.getByRole('list', { name: 'Progress' }))
    .getAllByRole('listitem')
    .map(({ dataset, textContent }) => [dataset['state'], textContent]);

// Real order, query and API client; only the gateway is stubbed.
describe('an order', () => {
  afterEach(cleanup);

  const opened = async (changes: Parameters<typeof anOrder>[0] = {}, mode: 'buyer' | 'admin' = 'buyer') => {
    const shop = setUpAccount({ [PATH]: { body: { order: anOrder(changes) } } });
    shop.open(<Order orderId={ORDER_ID} mode={mode} />);
    await screen.findByRole('heading', { level: 1 });
    return shop;
  };

  it('is called by the end of its id', async () => {
    await opened();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Order #ABC123');
    expect(screen.getByText(/Placed on/)).toBeTruthy();
  });

  it('says that it loads, and what went wrong, with a cross and another try', async () => {
    const shop = setUpAccount({ [PATH]: 'never' });
    shop.open(<Order orderId={ORDER_ID} mode="buyer" />);
    expect(screen.getByText('Loading order…')).toBeTruthy();
    cleanup();
    const failing = setUpAccount({ [PATH]: problem(404, 'order.not-found', 'There is no such order') });
    failing.open(<Order orderId={ORDER_ID} mode="buyer" />);
    expect((await screen.findByRole('alert')).textContent).toContain('✗ There is no such order');
    failing.answers[PATH] = { body: { order: anOrder() } };
    press('Try again');
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  });

  it('shows its pieces with SKU and what was chosen, without what only staff see', async () => {
    await opened({ items: [anItem({ quantity: 2, linePrice: 65_900, customized: true })] });
    const piece = screen.getByRole('link', { name: 'Meera Solitaire Ring' });
    expect(piece.getAttribute('href')).toBe('/product/group/AR-1001?variant=0cf895f4aea815e79447e5cd');
    expect(screen.getByText('2 items')).toBeTruthy();
    expect(screen.getByText(/SKU: AR-1001/)).toBeTruthy();
    expect(screen.getByText('Made to order')).toBeTruthy();
    expect(facts('2 items')).toEqual(['Metal tone: Yellow Gold', 'Metal purity: 18K', 'Ring size: 12']);
    expect(screen.getByText('2 × ₹32,950.00')).toBeTruthy();
    expect(screen.getByText('₹65,900.00')).toBeTruthy();
    expect(document.body.textContent).not.toContain('costomization');
  });

  it('says of a piece what its bill says', async () => {
    const stones = [{ type: 'Natural Diamond', count: 14, carat: 0.18 }];
    const particulars = { purity: '18K · 750', weight: 3.26, netWeight: 3.2, stones, isHallmarked: true };
    await opened({ items: [anItem({ particulars })] });
    expect(screen.getByText('18K · 750, Net weight 3.20 g, 14 × Natural Diamond 0.18 ct, Hallmarked')).toBeTruthy();
  });

  it.each<[string[], string | undefined]>([
    [
      ['contact', 'cancellation-policy', 'refund-return'],
      'Something is not right? Write to us, or read about cancelling and returning.',
    ],
    [['contact'], 'Something is not right? Write to us.'],
    [['refund-return'], 'Something is not right? Read about returning.'],
    [[], undefined],
  ])('says what is written about it: %p', async (textPages, words) => {
    const shop = setUpAccount({ [PATH]: { body: { order: anOrder() } } });
    shop.queryClient.setQueryData(menusQuery.queryKey, { textPages } as never);
    shop.open(<Order orderId={ORDER_ID} mode="buyer" />);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText(/Something is not right/)?.textContent).toBe(words);
    const readsOn = textPages.includes('refund-return');
    expect(screen.getByText(/^You can return it/).textContent).toBe(
      `You can return it within 30 days of delivery.${readsOn ? ' Read how to return.' : ''}`,
    );
    cleanup();
    shop.answers[PATH] = { body: { order: anOrder({ items: [anItem({ customized: true })] }) } };
    shop.queryClient.removeQueries({ queryKey: orderQuery(ORDER_ID).queryKey });
    shop.open(<Order orderId={ORDER_ID} mode="buyer" />);
    expect((await screen.findByText(/^Made for you alone/)).textContent).toBe(
      `Made for you alone, it cannot be returned.${readsOn ? ' Read about returns.' : ''}`,
    );
  });

  it('shows staff how the prices came about, and no button of the buyer’s', async () => {
    await opened({}, 'admin');
    expect(facts('1 item')).toEqual([
      'Metal tone: Yellow Gold',
      'Metal purity: 18K (+₹4,000.00)',
      'Ring size: 12',
      'Base price: ₹28,950.00',
      'Custom price: ₹4,000.00',
    ]);
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  });

  it('says what happens next and when it arrives, and thanks who has just paid', async () => {
    const expected = { earliest: '2026-11-27', latest: '2026-12-01' };
    const next = () => screen.getByRole('heading', { name: 'What happens next' }).parentElement!.textContent;
    await opened({ createdAt: new Date().toISOString(), expected });
    const thanks = screen.getByRole('heading', { name: 'Thank you for your order' }).parentElement!.textContent;
    expect(thanks).toContain('between Fri, 27 November and Tue, 1 December');
    expect(thanks).toContain('you can cancel it here');
    expect(thanks).toContain('return it within 30 days');
    cleanup();
    await opened({ items: [anItem({ customized: true })], cancellableUntil: new Date(0).toISOString() });
    expect(next()).toContain('makes your pieces to order');
    expect(next()).toContain('cannot be returned');
    expect(next()).not.toMatch(/expect it|you can cancel/);
    cleanup();
    await opened({ status: 'Cancelled' });
    expect(screen.queryByRole('heading', { name: 'What happens next' })).toBeNull();
  });

  it('links each parcel to its courier, says how much of it is on its way, and cannot be cancelled then', async () => {
    const shipment = {
      ...{ _id: '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f', courier: 'Swift', trackingNumber: '7', lines: [1] },
      ...{ trackingUrl: 'https://swift.example/7', shippedAt: '2026-11-21T10:00:00.000Z' },
    };
    await opened({ items: [anItem(), anItem({ quantity: 2 })], shipments: [shipment] });
    expect(screen.getByRole('heading', { name: '2 of 3 on their way' })).toBeTruthy();
    const link = screen.getByRole('link', { name: /^Follow the parcel with Swift/ });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://swift.example/7', 'noreferrer']);
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
    cleanup();
    await opened({ status: 'Shipped', shipments: [{ ...shipment, lines: [0] }] });
    expect(screen.getByRole('heading', { name: '1 parcel' })).toBeTruthy();
  });

  it('says of each parcel when it arrived, and how much of the order has', async () => {
    const parcel = (line: number, deliveredAt?: string) => ({
      ...{ _id: crypto.randomUUID(), courier: 'Swift', lines: [line], shippedAt: '2026-11-21T10:00:00.000Z' },
      ...(deliveredAt && { deliveredAt }),
    });
    const items = [anItem(), anItem({ quantity: 2 })];
    const parcels = () =>
      within(screen.getByRole('region', { name: /delivered$|parcels$/ }))
        .getAllByRole('listitem')
        .map(({ textContent }) => /Delivered on .*/.exec(textContent)?.[0]);
    const at = '2026-11-25T10:00:00.000Z';
    await opened({ status: 'Shipped', items, shipments: [parcel(0), parcel(1, at)] });
    expect(screen.getByRole('heading', { name: '2 of 3 delivered' })).toBeTruthy();
    expect(parcels()).toEqual([undefined, expect.stringContaining('25')]);
    cleanup();
    await opened({ status: 'Delivered', items, shipments: [parcel(0, at), parcel(1, at)] });
    expect(screen.getByRole('heading', { name: '2 parcels' })).toBeTruthy();
    expect(parcels()).toEqual([expect.any(String), expect.any(String)]);
    cleanup();
    // Orders of before the parcels had days of their own.
    await opened({ status: 'Delivered', items, shipments: [parcel(0), parcel(1)] });
    expect(parcels()).toEqual([undefined, undefined]);
  });

  it('offers its invoice at the top once it is numbered', async () => {
    await opened();
    expect(screen.queryByRole('link', { name: 'Invoice as PDF' })).toBeNull();
    cleanup();
    await opened({ invoice: { number: 'INV/26-27/000042', issuedAt: '2026-11-21T10:00:00.000Z' } });
    expect(screen.getByRole('link', { name: 'Invoice as PDF' }).getAttribute('href')).toBe(
      `/api/v1/order/${ORDER_ID}/invoice`,
    );
  });

  it('names extras only where there are any', async () => {
    await opened();
    expect(facts('Payment summary')).toEqual([
      'Subtotal: ₹32,950.00',
      'GST (3 %): ₹988.50',
      'Shipping: Free',
      'Total Amount: ₹33,938.50',
    ]);
    cleanup();
    await opened({ charges: { gst: 0, shipping: 10, engraving: 199, hallmarking: 99, specialRequest: 499 } });
    expect(facts('Payment summary').map((line) => line.replace(/:.*/, ''))).toEqual([
      'Subtotal',
      'GST (3 %)',
      'Shipping',
      'Engraving',
      'Hallmarking',
      'Special Request',
      'Total Amount',
    ]);
  });

  it('shows wrap and message of a present, and the business that it was billed to', async () => {
    await opened({
      gift: { wrap: true, message: 'For you' },
      business: { name: 'Rao LLP', gstin: '27AAPFU0939F1ZV' },
      charges: { gst: 0, shipping: 0, engraving: 0, hallmarking: 0, specialRequest: 0, giftWrap: 150 },
    });
    expect(facts('Payment summary')).toContain('Gift wrap: ₹150.00');
    expect(facts('Payment')).toContain('Billed to: Rao LLP, GSTIN 27AAPFU0939F1ZV');
    expect(screen.getByText('Gift-wrapped; the slip in the parcel shows no price.')).toBeTruthy();
    expect(screen.getByText('For you')).toBeTruthy();
  });

  it.each(['buyer', 'admin'] as const)('says to %p who pays duties, below the address abroad', async (mode) => {
    const address = () => screen.getByRole('region', { name: 'Shipping address' }).textContent;
    const dutiesNote = 'The courier charges duties to the receiver.';
    await opened({ shippingInfo: { ...anOrder().shippingInfo, country: 'Germany' }, dutiesNote }, mode);
    expect(address()).toMatch(/Germany.*The courier charges duties to the receiver\.$/);
    cleanup();
    await opened({}, mode);
    expect(address()).not.toContain('duties');
  });

  it('shows the PAN as the service gives it, or what became of Form 97, and no PAN beside a GSTIN', async () => {
    await opened({ pan: 'XXXXX1234F' });
    expect(facts('Payment')).toContain('PAN: XXXXX1234F');
    cleanup();
    await opened({ form97: { receivedAt: null } });
    expect(facts('Payment')).toContain('Form 97: To be signed before it is sent');
    cleanup();
    await opened({ form97: { receivedAt: '2026-11-28T06:30:00.000Z' } });
    expect(facts('Payment')).toContain('Form 97: Received on 28 November 2026');
    cleanup();
    await opened({ business: { name: 'Rao LLP', gstin: '27AAPFU0939F1ZV' }, pan: 'XXXXX0939F' });
    expect(facts('Payment').some((fact) => fact.startsWith('PAN'))).toBe(false);
  });

  it('shows its pieces as the buyer saw them: with their GST, which the summary splits', async () => {
    const items = [anItem({ quantity: 2, linePrice: 65_900, mrp: 33_938.5, lineMrp: 67_877 })];
    await opened({ items, showPrices: 'with-tax', subtotal: 65_900 });
    expect(screen.getByText('2 × ₹33,938.50')).toBeTruthy();
    expect(screen.getByText('₹67,877.00')).toBeTruthy();
    expect(facts('Payment summary')[0]).toBe('Subtotal (before GST): ₹65,900.00');
    cleanup();
    await opened({ items, showPrices: 'zero-rated', gstRate: 0, charges: { ...anOrder().charges, gst: 0 } });
    expect(screen.getByText('2 × ₹32,950.00')).toBeTruthy();
    expect(facts('Payment summary').some((row) => row.startsWith('GST'))).toBe(false);
  });

  it('counts in the currency it was paid in', async () => {
    await opened({ currency: 'JPY', symbol: '¥', totalAmount: 61_200, courier: 'DHL' });
    expect(facts('Payment summary')).toContain('Total Amount: ¥61,200');
    expect(facts('Payment summary')).toContain('Shipping (DHL): Free');
  });

  it('shows how it was paid, what went back, and where it goes', async () => {
    await opened({
      paymentInfo: { id: '8MC585209K746392H', provider: 'paypal', status: 'partially-refunded' },
      refunds: [
        {
          refundId: 'r1',
          amount: 500,
          state: 'completed',
          code: 'damaged',
          reason: 'Damaged piece',
          noteToBuyer: 'Please keep the box',
          requestedAt: '2026-11-20T10:00:00.000Z',
        },
      ],
    });
    expect(facts('Payment')).toEqual(['Method: PayPal', 'Status: Partially refunded', 'Payment ID: 8MC585209K746392H']);
    const refunds = screen.getByRole('heading', { name: 'Refunds' }).parentElement!;
    expect(refunds.textContent).toMatch(/₹500\.00Paid back.*Damaged piece, 20 November 2026.*Please keep the box/);
    const address = screen.getByRole('heading', { name: 'Shipping address' }).parentElement!;
    expect(address.textContent).toContain('Jaipur, Rajasthan 302001');
  });

  it('says what waits for the decision of a dispute, beside what went back', async () => {
    await opened({ status: 'Cancelled', refunds: [], cancelRefund: null, waitingRefund: 500 });
    const refunds = screen.getByRole('heading', { name: 'Refunds' }).parentElement!;
    expect(refunds.textContent).toMatch(/₹500\.00Waiting.*decision of your bank or payment service/);
  });

  it('has its papers once they are written', async () => {
    const issuedAt = '2026-11-20T10:00:00.000Z';
    await opened();
    expect(screen.queryByRole('link', { name: /Invoice/ })).toBeNull();
    cleanup();
    const refund = {
      refundId: 'r1',
      amount: 500,
      state: 'completed',
      reason: 'A scratch',
      requestedAt: issuedAt,
    } as const;
    await opened({
      invoice: { number: 'INV/26-27/000042', issuedAt },
      refunds: [{ ...refund, creditNote: { number: 'CN/26-27/000007', issuedAt } }],
    });
    const hrefs = [/^Invoice INV\/26-27\/000042$/, /^Credit note CN\/26-27\/000007$/].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(hrefs).toEqual([`/api/v1/order/${ORDER_ID}/invoice`, `/api/v1/order/${ORDER_ID}/credit-note/r1`]);
  });

  it('renews the session before it fetches a paper, and says why it cannot', async () => {
    const issuedAt = '2026-11-20T10:00:00.000Z';
    const refund = {
      refundId: 'r1',
      amount: 500,
      state: 'completed',
      reason: 'A scratch',
      requestedAt: issuedAt,
    } as const;
    const invoice = { number: 'INV/26-27/000042', issuedAt };
    const shop = await opened({
      invoice,
      refunds: [{ ...refund, creditNote: { number: 'CN/26-27/000007', issuedAt } }],
    });
    const fetched = fetchedFiles();
    const papers = ['Invoice as PDF', /^Invoice INV/, /^Credit note/].map((name) => screen.getByRole('link', { name }));
    shop.answers[PATH] = problem(503, 'service.unavailable', 'Please try again in a moment');
    for (const paper of papers) {
      toasts.set([]);
      click(paper);
      await waitFor(() => expect(messages()).toEqual(['Please try again in a moment']));
    }
    expect(fetched).toEqual([]);
    shop.answers[PATH] = { body: { order: anOrder() } };
    for (const paper of papers) click(paper);
    await waitFor(() => expect(fetched).toEqual(papers.map((paper) => paper.getAttribute('href'))));
  });

  it('gets its invoice by itself when it is new, and an old one without is not asked for again', async () => {
    const shop = await opened({ createdAt: new Date().toISOString() });
    const invoice = { number: 'INV/26-27/000042', issuedAt: '2026-11-20T10:00:00.000Z' };
    shop.answers[PATH] = { body: { order: anOrder({ invoice }) } };
    await screen.findByRole('link', { name: 'Invoice as PDF' });
    cleanup();
    expect(awaitsInvoice(anOrder())).toBe(false);
    expect(awaitsInvoice(anOrder({ createdAt: new Date().toISOString() }))).toBe(true);
  });

  it('is followed from step to step, with the message under the current one', async () => {
    await opened();
    expect(steps()).toEqual([
      ['current', '✓ProcessingWe have your order and are preparing it'],
      ['ahead', 'Shipped (not yet)'],
      ['ahead', 'Delivered (not yet)'],
    ]);
    expect(screen.getByRole('list', { name: 'Progress' }).querySelectorAll('[aria-current="step"]')).toHaveLength(1);
    cleanup();
    await opened({
      status: 'Delivered',
      statusMessage: 'Left with the neighbour',
      shippedAt: '2026-11-20T04:00:00.000Z',
      deliveredAt: '2026-11-21T04:00:00.000Z',
    });
    const shown = steps();
    expect(shown.map(([state]) => state)).toEqual(['done', 'done', 'current']);
    expect(shown[1]![1]).toMatch(/Shipped \(done\)(19|20) Nov 2026, \d/);
    expect(shown[2]![1]).toMatch(/Delivered(20|21) Nov 2026, .*Left with the neighbour/);
  });

  it('has a fourth step once it is cancelled', async () => {
    await opened({
      status: 'Cancelled',
      statusMessage: 'Your order was cancelled',
      cancelledAt: '2026-11-20T04:00:00.000Z',
    });
    expect(steps().map(([state, text]) => `${state} ${text}`)).toEqual([
      'done ✓Processing (done)',
      'ahead Shipped (skipped)',
      'ahead Delivered (skipped)',
      expect.stringMatching(/^current ✗Cancelled.*Your order was cancelled$/),
    ]);
  });

  it('is asked for again when it changed, and when its buyer comes back to the tab', async () => {
    const shop = await opened();
    const shipped = { body: { order: anOrder({ status: 'Shipped', statusMessage: 'Your order is on its way' }) } };
    shop.answers[PATH] = shipped;
    act(() => emit('account:order-changed', { orderId: 'b'.repeat(24) }));
    act(() => emit('account:order-changed', { orderId: ORDER_ID }));
    expect(await screen.findByText('Your order is on its way')).toBeTruthy();
    expect(shop.asked).toHaveLength(2);
    shop.answers[PATH] = { body: { order: anOrder({ status: 'Delivered', statusMessage: 'It was delivered' }) } };
    comeBack();
    expect(await screen.findByText('It was delivered')).toBeTruthy();
  });
});

describe('cancelling an order', () => {
  it('says before that the refund of a disputed payment waits', async () => {
    await opened({ cancelRefund: 0, cancelWaits: 33_938.5 });
    press('Cancel order');
    const { textContent } = screen.getByRole('dialog');
    expect(textContent).toMatch(/₹33,938\.50 waits for the decision of your bank or payment service/);
    expect(textContent).not.toContain('was paid back already');
  });

  afterEach(cleanup);
  const CANCEL = `POST /order/${ORDER_ID}/cancel`;
  const opened = async (changes: Parameters<typeof anOrder>[0] = {}) => {
    const shop = setUpAccount({ [PATH]: { body: { order: anOrder(changes) } } });
    shop.open(<Order orderId={ORDER_ID} mode="buyer" />);
    await screen.findByRole('heading', { level: 1 });
    return shop;
  };
  const button = () => screen.queryByRole('button', { name: 'Cancel order' });

  it('says what is paid back before it happens, and tells the page', async () => {
    const shop = await opened();
    shop.answers[CANCEL] = {
      body: { order: anOrder({ status: 'Cancelled', statusMessage: 'Your order was cancelled' }) },
    };
    shop.answers[PATH] = shop.answers[CANCEL];
    press('Cancel order');
    const question = screen.getByRole('dialog', { name: 'Cancel order #ABC123?' });
    expect(question.textContent).toContain('₹33,938.50 will be paid back');
    expect(shop.asked).toHaveLength(1);
    click(within(question).getByRole('button', { name: 'Cancel order' }));
    expect(await screen.findByText('Your order was cancelled')).toBeTruthy();
    expect(messages()).toEqual(['Order cancelled']);
    expect(button()).toBeNull();
  });

  it('can be thought over', async () => {
    const shop = await opened();
    press('Cancel order');
    press('Keep order');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(shop.asked).toHaveLength(1);
  });

  it('is offered while it is processed and there is time, and not after', async () => {
    await opened({ status: 'Shipped' });
    expect(button()).toBeNull();
    cleanup();
    await opened({ cancellableUntil: new Date(Date.now() - 1).toISOString() });
    expect(button()).toBeNull();
  });

  it('is not offered any longer once the time is over', () => {
    const shop = setUpAccount({ [PATH]: { body: { order: anOrder() } } });
    shop.queryClient.setQueryData(['account', 'order', ORDER_ID], { order: anOrder() });
    jest.useFakeTimers();
    try {
      shop.open(<Order orderId={ORDER_ID} mode="buyer" />);
      act(() => jest.advanceTimersByTime(22 * 3_600_000));
      expect(button()).not.toBeNull();
      act(() => jest.advanceTimersByTime(2 * 3_600_000));
      expect(button()).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  it('that comes too late says so and shows the order as it is', async () => {
    const shop = await opened();
    shop.answers[CANCEL] = problem(409, 'order.wrong-status', 'The order cannot go there from where it is');
    press('Cancel order');
    shop.answers[PATH] = { body: { order: anOrder({ status: 'Shipped', statusMessage: 'Your order is on its way' }) } };
    click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel order' }));
    expect(await screen.findByText('Your order is on its way')).toBeTruthy();
    expect(messages()).toEqual(['The order cannot go there from where it is']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
