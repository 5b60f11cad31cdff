import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { errorAt, openScreen, press, pressInDialog, problem, type } from '../../testing/open-screen.tsx';
import { aProduct, productAnswers } from '../../testing/products.ts';
import type { PlannedChange } from './api/planned-changes.ts';
import { ProductPage, prefetch } from './product-page.tsx';
import { ProductsPage, prefetch as prefetchProducts } from './products-page.tsx';

const one = { Page: ProductPage, prefetch, path: '/admin/product/:id' };
const all = { Page: ProductsPage, prefetch: prefetchProducts, path: '/admin/products' };
const ring = aProduct();
const ID = ring._id;
const PLANNED = `/admin/product/${ID}?show=planned`;
const LIST = 'GET /admin/planned-changes';
const POST = 'POST /admin/planned-changes';

const by = { userId: 'b'.repeat(24), name: 'Mira' };
const { name, productGroup, metalTone, status } = ring;
const change = (fields: Partial<PlannedChange> = {}): PlannedChange => ({
  ...{ _id: 'c'.repeat(24), productId: ID, product: { name, productGroup, metalTone, status }, state: 'planned', by },
  // 09:00 in India.
  ...{ at: '2026-12-01T03:30:00.000Z', price: 29_900, ...fields },
});

let answers: Parameters<typeof openScreen>[2];
const answer = (...plannedChanges: PlannedChange[]) => ({
  body: { plannedChanges, totalCount: plannedChanges.length },
});
beforeEach(() => {
  answers = { ...productAnswers(ring), [LIST]: answer(change()) };
});
afterEach(cleanup);

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td, th')].map(({ textContent }) => textContent));

describe('planned changes of a product', () => {
  it('are listed with the times of the shop, and those that are over with what became of them', async () => {
    answers[LIST] = answer(
      change({ until: '2026-12-02T03:30:00.000Z', state: 'running' }),
      change({ _id: 'd'.repeat(24), price: undefined, status: 'draft', by: { ...by, name: null } }),
    );
    const { asked } = await openScreen(one, PLANNED, answers);
    expect(asked.map(({ path }) => path)).toContain(
      `/admin/planned-changes?show=coming&page=1&limit=25&productId=${ID}`,
    );
    const at = '1 Dec 2026, 9:00 am';
    expect(rows().map((cells) => cells.slice(0, 5).map((text) => text?.replaceAll(/\s/gu, ' ')))).toEqual([
      [at, 'Price ₹29,900.00', '2 Dec 2026, 9:00 am', 'holds now', 'Mira'],
      [at, 'Out of the shop, a draft', '–', 'planned', 'Staff'],
    ]);
    cleanup();
    answers[LIST] = answer(change({ state: 'impossible', why: 'The piece was archived' }));
    await openScreen(one, `${PLANNED}&when=over`, answers);
    expect(rows()[0]![3]).toBe('not possibleThe piece was archived');
    expect(screen.queryByRole('button', { name: /^Take back/ })).toBeNull();
  });

  it('say so when there are none, and when they could not be loaded', async () => {
    answers[LIST] = answer();
    await openScreen(one, PLANNED, answers);
    expect(screen.getByText('Nothing is planned')).toBeTruthy();
    cleanup();
    answers[LIST] = problem(503, 'service.unavailable', 'Please try again');
    await openScreen(one, PLANNED, answers);
    expect(screen.getByRole('alert').textContent).toContain('The planned changes could not be loaded');
  });

  it('of an archived product are only looked at', async () => {
    answers[`GET /admin/product/${ID}`] = { body: { product: { ...ring, status: 'archived' } } };
    await openScreen(one, PLANNED, answers);
    expect(screen.queryByRole('button', { name: 'Plan a change' })).toBeNull();
  });

  it('are planned by the clock of the shop, once under their key', async () => {
    answers[POST] = problem(503, 'service.unavailable', 'Please try again');
    const { asked, sent, toasts } = await openScreen(one, PLANNED, answers);
    await press('Plan a change');
    type('Price in ₹', '29900');
    type('When', '2026-12-01T09:00');
    type('Until', '2026-12-02T09:00');
    await pressInDialog('Plan');
    await waitFor(() => expect(toasts()).toEqual(['Please try again']));
    answers[POST] = { status: 201, body: { plannedChange: change() } };
    await pressInDialog('Plan');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = { productId: ID, at: '2026-12-01T03:30:00.000Z', price: 29_900, until: '2026-12-02T03:30:00.000Z' };
    expect(sent()).toEqual([
      ['POST', '/admin/planned-changes', body],
      ['POST', '/admin/planned-changes', body],
    ]);
    const [first, again] = asked.filter(({ method }) => method === 'POST');
    expect(first!.key).toBe(again!.key);
    expect(toasts().at(-1)!.replaceAll(/\s/gu, ' ')).toBe('Planned for 1 Dec 2026, 9:00 am');
  });

  it('name what is wrong with them at the field, also what only the service knows', async () => {
    const { sent } = await openScreen(one, PLANNED, answers);
    await press('Plan a change');
    fireEvent.change(screen.getByLabelText('What changes'), { target: { value: 'status' } });
    await pressInDialog('Plan');
    await waitFor(() => expect(errorAt('When')).toBe('A date and a time'));
    expect(sent()).toEqual([]);
    type('When', '2026-12-01T09:00');
    const errors = { at: 'A change of the status is planned for this time already' };
    answers[POST] = problem(400, 'request.invalid', 'Please check the marked fields', errors);
    await pressInDialog('Plan');
    await waitFor(() => expect(errorAt('When')).toBe(errors.at));
    expect(sent()).toEqual([
      ['POST', '/admin/planned-changes', { productId: ID, at: '2026-12-01T03:30:00.000Z', status: 'draft' }],
    ]);
  });
});

describe('planned changes of all products', () => {
  it('lead to their product, and are taken back after a question', async () => {
    answers[`DELETE /admin/planned-changes/${change()._id}`] = { body: { plannedChange: change() } };
    const { asked, sent, toasts } = await openScreen(all, '/admin/products?planned=yes', answers);
    expect(asked.map(({ path }) => path)).toContain('/admin/planned-changes?show=coming&page=1&limit=25');
    const link = screen.getByRole('link', { name: 'Meera Ring, Yellow Gold' });
    expect(link.getAttribute('href')).toBe(PLANNED);
    await press(/^Take back/);
    answers[LIST] = answer();
    await pressInDialog('Take back');
    await waitFor(() => expect(toasts()).toEqual(['Taken back']));
    expect(sent()).toEqual([['DELETE', `/admin/planned-changes/${change()._id}`, undefined]]);
    expect(await screen.findByText('Nothing is planned')).toBeTruthy();
  });
});
