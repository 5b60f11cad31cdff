import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { errorAt, openScreen, press, pressInDialog, problem, type } from '../../testing/open-screen.tsx';
import { aProduct, productAnswers } from '../../testing/products.ts';
import type { Movement } from './api/movements.ts';
import { ProductPage, prefetch } from './product-page.tsx';

const one = { Page: ProductPage, prefetch, path: '/admin/product/:id' };
const ring = { ...aProduct(), isLow: true, lowStockAt: 6 };
const ID = ring._id;
const STOCK = `/admin/product/${ID}?show=stock`;
const LIST = `GET /admin/product/${ID}/movements`;
const POST = `POST /admin/product/${ID}/movements`;
const ORDER = '6b01c5734d9f13a5da2d662a';

const at = '2026-11-20T10:00:00.000Z';
const holdId = '3f2b8f0e-3f0e-4b7e-9d38-0a4f1c2d3e4f';
const MOVEMENTS: Movement[] = [
  { number: 7, kind: 'received', delta: 3, stockAfter: 5, at, by: { userId: 'b'.repeat(24), name: 'Mira' } },
  {
    ...{ number: 6, kind: 'written-off', delta: -1, stockAfter: 2, at, reason: 'Broken clasp' },
    by: { userId: 'b'.repeat(24), name: null },
  },
  { number: 5, kind: 'returned', delta: 1, stockAfter: 3, at, hold: { holdId, state: 'released' } },
  { number: 4, kind: 'returned', delta: 1, stockAfter: 2, at, hold: { holdId, state: 'returned', orderId: ORDER } },
  { number: 3, kind: 'sold', delta: -1, stockAfter: 1, at, hold: { holdId, state: 'held' } },
  { number: 2, kind: 'sold', delta: -2, stockAfter: 2, at, hold: { holdId, state: 'sold', orderId: ORDER } },
  { number: 1, kind: 'counted', delta: 4, stockAfter: 4, at, reason: 'Stock when movements began' },
];

let answers: Parameters<typeof openScreen>[2];
beforeEach(() => {
  answers = { ...productAnswers(ring), [LIST]: { body: { movements: MOVEMENTS, totalCount: 60 } } };
});
afterEach(cleanup);

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(1).map(({ textContent }) => textContent));
const choose = (kind: string) => fireEvent.change(screen.getByLabelText('What happened'), { target: { value: kind } });

describe('the stock of a product', () => {
  it('shows what is free, held and sold, and each change with why and who', async () => {
    const { asked } = await openScreen(one, STOCK, answers);
    expect(asked.map(({ path }) => path)).toContain(`/admin/product/${ID}/movements?page=1&limit=25`);
    const figures = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
    expect(figures).toEqual(['Free5 low', 'Held for checkouts1', 'Sold2', 'Low at6']);
    expect(rows()).toEqual([
      ['Received', '+3', '5', '–', 'Mira'],
      ['Written off', '−1', '2', 'Broken clasp', 'Staff'],
      ['Given back by a checkout', '+1', '3', 'The checkout was given up', 'A buyer'],
      ['Returned', '+1', '2', 'The order was cancelled', 'Order #2D662A'],
      ['Taken by a checkout', '−1', '1', 'Not paid yet', 'A buyer'],
      ['Sold', '−2', '2', '–', 'Order #2D662A'],
      ['Counted', '+4', '4', 'Stock when movements began', 'The shop'],
    ]);
    const [link] = screen.getAllByRole('link', { name: 'Order #2D662A' });
    expect(link!.getAttribute('href')).toBe(`/admin/order/${ORDER}`);
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe(`${STOCK}&page=2`);
    expect(screen.getByRole('link', { name: 'By staff' }).getAttribute('href')).toBe(`${STOCK}&by=staff`);
    expect(screen.getByRole('link', { name: 'Product' }).getAttribute('href')).toBe(`/admin/product/${ID}`);
  });

  it('shows those of staff alone, and says when there are none', async () => {
    answers[LIST] = { body: { movements: [], totalCount: 0 } };
    const { asked } = await openScreen(one, `${STOCK}&by=staff`, answers);
    expect(asked.map(({ path }) => path)).toContain(`/admin/product/${ID}/movements?by=staff&page=1&limit=25`);
    expect(screen.getByText('Staff have recorded nothing yet')).toBeTruthy();
  });

  it('keeps the figures where its history cannot be loaded, which can be tried again', async () => {
    answers[LIST] = problem(503, 'service.unavailable', 'Please try again');
    await openScreen(one, STOCK, answers);
    expect(screen.getByRole('alert').textContent).toContain('The movements could not be loaded');
    expect(screen.getByText('Held for checkouts')).toBeTruthy();
    answers[LIST] = { body: { movements: MOVEMENTS, totalCount: 7 } };
    await press('Try again');
    expect(await screen.findByText('7 movements')).toBeTruthy();
  });

  it('says that its history is being loaded', async () => {
    answers[LIST] = () => new Promise(() => {});
    await openScreen(one, STOCK, answers, { settled: false });
    expect(await screen.findByText('Loading movements…')).toBeTruthy();
  });

  it('of an archived product is only looked at', async () => {
    answers[`GET /admin/product/${ID}`] = { body: { product: { ...ring, status: 'archived' } } };
    await openScreen(one, STOCK, answers);
    expect(screen.queryByRole('button', { name: 'Record movement' })).toBeNull();
  });
});

describe('a movement that staff record', () => {
  const answered = (delta: number, stockAfter: number) => ({
    status: 201,
    body: { movement: { ...MOVEMENTS[0], number: 8, delta, stockAfter }, product: { ...ring, stock: stockAfter } },
  });

  it('is sent once under its key, and the new stock is shown', async () => {
    answers[POST] = problem(503, 'service.unavailable', 'Please try again');
    const { asked, sent, toasts } = await openScreen(one, STOCK, answers);
    await press('Record movement');
    type('Pieces that came', '3');
    await pressInDialog('Record');
    await waitFor(() => expect(toasts()).toEqual(['Please try again']));
    answers[POST] = answered(3, 8);
    answers[`GET /admin/product/${ID}`] = { body: { product: { ...ring, stock: 8 } } };
    await pressInDialog('Record');
    await waitFor(() => expect(toasts()).toContain('Recorded: 8 are free now'));
    expect(sent()).toEqual([
      ['POST', `/admin/product/${ID}/movements`, { kind: 'received', pieces: 3 }],
      ['POST', `/admin/product/${ID}/movements`, { kind: 'received', pieces: 3 }],
    ]);
    const [first, again] = asked.filter(({ method }) => method === 'POST');
    expect(first!.key).toBe(again!.key);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.querySelector('dl')!.textContent).toContain('Free8');
  });

  it('says so where others changed the stock at the same time', async () => {
    answers[POST] = answered(-1, 1);
    const { toasts } = await openScreen(one, STOCK, answers);
    await press('Record movement');
    choose('written-off');
    type('Pieces that are gone', '1');
    type('Reason', 'Lost');
    await pressInDialog('Record');
    await waitFor(() => expect(toasts()).toEqual(['Recorded: 1 is free now. It was 2 before, changed by others']));
  });

  it('of a count names what is held with it, and is counted again when the pieces have moved', async () => {
    answers[POST] = {
      status: 409,
      body: { code: 'product.pieces-moved', message: 'The pieces have changed', details: { stock: 3, held: 2 } },
    };
    const { sent } = await openScreen(one, STOCK, answers);
    await press('Record movement');
    choose('counted');
    expect(screen.getByText('All of them, with the one that is held')).toBeTruthy();
    type('Pieces that are there', '7');
    type('Reason', 'Found one');
    await pressInDialog('Record');
    expect(await screen.findByText('There are 3 free and 2 held now. Please count again')).toBeTruthy();
    expect(screen.getByText('All of them, with the 2 that are held')).toBeTruthy();
    answers[POST] = answered(2, 5);
    await pressInDialog('Record');
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent().map(([, , body]) => body)).toEqual([
      { kind: 'counted', pieces: 7, reason: 'Found one', piecesBefore: 6 },
      { kind: 'counted', pieces: 7, reason: 'Found one', piecesBefore: 5 },
    ]);
  });

  it('is not sent without a number, or a reason where one is needed, and shows what the service refuses', async () => {
    answers[POST] = problem(400, 'request.invalid', 'Check', { pieces: 'Only 5 are free' });
    const { sent } = await openScreen(one, STOCK, answers);
    await press('Record movement');
    choose('written-off');
    await pressInDialog('Record');
    await waitFor(() => expect(errorAt('Reason')).toBe('Say why they are written off'));
    expect(errorAt('Pieces that are gone')).toBeTruthy();
    expect(sent()).toEqual([]);
    type('Pieces that are gone', '9');
    type('Reason', 'Lost');
    await pressInDialog('Record');
    await waitFor(() => expect(errorAt('Pieces that are gone')).toBe('Only 5 are free'));
  });
});
