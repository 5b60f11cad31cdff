import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  errorAt,
  openScreen,
  press,
  pressInDialog,
  problem,
  type,
  type StubbedAnswer,
} from '../../testing/open-screen.tsx';
import { anAppliedEdit, anEdit, aPreview, EDIT_ROWS } from '../../testing/product-edits.ts';
import { aProduct, productAnswers } from '../../testing/products.ts';
import type { ProductEdit, ProductEditRow } from './api/product-edits.ts';
import { prefetch as prefetchEdit, ProductEditPage } from './product-edit-page.tsx';
import { prefetch, ProductsPage } from './products-page.tsx';

const list = { Page: ProductsPage, prefetch, path: '/admin/products' };
const page = { Page: ProductEditPage, prefetch: prefetchEdit, path: '/admin/product-edit/:id' };
const ID = 'e'.repeat(24);
const AT = `/admin/product-edit/${ID}`;
const GET = `GET /admin/product-edits/${ID}`;
const ROWS = `${GET}/rows`;
const PUT = `PUT /admin/product-edits/${ID}`;

let answers: Parameters<typeof openScreen>[2];
const shows = (edit: ProductEdit, rows: readonly ProductEditRow[] = EDIT_ROWS) => {
  answers[GET] = { body: { edit } };
  answers[ROWS] = { body: { rows, totalCount: rows.length } };
};
beforeEach(() => {
  answers = productAnswers(aProduct());
  answers['GET /occasions'] = { body: { data: [{ _id: 'a'.repeat(24), occasion: 'Diwali', price: 0 }] } };
});
afterEach(cleanup);

const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent));

describe('a selection of products', () => {
  const two = [aProduct(), { ...aProduct(), _id: 'b'.repeat(24), metalTone: 'Rose Gold' }];
  beforeEach(() => {
    answers['GET /admin/products'] = { body: { products: two, totalCount: 230 } };
    answers['POST /admin/product-edits'] = { status: 201, body: { edit: anEdit() } };
  });

  it('is edited as a whole on a page of its own, under a key that is kept until it succeeds', async () => {
    const refused = { ids: 'There is no such product' };
    answers['POST /admin/product-edits'] = problem(400, 'request.invalid', 'Please check the marked fields', refused);
    const { asked, sent, at, toasts } = await openScreen(list, '/admin/products', answers);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
    await press('Edit 2 products');
    await waitFor(() => expect(toasts()).toEqual(['There is no such product']));
    answers['POST /admin/product-edits'] = { status: 201, body: { edit: anEdit() } };
    await press('Edit 2 products');
    await waitFor(() => expect(at()).toBe(AT));
    const ids = two.map(({ _id }) => _id);
    expect(sent()[1]).toEqual(['POST', '/admin/product-edits', { ids }]);
    const keys = asked.filter(({ method }) => method === 'POST').map(({ key }) => key);
    expect(new Set(keys).size).toBe(1);
  });

  it('may be all that fit the filter but some', async () => {
    const { sent, at } = await openScreen(list, '/admin/products?status=published&q=ring&sort=price', answers);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
    await press('Select all 230 that match');
    fireEvent.click(screen.getByRole('checkbox', { name: /Rose Gold/ }));
    await press('Edit 229 products');
    await waitFor(() => expect(at()).toBe(AT));
    expect(sent()).toEqual([
      ['POST', '/admin/product-edits', { filter: { q: 'ring', status: 'published' }, except: ['b'.repeat(24)] }],
    ]);
  });
});

describe('what is to change', () => {
  it('is said field by field, and sent without what stays', async () => {
    shows(anEdit());
    const { sent } = await openScreen(page, AT, answers);
    const previewing: ProductEdit = { ...aPreview(), state: 'previewing', counts: anEdit().counts };
    answers[PUT] = { body: { edit: previewing } };
    // The page looks again while it waits.
    shows(previewing);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit 3 products');
    expect(screen.queryByLabelText('Change in %')).toBeNull();
    choose('Price', 'percent');
    type('Change in %', '-12.5');
    choose('Rounded', '10');
    choose('Stock', 'written-off');
    type('Pieces that are gone, each', '1');
    type('Reason', ' Sent to the fair ');
    choose('Stock is low', 'remove');
    choose('Category', 'ring');
    choose('Sub-category', 'band');
    choose('Add an occasion', 'Diwali');
    choose('Delivery time', 'remove');
    choose('Packaging', 'set');
    type('Packaging, new', 'A bag.');
    await press('Preview');
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toEqual([
      'PUT',
      `/admin/product-edits/${ID}`,
      {
        price: { by: 'percent', value: -12.5, step: '10' },
        stock: { kind: 'written-off', pieces: 1, reason: ' Sent to the fair ' },
        ...{ lowStockAt: null, category: { main: 'ring', sub: 'band' }, occasions: { add: ['Diwali'] } },
        ...{ deliveryTime: null, packaging: 'A bag.' },
      },
    ]);
    expect(await screen.findByText('The preview is being made…')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Products that had their turn' })).toBeTruthy();
  });

  it('is held against the contract at once, at its fields', async () => {
    shows(anEdit());
    const { sent } = await openScreen(page, AT, answers);
    await press('Preview');
    expect(await screen.findByText('Choose at least one change')).toBeTruthy();
    choose('Price', 'percent');
    type('Change in %', '-95');
    choose('Stock', 'received');
    type('Pieces that came, each', '0');
    await press('Preview');
    await waitFor(() => expect(errorAt('Change in %')).toBe('From -90 to 400 per cent'));
    expect([errorAt('Pieces that came, each'), errorAt('Reason')]).toEqual(['At least 1', 'A reason is required']);
    expect(sent()).toEqual([]);
  });

  it('stays as it is written while a preview is asked for', async () => {
    shows(anEdit());
    const previewed = Promise.withResolvers<StubbedAnswer>();
    answers[PUT] = () => previewed.promise;
    const { sent } = await openScreen(page, AT, answers);
    choose('Price', 'percent');
    type('Change in %', '10');
    await press('Preview');
    await waitFor(() => expect(sent()).toHaveLength(1));
    type('Change in %', '20');
    await act(async () => previewed.resolve({ body: { edit: aPreview() } }));
    await screen.findByRole('button', { name: 'Preview again' });
    expect(screen.getByLabelText('Change in %')).toMatchObject({ value: '20' });
    // And asks before it is lost.
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  });

  it('names a category that went away at its field', async () => {
    shows(anEdit());
    answers[PUT] = problem(404, 'category.not-found', 'This category does not exist');
    await openScreen(page, AT, answers);
    choose('Category', 'ring');
    await press('Preview');
    await waitFor(() => expect(errorAt('Category')).toBe('This category does not exist'));
  });
});

describe('a preview', () => {
  beforeEach(() => shows(aPreview()));

  it('shows old and new of each product, problems first, and leads to parts of it', async () => {
    const { asked } = await openScreen(page, `${AT}?rows=problem&page=2`, answers);
    expect(asked.map(({ path }) => path)).toContain(`/admin/product-edits/${ID}/rows?state=problem&page=2&limit=25`);
    expect(screen.getByText('1 to change, 1 with a problem, 1 with nothing to change')).toBeTruthy();
    expect(cells()).toEqual([
      ['Tara Ring, Yellow GoldAR-1042', '–', 'ProblemPrice: It has no price to change'],
      [
        'Meera Ring, Yellow GoldAR-1042',
        'Price: ₹1,000.00 →  becomes ₹1,100.00Status: draft →  becomes published',
        'To change',
      ],
    ]);
    const tab = screen.getByRole('link', { name: 'To change (1)' });
    expect(tab.getAttribute('href')).toBe(`${AT}?rows=planned`);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Change in %' }).value).toBe('10');
    expect(screen.getByRole('button', { name: 'Preview again' })).toBeTruthy();
  });

  it('is applied by its number once it was asked about, and its progress is shown', async () => {
    const post = `POST /admin/product-edits/${ID}/apply`;
    const applying = anAppliedEdit({ state: 'applying', counts: { planned: 2, changed: 1 } });
    answers[post] = problem(
      409,
      'product-edit.other-preview',
      'The preview is another one now. Please look at it again',
    );
    const { sent, toasts } = await openScreen(page, AT, answers);
    await press('Apply to 1 product');
    const dialog = screen.getByRole('dialog', { name: 'Change 1 product?' });
    expect(dialog.textContent).toContain('Price +10 %, to whole ₹10');
    await pressInDialog('Apply');
    await waitFor(() => expect(toasts()).toEqual(['The preview is another one now. Please look at it again']));
    answers[post] = { body: { edit: applying } };
    shows(applying);
    await press('Apply to 1 product');
    await pressInDialog('Apply');
    expect(await screen.findByText('It is being applied…')).toBeTruthy();
    expect(sent().at(-1)).toEqual(['POST', `/admin/product-edits/${ID}/apply`, { preview: 1 }]);
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Products that had their turn' });
    expect([bar.value, bar.max]).toEqual([1, 3]);
    // It goes on by itself.
    shows(anAppliedEdit({ counts: { changed: 2, skipped: 1 } }));
    expect(await screen.findByText(/^Applied: 2 changed, 1 skipped/)).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is read, and neither made again nor applied, by those who may only read products', async () => {
    await openScreen(page, AT, answers, { permissions: ['products.read'] });
    expect(screen.getByText('1 to change, 1 with a problem, 1 with nothing to change')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Preview|Apply)/ })).toBeNull();
  });

  it('of which nothing is to change cannot be applied', async () => {
    shows({ ...aPreview(), counts: { ...aPreview().counts, planned: 0 } });
    await openScreen(page, AT, answers);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply to 0 products' }).disabled).toBe(true);
  });
});

describe('an edit that was applied', () => {
  it('says who did what, and is undone once it was asked about', async () => {
    shows(anAppliedEdit());
    answers[`POST /admin/product-edits/${ID}/undo`] = {
      body: { edit: anAppliedEdit({ state: 'undoing', counts: { changed: 1 } }) },
    };
    const { sent } = await openScreen(page, AT, answers);
    expect(screen.getByText(/^Applied by Mira, /)).toBeTruthy();
    expect(screen.getByText('Applied: 1 changed, 0 skipped, 1 with a problem, 1 with nothing to change')).toBeTruthy();
    await press('Undo');
    shows(anAppliedEdit({ state: 'undoing', counts: { changed: 1 } }));
    await pressInDialog('Undo');
    expect(await screen.findByText('It is being undone…')).toBeTruthy();
    expect(sent()).toEqual([['POST', `/admin/product-edits/${ID}/undo`, undefined]]);
  });

  it('cannot be undone by those who may only read products', async () => {
    shows(anAppliedEdit());
    await openScreen(page, AT, answers, { permissions: ['products.read'] });
    expect(screen.getByText(/^Applied by Mira, /)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('lists what was restored, and what changed since, field by field', async () => {
    const row: ProductEditRow = {
      ...EDIT_ROWS[1]!,
      ...{ state: 'kept', why: [{ field: 'price', message: 'It is ₹1,150.00 now' }] },
      fields: [
        { field: 'price', before: 1_000, after: 1_100, undone: 'kept' },
        { field: 'status', before: 'draft', after: 'published', undone: 'restored' },
      ],
    };
    const undone = { userId: 'b'.repeat(24), name: null, at: '2026-11-20T11:00:00.000Z' };
    shows(anAppliedEdit({ state: 'undone', undone, counts: { restored: 2, kept: 1 } }), [row]);
    await openScreen(page, AT, answers);
    expect(screen.getByText('Undone: 2 restored, 1 with something that changed since')).toBeTruthy();
    expect(screen.getByText(/Undone by staff, /)).toBeTruthy();
    const [text] = cells();
    expect(text![1]).toContain('₹1,100.00 (changed since)');
    expect(text![1]).toContain('published (restored)');
    expect(text![2]).toBe('Changed sincePrice: It is ₹1,150.00 now');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('says where it waits, and that it goes on by itself', async () => {
    shows(anAppliedEdit({ state: 'applying', isDelayed: true, counts: { planned: 3 } }));
    await openScreen(page, AT, answers);
    expect(screen.getByText(/Something was in the way/)).toBeTruthy();
  });
});

describe('the page of an edit', () => {
  it('says that it is being loaded, and what went wrong', async () => {
    answers[GET] = () => new Promise(() => {});
    await openScreen(page, AT, answers, { settled: false });
    expect(screen.getByText('Loading edit…')).toBeTruthy();
    cleanup();
    answers[GET] = problem(404, 'product-edit.not-found', 'This edit does not exist, or is no longer kept');
    await openScreen(page, AT, answers);
    expect(screen.getByRole('alert').textContent).toContain('This edit does not exist, or is no longer kept');
  });

  it('is not found at an address that is no id', async () => {
    const { result } = await openScreen(page, '/admin/product-edit/x', answers);
    expect(result).toMatchObject({ status: 404 });
  });
});

describe('the edits of several products', () => {
  it('are listed with what, who and when, and lead to their pages', async () => {
    const edits = [
      anAppliedEdit({ counts: { changed: 2, skipped: 1 } }),
      anAppliedEdit({ _id: 'd'.repeat(24), state: 'undone', counts: { restored: 2, kept: 1 } }),
    ];
    answers['GET /admin/product-edits'] = { body: { edits, totalCount: 30 } };
    await openScreen(list, '/admin/products?edits=yes', answers);
    const [first, second] = cells();
    expect(first!.slice(1)).toEqual([
      'Mira',
      'Price +10 %, to whole ₹10Status: published',
      '2 changed, 1 skipped',
      'applied',
    ]);
    expect(second!.slice(3)).toEqual(['3 changed, 2 restored, 1 changed since', 'undone']);
    const rows = within(screen.getByRole('table')).getAllByRole('link');
    expect(rows[0]!.getAttribute('href')).toBe(AT);
    expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe('/admin/products?edits=yes&page=2');
  });

  it('are none at first', async () => {
    answers['GET /admin/product-edits'] = { body: { edits: [], totalCount: 0 } };
    await openScreen(list, '/admin/products?edits=yes', answers);
    expect(screen.getByText('Nothing was edited in bulk yet')).toBeTruthy();
  });
});
