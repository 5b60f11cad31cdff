import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anOrder, aShipment } from '../../testing/orders.ts';
import {
  errorAt,
  openScreen,
  press,
  problem,
  type,
  pressInDialog,
  type StubbedAnswer,
} from '../../testing/open-screen.tsx';
import { OrderPage, prefetch as prefetchOrder } from './order-page.tsx';
import { OrdersPage, prefetch } from './orders-page.tsx';

afterEach(cleanup);

const orders = { Page: OrdersPage, prefetch, path: '/admin/orders' };
const one = { Page: OrderPage, prefetch: prefetchOrder, path: '/admin/order/:id' };
const order = anOrder();
const PATH = `/order/${order._id}`;
const SEARCH = 'Number, name, e-mail, phone, city, product or payment';

describe('the list of orders', () => {
  it('shows who bought what for how much, in the currency of each order', async () => {
    const dollars = anOrder({ _id: 'e'.repeat(24), currency: 'USD', totalAmount: 25.5, status: 'Shipped' });
    await openScreen(orders, '/admin/orders', {
      'GET /admin/orders': { body: { orders: [order, dollars], totalCount: 2 } },
    });
    const [, first, second] = screen.getAllByRole('row');
    expect(within(first!).getByRole('link', { name: '#2D662A' }).getAttribute('href')).toBe(
      `/admin/order/${order._id}`,
    );
    for (const text of ['Asha Rao', '2 pieces', '₹2,060.00', 'Processing', 'Paid, Razorpay']) {
      expect(first!.textContent).toContain(text);
    }
    expect(second!.textContent).toContain('$25.50');
    expect(screen.getByText('2 orders')).toBeTruthy();
  });

  it('keeps status and page in the address, and begins another status at its first page', async () => {
    const { asked, at } = await openScreen(orders, '/admin/orders?page=2&status=Shipped', {
      'GET /admin/orders': { body: { orders: [order], totalCount: 26 } },
    });
    expect(asked.map(({ path }) => path)).toEqual(['/admin/orders?page=2&limit=25&status=Shipped']);
    expect(screen.getByRole('link', { name: 'Shipped' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Prev' }).getAttribute('href')).toBe('/admin/orders?status=Shipped');
    await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Cancelled' })));
    expect(at()).toBe('/admin/orders?status=Cancelled');
    expect(asked.at(-1)!.path).toBe('/admin/orders?page=1&limit=25&status=Cancelled');
  });

  it('is searched by what people tell of an order, within a status, and is whole again without words', async () => {
    const { asked, at } = await openScreen(orders, '/admin/orders?page=3&status=Shipped', {
      'GET /admin/orders': { body: { orders: [], totalCount: 0 } },
    });
    type(SEARCH, ' #2D662A ');
    await press('Search');
    expect(at()).toBe('/admin/orders?status=Shipped&q=%232D662A');
    await waitFor(() => expect(asked.at(-1)!.path).toBe('/admin/orders?page=1&limit=25&status=Shipped&q=%232D662A'));
    expect(await screen.findByText('No order fits')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Clear search and filters' }).getAttribute('href')).toBe('/admin/orders');
    type(SEARCH, '');
    await press('Search');
    expect(at()).toBe('/admin/orders?status=Shipped');
  });

  it('can be that of one buyer, and says so', async () => {
    const buyer = order.userId;
    const { asked, at } = await openScreen(orders, `/admin/orders?buyer=${buyer}`, {
      'GET /admin/orders': { body: { orders: [order], totalCount: 1 } },
    });
    expect(asked[0]!.path).toBe(`/admin/orders?page=1&limit=25&userId=${buyer}`);
    await act(async () => fireEvent.click(screen.getByRole('link', { name: /^Remove Buyer: one account/ })));
    expect(at()).toBe('/admin/orders');
    // An invalid id is not sent: the service would refuse it.
    cleanup();
    const odd = await openScreen(orders, '/admin/orders?buyer=nobody', {
      'GET /admin/orders': { body: { orders: [], totalCount: 0 } },
    });
    expect(odd.asked[0]!.path).toBe('/admin/orders?page=1&limit=25');
  });

  it('says that there is none, and what kept it from loading, with another try', async () => {
    const answers = { 'GET /admin/orders': problem(503, 'service.unavailable', 'Please try again in a minute') };
    await openScreen(orders, '/admin/orders', answers);
    expect(screen.getByRole('alert').textContent).toContain('Please try again in a minute');
    Object.assign(answers, { 'GET /admin/orders': { body: { orders: [], totalCount: 0 } } });
    await press('Try again');
    expect(await screen.findByText('No orders yet')).toBeTruthy();
    expect(screen.getByText('An order is here as soon as its payment has arrived.')).toBeTruthy();
  });

  it('shows places of rows while they are on their way', async () => {
    const never = { 'GET /admin/orders': () => new Promise<never>(() => {}) };
    await openScreen(orders, '/admin/orders', never, { settled: false });
    expect(screen.getByRole('status').textContent).toContain('Loading orders');
  });
});

describe('an order', () => {
  it('is shown by account in admin mode, beside what can be done with it', async () => {
    await openScreen(one, `/admin${PATH}`, { [`GET ${PATH}`]: { body: { order } } });
    expect(await screen.findByText('part account/order')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Mark as Shipped' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Orders', current: 'page' })).toBeTruthy();
  });

  it('that does not exist is said by account alone', async () => {
    await openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: problem(404, 'order.not-found', 'There is no such order'),
    });
    expect(screen.getByText('part account/order')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('has an id: an address with anything else is none of the shop', async () => {
    const { result } = await openScreen(one, '/admin/order/nonsense', {}, { settled: false });
    expect(result.status).toBe(404);
  });

  it('shows how disputes of its payment stand, and nothing of them where there is none', async () => {
    const at = '2026-11-21T10:00:00.000Z';
    const disputes = [
      { disputeId: 'disp_1', status: 'under-review', amount: 500, at },
      { disputeId: 'disp_2', status: 'lost', amount: null, at },
    ] as const;
    const disputed = { ...order, disputes: [...disputes] };
    await openScreen(one, `/admin${PATH}`, { [`GET ${PATH}`]: { body: { order: disputed } } });
    const box = screen.getByRole('heading', { name: 'Disputes' }).closest('section')!;
    const [first, second] = within(box).getAllByRole('listitem');
    for (const text of ['Under review', '₹500.00', 'disp_1']) expect(first!.textContent).toContain(text);
    expect(second!.textContent).toContain('Lost');
    cleanup();
    await openScreen(one, `/admin${PATH}`, { [`GET ${PATH}`]: { body: { order: { ...order, disputes: [] } } } });
    expect(screen.getByRole('heading', { name: 'Status' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: /Dispute/ })).toBeNull();
  });

  it('is shipped with a message, and the page is told', async () => {
    const received: unknown[] = [];
    const hear = (event: Event) => received.push((event as CustomEvent).detail);
    window.addEventListener('account:order-changed', hear);
    const shipped = { ...order, status: 'Shipped' };
    const answers = {
      [`GET ${PATH}`]: { body: { order } },
      [`PUT /admin/order/status/${order._id}`]: () => {
        answers[`GET ${PATH}`] = { body: { order: shipped } };
        return { body: { order: shipped } };
      },
    } as Parameters<typeof openScreen>[2];
    const { sent, toasts } = await openScreen(one, `/admin${PATH}`, answers);
    type('Message to the buyer', ' With Swift, number 7 ');
    await press('Mark as Shipped');
    expect(await screen.findByRole('button', { name: 'Mark as Delivered' })).toBeTruthy();
    expect(sent()).toEqual([
      ['PUT', `/admin/order/status/${order._id}`, { status: 'Shipped', message: 'With Swift, number 7' }],
    ]);
    expect(received).toEqual([{ orderId: order._id }]);
    expect(toasts()).toEqual(['The order is Shipped']);
    window.removeEventListener('account:order-changed', hear);
  });

  it('keeps the message for the next step that is written while the one before is on its way', async () => {
    const moved = Promise.withResolvers<StubbedAnswer>();
    const answers: Parameters<typeof openScreen>[2] = {
      [`GET ${PATH}`]: { body: { order } },
      [`PUT /admin/order/status/${order._id}`]: () => moved.promise,
    };
    const { sent } = await openScreen(one, `/admin${PATH}`, answers);
    type('Message to the buyer', 'With Swift');
    await press('Mark as Shipped');
    await waitFor(() => expect(sent()).toHaveLength(1));
    type('Message to the buyer', 'It was handed over');
    const shipped = { body: { order: { ...order, status: 'Shipped' } } };
    answers[`GET ${PATH}`] = shipped;
    await act(async () => moved.resolve(shipped));
    expect(await screen.findByRole('button', { name: 'Mark as Delivered' })).toBeTruthy();
    expect(screen.getByLabelText('Message to the buyer')).toMatchObject({ value: 'It was handed over' });
  });

  it('has a packing slip, fetched with a session that is renewed before', async () => {
    const fetched: (string | null)[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      fetched.push(this.getAttribute('href'));
    });
    const { asked } = await openScreen(one, `/admin${PATH}`, { [`GET ${PATH}`]: { body: { order } } });
    asked.length = 0;
    fireEvent.click(screen.getByRole('link', { name: 'Packing slip' }));
    await waitFor(() => expect(fetched).toEqual([`/api/v1/admin/order/${order._id}/packing-slip`]));
    expect(asked.map(({ path }) => path)).toEqual([PATH]);
  });

  it('that was called Shipped by mistake is taken back while there is time, and not after', async () => {
    const taken = { to: 'Processing' as const, until: new Date(Date.now() + 60_000).toISOString() };
    let now = anOrder({ status: 'Shipped', takeBack: taken });
    const { sent, toasts } = await openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: () => ({ body: { order: now } }),
      [`POST /admin/order/${order._id}/status/take-back`]: () => ({ body: { order: (now = order) } }),
    });
    expect(screen.getByText(/the buyer’s mail waits/)).toBeTruthy();
    await press('Back to Processing');
    expect(await screen.findByRole('button', { name: 'Mark as Shipped' })).toBeTruthy();
    expect(sent()).toEqual([['POST', `/admin/order/${order._id}/status/take-back`, { status: 'Shipped' }]]);
    expect(toasts()).toEqual(['The order is Processing again; the buyer was not mailed']);
    cleanup();
    now = anOrder({ status: 'Shipped', takeBack: { ...taken, until: new Date(0).toISOString() } });
    await openScreen(one, `/admin${PATH}`, { [`GET ${PATH}`]: () => ({ body: { order: now } }) });
    expect(screen.getByRole('button', { name: 'Mark as Delivered' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Back to Processing' })).toBeNull();
  });

  it('whose buyer has no PAN waits for Form 97, which is recorded, and taken back where that was a mistake', async () => {
    const path = `/admin/order/${order._id}/form-97`;
    const missing = anOrder({ form97: { receivedAt: null } });
    const there = anOrder({ form97: { receivedAt: '2026-11-28T06:30:00.000Z', by: 'Mira' } });
    let now = missing;
    const { sent, toasts } = await openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: () => ({ body: { order: now } }),
      [`PUT ${path}`]: () => ({ body: { order: (now = now === missing ? there : missing) } }),
    });
    expect(screen.getByText(/^Form 97 to be signed before it is sent/)).toBeTruthy();
    await press('The signed form has come');
    expect(await screen.findByText(/recorded by Mira$/)).toBeTruthy();
    await press('It has not come: take it back');
    expect(await screen.findByText(/^Form 97 to be signed before it is sent/)).toBeTruthy();
    expect(sent()).toEqual([true, false].map((isReceived) => ['PUT', path, { isReceived }]));
    expect(toasts()).toEqual(['Form 97 is recorded', 'Form 97 is missing again']);
  });

  it('that is Processing is taken by one of the staff, given back, and not asked about once it has left', async () => {
    const at = '2026-11-20T10:00:00.000Z';
    const path = `/admin/order/${order._id}/taker`;
    let now = order;
    const { sent, toasts } = await openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: () => ({ body: { order: now } }),
      [`PUT ${path}`]: () => {
        now = now.taker ? order : anOrder({ taker: { userId: 'a'.repeat(24), name: 'Mira', at } });
        return { body: { order: now } };
      },
    });
    expect(screen.getByText('Not taken yet')).toBeTruthy();
    await press('Take Order #2D662A');
    expect(await screen.findByText('You')).toBeTruthy();
    await press('Give back Order #2D662A');
    expect(await screen.findByText('Not taken yet')).toBeTruthy();
    expect(sent()).toEqual([true, false].map((isMine) => ['PUT', path, { isMine }]));
    expect(toasts()).toEqual(['It is yours', 'It is free again']);
    cleanup();
    now = anOrder({ status: 'Shipped' });
    await openScreen(one, `/admin${PATH}`, { [`GET ${PATH}`]: () => ({ body: { order: now } }) });
    expect(screen.queryByText('Who prepares it')).toBeNull();
  });

  it('leaves in parcels, each with courier, number and link, that can be corrected', async () => {
    const [item] = order.items;
    const two = anOrder({
      items: [item!, { ...item!, quantity: 1, product: { ...item!.product, name: 'Tara Studs' } }],
    });
    let now = two;
    const SHIP = `POST /admin/order/${order._id}/shipments`;
    const { sent, toasts } = await openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: () => ({ body: { order: now } }),
      [SHIP]: () => ({ body: { order: (now = { ...two, shipments: [aShipment()] }) } }),
      [`PUT /admin/order/${order._id}/shipments/${aShipment()._id}`]: () => ({ body: { order: now } }),
    });
    await press('Send this parcel');
    expect(await screen.findByText('Courier is required')).toBeTruthy();
    expect(sent()).toEqual([]);
    await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '1 × Tara Studs' })));
    type('Courier', ' Swift ');
    type('Tracking number', '7');
    type('Link to follow it', 'https://swift.example/7');
    await press('Send this parcel');
    expect(await screen.findByText('2 × Meera Ring, 21 Nov 2026')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'In this parcel' })).toBeNull();
    const slip = screen.getByRole('link', { name: 'Packing slip of the parcel with Swift' });
    expect(slip.getAttribute('href')).toBe(`/api/v1/admin/order/${order._id}/packing-slip?parcel=${aShipment()._id}`);
    await press('Correct the parcel with Swift');
    expect(screen.getAllByLabelText<HTMLInputElement>('Tracking number').at(-1)!.value).toBe('7');
    await pressInDialog('Save the parcel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const parcel = { courier: 'Swift', trackingNumber: '7', trackingUrl: 'https://swift.example/7' };
    expect(sent().map(([method, , body]) => [method, body])).toEqual([
      ['POST', { ...parcel, lines: [0] }],
      ['PUT', parcel],
    ]);
    expect(toasts()).toEqual(['The parcel is on its way', 'The parcel is corrected']);
  });

  it('has parcels that arrive one by one, the last with the order, and not by mistake', async () => {
    const [first, second] = [aShipment(), { ...aShipment(), _id: crypto.randomUUID(), courier: 'Post' }];
    const arrived = (shipment: typeof first) => ({ ...shipment, deliveredAt: '2026-11-25T10:00:00.000Z' });
    let now = anOrder({ status: 'Shipped', shipments: [first, second] });
    const answer =
      (shipments: (typeof first)[], status: typeof now.status = 'Shipped') =>
      () => ({
        body: { order: (now = { ...now, status, shipments }) },
      });
    const path = ({ _id }: typeof first) => `/admin/order/${order._id}/shipments/${_id}/delivered`;
    const answers: Parameters<typeof openScreen>[2] = {
      [`GET ${PATH}`]: () => ({ body: { order: now } }),
      [`PUT ${path(first)}`]: answer([arrived(first), second]),
      [`PUT ${path(second)}`]: answer([arrived(first), arrived(second)], 'Delivered'),
    };
    const { sent, toasts } = await openScreen(one, `/admin${PATH}`, answers);
    await press('Delivered (the parcel with Swift)');
    expect(await screen.findByText('Delivered on 25 Nov 2026')).toBeTruthy();
    answers[`PUT ${path(first)}`] = answer([first, second]);
    await press('Not delivered (the parcel with Swift)');
    expect(await screen.findByRole('button', { name: 'Delivered (the parcel with Swift)' })).toBeTruthy();
    expect(screen.queryByText('Delivered on 25 Nov 2026')).toBeNull();
    await press('Delivered (the parcel with Post)');
    expect(await screen.findAllByText('Delivered on 25 Nov 2026')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /elivered \(the parcel/ })).toBeNull();
    expect(sent()).toEqual([
      ['PUT', path(first), { isDelivered: true }],
      ['PUT', path(first), { isDelivered: false }],
      ['PUT', path(second), { isDelivered: true }],
    ]);
    expect(toasts()).toEqual(['The parcel is delivered', 'The parcel is on its way again', 'The order is Delivered']);
  });

  it('makes the link of a parcel of the courier’s page and the number, also of a corrected one', async () => {
    const trackingPage = 'https://swift.example/{number}';
    const sentOnce = anOrder({ shipments: [aShipment()], status: 'Shipped' });
    const { sent } = await openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: { body: { order: sentOnce } },
      'GET /admin/couriers': { body: { couriers: [{ name: 'Swift', trackingPage }] } },
      [`PUT /admin/order/${order._id}/shipments/${aShipment()._id}`]: { body: { order: sentOnce } },
    });
    await press('Correct the parcel with Swift');
    const link = screen.getByLabelText<HTMLInputElement>('Link to follow it');
    // It was made of the number, so it is none of its own.
    expect(link.value).toBe('');
    type('Tracking number', '8');
    expect(await screen.findByText('Left empty, it is https://swift.example/8')).toBeTruthy();
    await pressInDialog('Save the parcel');
    await waitFor(() => expect(sent().map(([, , body]) => body)).toEqual([{ courier: 'Swift', trackingNumber: '8' }]));
  });

  it('says before it is cancelled what goes back and what is kept', async () => {
    const custom = anOrder({ cancelRefund: 1_442, refundableAmount: 2_060 });
    const cancelled = { ...custom, status: 'Cancelled', cancelRefund: null };
    const { sent } = await openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: { body: { order: custom } },
      [`PUT /admin/order/status/${order._id}`]: { body: { order: cancelled } },
    });
    await press('Cancel the order…');
    const dialog = screen.getByRole('dialog', { name: 'Cancel this order?' });
    expect(dialog.textContent).toContain('₹1,442.00 goes back');
    expect(dialog.textContent).toContain('₹618.00 is kept');
    expect(sent()).toEqual([]);
    await pressInDialog('Cancel the order');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([['PUT', `/admin/order/status/${order._id}`, { status: 'Cancelled' }]]);
  });

  it('says before it is cancelled what waits for a dispute, and shows it afterwards', async () => {
    const disputed = anOrder({ cancelRefund: 0, cancelWaits: 2_060, refundableAmount: 0 });
    const cancelled = {
      ...disputed,
      status: 'Cancelled',
      cancelRefund: null,
      cancelWaits: undefined,
      waitingRefund: 2_060,
    };
    const answers = {
      [`GET ${PATH}`]: { body: { order: disputed } },
      [`PUT /admin/order/status/${order._id}`]: () => {
        answers[`GET ${PATH}`] = { body: { order: cancelled } } as never;
        return { body: { order: cancelled } };
      },
    } as Parameters<typeof openScreen>[2];
    await openScreen(one, `/admin${PATH}`, answers);
    await press('Cancel the order…');
    const { textContent } = screen.getByRole('dialog', { name: 'Cancel this order?' });
    expect(textContent).toContain('₹2,060.00 waits for the decision of the dispute');
    expect(textContent).not.toContain('Nothing goes back');
    await pressInDialog('Cancel the order');
    const box = (await screen.findByText(/waits for the decision/)).closest('section')!;
    expect(within(box).getByRole('heading', { name: 'Refund' })).toBeTruthy();
    expect(box.textContent).toContain('₹2,060.00');
  });

  it('is asked for anew before it is cancelled: what is said is how it stands, when somebody shipped it meanwhile', async () => {
    const answers = { [`GET ${PATH}`]: { body: { order } } };
    await openScreen(one, `/admin${PATH}`, answers);
    answers[`GET ${PATH}`] = {
      body: { order: anOrder({ status: 'Shipped', shippedAt: '2026-11-21T10:00:00.000Z', cancelRefund: 1_442 }) },
    };
    await press('Cancel the order…');
    const dialog = screen.getByRole('dialog', { name: 'Cancel this order?' });
    expect(await within(dialog).findByText(/on their way since 21 Nov 2026/)).toBeTruthy();
    expect(dialog.textContent).toContain('₹1,442.00 goes back');
  });

  it('keeps the message and shows how the order stands when somebody else was faster', async () => {
    const answers = {
      [`GET ${PATH}`]: { body: { order } },
      [`PUT /admin/order/status/${order._id}`]: problem(409, 'order.wrong-status', 'The order cannot go there'),
    };
    await openScreen(one, `/admin${PATH}`, answers);
    answers[`GET ${PATH}`] = { body: { order: anOrder({ status: 'Delivered', cancelRefund: null }) } };
    await press('Mark as Shipped');
    expect(await screen.findByText('Nothing follows Delivered.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel the order…' })).toBeNull();
  });
});

describe('a refund in part', () => {
  it('is of chosen pieces with their tax, together exact, or of any amount', async () => {
    const [ring] = order.items;
    const items = [
      { ...ring!, lineMrp: 1_029.99 },
      { ...ring!, quantity: 1, product: { ...ring!.product, name: 'Tara Pendant' }, lineMrp: 1_030.02 },
    ];
    const refunds: (typeof order)['refunds'] = [
      {
        ...{ refundId: 'r', amount: 1, state: 'requested', reason: 'Returned piece' },
        ...{ requestedAt: '2026-11-21T10:00:00.000Z', of: { lines: [{ place: 2, pieces: 1 }], charges: [] } },
      },
    ];
    const charges = { ...order.charges, shipping: 60 };
    const now = { ...order, items: [...items, { ...items[1]!, lineMrp: 1 }], refunds, charges };
    const { sent } = await openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: { body: { order: now } },
      [`POST /admin/order/${order._id}/refund`]: { body: { order: now } },
    });
    const amount = () => (screen.getByLabelText('Amount in ₹') as HTMLInputElement).value;
    const pieces = within(screen.getByRole('group', { name: /^Pieces to pay back/ }));
    const choose = (name: RegExp) => fireEvent.click(pieces.getByRole('checkbox', { name }));
    const chooseRings = (count: string) =>
      fireEvent.change(pieces.getByLabelText('Meera Ring'), { target: { value: count } });
    // The third line is paid back already.
    expect(pieces.getByText('1 × Tara Pendant: paid back')).toBeTruthy();
    expect(pieces.getByRole('option', { name: '1 × Meera Ring, ₹515.00' })).toBeTruthy();
    chooseRings('2');
    choose(/Tara Pendant/);
    await waitFor(() => expect(amount()).toBe('2,060.01'));
    chooseRings('1');
    expect(amount()).toBe('1,545.02');
    choose(/Shipping, ₹60.00/);
    expect(amount()).toBe('1,605.02');
    choose(/Shipping/);
    choose(/Tara Pendant/);
    type('Reason', 'returned');
    type('Note for the shop', 'Came back');
    type('Amount in ₹', '515.01');
    await press('Pay back…');
    expect(await screen.findByText('At most ₹515.00 was paid for what you chose')).toBeTruthy();
    type('Amount in ₹', '500');
    await press('Pay back…');
    await screen.findByRole('dialog', { name: 'Pay back ₹500.00?' });
    await pressInDialog('Pay back');
    const of = { lines: [{ place: 0, pieces: 1 }], charges: [] };
    await waitFor(() =>
      expect(sent().map(([, , body]) => body)).toEqual([{ amount: 500, code: 'returned', note: 'Came back', of }]),
    );
  });

  let now = order;
  beforeEach(() => {
    now = order;
  });
  const open = (answer: Parameters<typeof openScreen>[2][string]) =>
    openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: () => ({ body: { order: now } }),
      [`POST /admin/order/${order._id}/refund`]: answer,
    });

  const payBack = async () => {
    await press('Pay back…');
    await screen.findByRole('dialog', { name: /^Pay back / });
    await pressInDialog('Pay back');
  };

  it('says before it is sent how much goes back, and what was written stays when it is thought over', async () => {
    const { sent } = await open({ body: { order } });
    type('Amount in ₹', '100.5');
    type('Reason', 'damaged');
    type('Note for the shop', 'A scratch');
    await press('Pay back…');
    const question = await screen.findByRole('dialog', { name: 'Pay back ₹100.50?' });
    expect(question.textContent).toContain('cannot be undone');
    expect(sent()).toEqual([]);
    await pressInDialog('Keep it as it is');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Amount in ₹').value).toBe('100.5');
    expect(sent()).toEqual([]);
  });

  it('is sent again once the password was given, under the same key', async () => {
    let isProved = false;
    const { asked, toasts } = await openScreen(one, `/admin${PATH}`, {
      [`GET ${PATH}`]: () => ({ body: { order: now } }),
      [`POST /admin/order/${order._id}/refund`]: () =>
        isProved ? { body: { order } } : problem(403, 'session.proof-required', 'Please confirm'),
      'POST /auth/account/proof': () => {
        isProved = true;
        return { body: { validForS: 300 } };
      },
    });
    type('Amount in ₹', '1000');
    type('Reason', 'damaged');
    type('Note for the shop', 'A scratch');
    await payBack();
    await screen.findByLabelText('Your password');
    type('Your password', 'three golden bangles');
    await press('Confirm');
    await waitFor(() => expect(toasts()).toEqual(['₹1,000.00 goes back to the buyer']));
    const keys = asked.filter(({ path }) => path.endsWith('/refund')).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('names what is wrong with it, and sends nothing', async () => {
    const { sent } = await open({});
    expect(screen.getByText('₹2,060.00 is left of the payment.')).toBeTruthy();
    for (const [amount, said] of [
      ['', 'This is required'],
      ['0', 'This is not an amount'],
      ['1.005', 'At most two decimals'],
      ['2060.01', 'At most ₹2,060.00'],
    ] as const) {
      type('Amount in ₹', amount);
      await press('Pay back…');
      expect(await screen.findByText(said)).toBeTruthy();
    }
    expect(screen.getByText('Say why')).toBeTruthy();
    expect(screen.getByText('Choose a reason')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('is sent again under the same key when its answer got lost, and another one under a new key', async () => {
    const refunds: (typeof order)['refunds'] = [
      {
        refundId: 'r',
        amount: 1_000,
        state: 'requested',
        reason: 'A scratch',
        requestedAt: '2026-11-21T10:00:00.000Z',
      },
    ];
    let answer: object = problem(503, 'service.unavailable', 'Please try again');
    const { asked, toasts } = await open(() => answer);
    type('Amount in ₹', '1000');
    type('Reason', 'damaged');
    type('Note to the buyer', 'Please keep the box');
    type('Note for the shop', 'A scratch');
    await payBack();
    await waitFor(() => expect(toasts()).toEqual(['Please try again']));
    now = anOrder({ refundableAmount: 1_060, refunds });
    answer = { body: { order: now } };
    await payBack();
    await screen.findByText('₹1,060.00 is left of the payment.');
    type('Amount in ₹', '1000');
    type('Reason', 'late');
    type('Note for the shop', 'Another scratch');
    await payBack();
    const posts = asked.filter(({ method }) => method === 'POST');
    expect(posts.map(({ body }) => body)).toEqual([
      { amount: 1_000, code: 'damaged', note: 'A scratch', noteToBuyer: 'Please keep the box' },
      { amount: 1_000, code: 'damaged', note: 'A scratch', noteToBuyer: 'Please keep the box' },
      { amount: 1_000, code: 'late', note: 'Another scratch' },
    ]);
    expect(posts[0]!.key).toBe(posts[1]!.key);
    expect(posts[2]!.key).not.toBe(posts[0]!.key);
  });

  it('of more than is left by now says so at the amount, and leads there, also who is there already', async () => {
    await open(problem(400, 'request.invalid', 'Please check', { amount: 'INR has no such amount' }));
    type('Amount in ₹', '5');
    type('Reason', 'damaged');
    type('Note for the shop', 'A scratch');
    await payBack();
    expect(await screen.findByText('INR has no such amount')).toBeTruthy();
    const amount = screen.getByLabelText('Amount in ₹');
    expect(document.activeElement).toBe(amount);
    expect(errorAt('Amount in ₹')).toBe('INR has no such amount');
    let comes = 0;
    amount.addEventListener('focus', () => (comes += 1));
    await payBack();
    await waitFor(() => expect(comes).toBe(1));
  });
});

describe('what staff see around an order', () => {
  const AT = (hour: number) => `2026-11-20T${hour}:00:00.000Z`;
  const mail = {
    ...{ _id: 'd3b07384-d9a0-4c9b-8f4e-2a5b6c7d8e9f', kind: 'order-created', orderId: order._id, userId: order.userId },
    ...{
      to: 'asha@example.com',
      state: 'dead',
      attempts: 3,
      problem: 'Mailbox full',
      occurredAt: AT(12),
      sentAt: null,
    },
  };
  const note = (of: string) => ({
    _id: of.repeat(24),
    text: `Note of ${of}`,
    by: { userId: of.repeat(24), name: of },
    at: AT(13),
  });
  const around = (id = order._id) => ({
    [`GET /order/${id}`]: { body: { order: anOrder({ shipments: [{ ...aShipment(), shippedAt: AT(14) }] }) } },
    [`GET /admin/order/${id}/notes`]: { body: { notes: [note('a'), note('c')] } },
    'GET /admin/mails': { body: { mails: [mail], totalCount: 1 } },
    'GET /admin/audit': {
      body: {
        entries: [
          {
            ...{ _id: 'x1', actorId: 'a'.repeat(24), actorName: 'Ravi', action: 'order.refunded', subject: 'order' },
            ...{ subjectId: id, before: null, after: {}, reason: 'A scratch', at: AT(15) },
          },
          {
            ...{ _id: 'x2', actorId: 'a'.repeat(24), actorName: 'Ravi', action: 'order.note-added', subject: 'order' },
            ...{ subjectId: id, before: null, after: {}, at: AT(13) },
          },
        ],
        totalCount: 2,
      },
    },
    'GET /admin/captures': {
      body: {
        captures: [
          {
            ...{
              _id: 'razorpay:pay_1',
              provider: 'razorpay',
              providerPaymentId: 'pay_1',
              amount: 2_060,
              currency: 'INR',
            },
            ...{ capturedAt: AT(11), userId: order.userId, checkoutId: id, orderId: id, refunds: [] },
          },
        ],
        totalCount: 1,
      },
    },
    [`GET /admin/user/${order.userId}`]: {
      body: {
        user: {
          _id: order.userId,
          name: 'Asha Rao',
          email: 'asha@example.com',
          role: 'user',
          addresses: [],
          createdAt: AT(10),
        },
      },
    },
    [`GET /admin/orders/buyers/${order.userId}`]: {
      body: {
        orders: 3,
        spend: [
          { currency: 'INR', orders: 2, amount: 4_120.5 },
          { currency: 'USD', orders: 1, amount: 25 },
        ],
      },
    },
  });
  const timeline = () =>
    within(screen.getByRole('region', { name: 'Notes and what happened' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('is one line of payments, mails, staff, parcels and notes, newest first, and the buyer with all orders', async () => {
    const shipment = { ...aShipment(), shippedAt: AT(14), deliveredAt: AT(16) };
    const arrived = { [`GET ${PATH}`]: { body: { order: anOrder({ shipments: [shipment] }) } } };
    await openScreen(one, `/admin${PATH}`, { ...around(), ...arrived });
    const lines = timeline();
    for (const [index, text] of [
      'Parcel with Swift, 7, delivered',
      'By Ravi',
      'Parcel with Swift, 7',
      'Note of',
      'Note of',
      'Mailbox full',
      'Paid ₹2,060.00',
      'Ordered',
    ].entries()) {
      expect(lines[index]).toContain(text);
    }
    expect(lines).toHaveLength(8);
    const buyer = within(screen.getByRole('region', { name: 'Buyer' }));
    expect((await buyer.findByRole('link', { name: 'asha@example.com' })).getAttribute('href')).toBe(
      'mailto:asha@example.com',
    );
    expect(await buyer.findByRole('link', { name: 'All 3 orders of this buyer' })).toBeTruthy();
    for (const sum of ['₹4,120.50', '$25.00']) expect(buyer.getByText(sum)).toBeTruthy();
  });

  it('tells when the buyer withdrew from the contract, and about what', async () => {
    const withdrawn = anOrder({ withdrawals: [{ at: AT(17), lines: [0] }] });
    await openScreen(one, `/admin${PATH}`, { ...around(), [`GET ${PATH}`]: { body: { order: withdrawn } } });
    const { name } = withdrawn.items[0]!.product;
    expect(timeline()[0]).toContain('The buyer withdrew from the contract');
    const piece = `${withdrawn.items[0]!.quantity} × ${name}`;
    expect(timeline()[0]).toContain(piece);
    expect(screen.getByText(`Not to be sent, because the buyer withdrew: ${piece}`)).toBeTruthy();
    expect(screen.getByText('Nothing is left to be sent.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send this parcel' })).toBeNull();
  });

  it('says which part could not be loaded, shows the others, and loads it at another try', async () => {
    const answers = { ...around(), 'GET /admin/mails': problem(503, 'service.unavailable', 'Content is away') };
    await openScreen(one, `/admin${PATH}`, answers);
    expect(screen.getByRole('alert').textContent).toContain('The mails could not be loaded: Content is away');
    expect(timeline()).toHaveLength(6);
    Object.assign(answers, around());
    await press('Try again to load the mails');
    await waitFor(() => expect(timeline()).toHaveLength(7));
  });

  it('sends a mail again that was sent, and says which one is a copy', async () => {
    const sentMail = { ...mail, state: 'sent', problem: null, sentAt: AT(12), isKept: true };
    const copy = { ...sentMail, _id: 'd3b07384-d9a0-4c9b-8f4e-2a5b6c7d8ea0', copyOf: mail._id, sentAt: AT(15) };
    const answers: Parameters<typeof openScreen>[2] = {
      ...around(),
      'GET /admin/mails': { body: { mails: [sentMail], totalCount: 1 } },
      [`POST /admin/mails/${mail._id}/again`]: { body: { mail: copy } },
    };
    const { sent, toasts } = await openScreen(one, `/admin${PATH}`, answers);
    await press('Send again to asha@example.com');
    answers['GET /admin/mails'] = { body: { mails: [copy, sentMail], totalCount: 2 } };
    await pressInDialog('Send again');
    await waitFor(() => expect(toasts()).toEqual(['The mail is on its way again']));
    expect(sent()).toEqual([['POST', `/admin/mails/${mail._id}/again`, undefined]]);
    await waitFor(() => expect(timeline()[0]).toContain('“Order created” sent again'));
    expect(timeline()).toHaveLength(8);
  });

  it('can be noted, and one’s own note deleted after a question', async () => {
    const added = { note: note('a') };
    const { sent } = await openScreen(one, `/admin${PATH}`, {
      ...around(),
      [`POST /admin/order/${order._id}/notes`]: { status: 201, body: added },
      [`DELETE /admin/order/${order._id}/notes/${'a'.repeat(24)}`]: { body: { id: 'a'.repeat(24) } },
    });
    await press('Add the note');
    expect(await screen.findByText('Write the note')).toBeTruthy();
    type('Internal note', ' Waits for the box ');
    await press('Add the note');
    await waitFor(() =>
      expect(sent()).toEqual([['POST', `/admin/order/${order._id}/notes`, { text: 'Waits for the box' }]]),
    );
    // Of the two notes, one is of the account that is signed in.
    await press(/^Delete the note of/);
    await pressInDialog('Delete the note');
    await waitFor(() =>
      expect(sent().at(-1)!.slice(0, 2)).toEqual(['DELETE', `/admin/order/${order._id}/notes/${'a'.repeat(24)}`]),
    );
  });

  it('keeps what is written of the next note while one is added', async () => {
    const added = Promise.withResolvers<StubbedAnswer>();
    const { sent, toasts } = await openScreen(one, `/admin${PATH}`, {
      ...around(),
      [`POST /admin/order/${order._id}/notes`]: () => added.promise,
    });
    type('Internal note', 'Waits for the box');
    await press('Add the note');
    await waitFor(() => expect(sent()).toHaveLength(1));
    type('Internal note', 'The box is there');
    await act(async () => added.resolve({ status: 201, body: { note: note('a') } }));
    await waitFor(() => expect(toasts()).toEqual(['The note is added']));
    expect(screen.getByLabelText('Internal note')).toMatchObject({ value: 'The box is there' });
  });

  it('is neither noted nor are its notes deleted by those who may no longer', async () => {
    await openScreen(one, `/admin${PATH}`, around(), { permissions: ['orders.read'] });
    expect(await screen.findByText('Note of a')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Add the note|Delete the note)/ })).toBeNull();
  });
});
