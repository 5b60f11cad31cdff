import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { View } from './views.ts';
import { OrdersPage, prefetch } from '../../features/orders/orders-page.tsx';
import { anOrder } from '../../testing/orders.ts';
import {
  openScreen,
  press,
  pressInDialog,
  problem,
  type,
  type SentRequest,
  type StubbedAnswer,
} from '../../testing/open-screen.tsx';
import { allPages } from './all-pages.ts';
import { csvOf } from './csv.ts';
import { colsOf, columnsIn, filterKeyOf, viewQueryOf, type Column } from './list.ts';

// Shown by the list of orders. Stubbed: the gateway's answers.
const page = { Page: OrdersPage, prefetch, path: '/admin/orders' };
const idOf = (n: number) => String(n).padStart(24, '0');
/** As the service pages them. */
const many = (total: number) => ({
  'GET /admin/orders': ({ path }: SentRequest) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const [number, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    const from = (number - 1) * limit;
    const orders = Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, i) =>
      anOrder({ _id: idOf(from + i + 1) }),
    );
    return { body: { orders, totalCount: total } };
  },
});
const follow = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('link', { name })));
const row = (n: number) => document.querySelector<HTMLElement>(`tr[data-id="${idOf(n)}"]`)!;
const focusRow = (n: number) => act(async () => row(n).focus());
const focused = () => document.activeElement?.closest<HTMLElement>('tr')?.dataset.id;
const keyDown = (key: string, more = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement!, { key, ...more }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

describe('the address of a list', () => {
  const columns: Column<{ a: string }>[] = ['a', 'b', 'c'].map((id) => ({
    ...{ id, header: id.toUpperCase(), cell: ({ a }) => a },
    ...(id === 'a' && { isFixed: true }),
    ...(id === 'c' && { isHiddenFirst: true }),
  }));
  const of = (query: string) => columnsIn(new URLSearchParams(query), columns).map(({ id }) => id);

  it('holds columns in their order: unknown ones are left out, and the fixed one is always there', () => {
    expect([of(''), of('cols=c,a'), of('cols=c,x,c'), of('cols=')]).toEqual([
      ['a', 'b'],
      ['c', 'a'],
      ['a', 'c'],
      ['a'],
    ]);
    expect(colsOf(columnsIn(new URLSearchParams('cols=a,b'), columns), columns)).toBeUndefined();
    expect(colsOf([columns[2]!, columns[0]!], columns)).toBe('c,a');
  });

  it('is a view without its page, in whatever order it was put together', () => {
    const [one, two] = ['sort=-total&status=x&page=3&view=1', 'view=2&status=x&sort=-total&q='];
    expect(viewQueryOf(new URLSearchParams(one))).toBe(viewQueryOf(new URLSearchParams(two)));
    expect(filterKeyOf(new URLSearchParams(one))).toBe('status=x');
  });
});

describe('the file of a list', () => {
  it('has the shown columns that have values, and no cell that a spreadsheet would run', () => {
    const columns: Column<{ name: string; price: number }>[] = [
      { id: 'name', header: 'Name', cell: () => null, csv: ({ name }) => name },
      { id: 'actions', header: 'Change', cell: () => null },
      { id: 'price', header: 'Price', cell: () => null, csv: ({ price }) => price },
    ];
    const names = ['Asha "A" Rao, Jaipur', '=1+1', '+91 1', '-1+1', '@x', '\t=1', '\r=1', '=1\n+1', '＝1'];
    const [head, ...lines] = csvOf(
      columns,
      names.map((name) => ({ name, price: -2 })),
    ).split('\r\n');
    expect(head).toBe('Name,Price');
    expect(lines[0]).toBe('"Asha ""A"" Rao, Jaipur",-2');
    expect(lines.slice(1).filter((line) => !line.startsWith(`"'`))).toEqual([]);
    expect(lines).toHaveLength(names.length);
  });

  it('is fetched page by page, each row once though others came before it meanwhile, up to a bound', async () => {
    const asked: number[] = [];
    const load = async ({ page: number, limit }: { page: number; limit: number }) => {
      asked.push(number);
      // One row comes in before each further page.
      const from = (number - 1) * (limit - 1);
      return { rows: Array.from({ length: Math.min(limit, 250 - from) }, (_, i) => from + i), totalCount: 250 };
    };
    const all = await allPages(load, ({ rows }) => rows, String, 1_000);
    expect([all.rows.length, new Set(all.rows).size, asked]).toEqual([250, 250, [1, 2, 3]]);
    expect((await allPages(load, ({ rows }) => rows, String, 120)).rows).toHaveLength(120);
  });
});

describe('a list', () => {
  it('is sorted by the service, from its first page, and the head says how', async () => {
    const { asked, at } = await openScreen(page, '/admin/orders?page=2&status=Shipped', many(60));
    await press(/^Total/);
    expect(at()).toBe('/admin/orders?status=Shipped&sort=total');
    await waitFor(() => expect(asked.at(-1)!.path).toBe('/admin/orders?page=1&limit=25&status=Shipped&sort=total'));
    await press(/^Total/);
    expect(at()).toContain('sort=-total');
    expect(screen.getByRole('columnheader', { name: /Total/ }).getAttribute('aria-sort')).toBe('descending');
    // What the service cannot sort is no button.
    expect(screen.queryByRole('button', { name: 'Items' })).toBeNull();
  });

  it('says nothing of what fits other filters before that is there', async () => {
    const answer = Promise.withResolvers<StubbedAnswer>();
    await openScreen(page, '/admin/orders?status=Shipped', {
      'GET /admin/orders': ({ path }) =>
        path.includes('status=Shipped') ? { body: { orders: [], totalCount: 0 } } : answer.promise,
    });
    expect(screen.getByText('No order fits')).toBeTruthy();
    await follow('All');
    expect(screen.getByText('Loading orders…')).toBeTruthy();
    expect([screen.queryByText('No orders yet'), screen.queryByText('0 orders')]).toEqual([null, null]);
    await act(async () => answer.resolve({ body: { orders: [anOrder()], totalCount: 1 } }));
    expect(await screen.findByText('1 order')).toBeTruthy();
    expect(screen.queryByText('Loading orders…')).toBeNull();
  });

  it('has the columns that were chosen, in their order, and they are in the address', async () => {
    const { at } = await openScreen(page, '/admin/orders', many(2));
    await press('Columns');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Order' }).disabled).toBe(true);
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Payment' }));
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Phone' }));
    await pressInDialog('Placed earlier');
    await pressInDialog('Show');
    expect(at()).toBe('/admin/orders?cols=placed%2Corder%2Cbuyer%2Citems%2Ctotal%2Cstatus%2Cphone');
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads.slice(1)).toEqual(['Placed↕', 'Order', 'Buyer', 'Items', 'Total↕', 'Status', 'Phone']);
  });

  it('keeps in this browser how dense it is, and how many rows a page has', async () => {
    const { asked } = await openScreen(page, '/admin/orders', many(120));
    expect(screen.getByRole('table').dataset.density).toBe('comfortable');
    await press('Compact');
    expect(screen.getByRole('table').dataset.density).toBe('compact');
    fireEvent.change(screen.getByLabelText('Rows of a page'), { target: { value: '50' } });
    await waitFor(() => expect(asked.at(-1)!.path).toBe('/admin/orders?page=1&limit=50'));
    cleanup();
    const next = await openScreen(page, '/admin/orders', many(120));
    expect(next.asked[0]!.path).toBe('/admin/orders?page=1&limit=50');
    expect(screen.getByRole('table').dataset.density).toBe('compact');
  });

  it('is walked by keys: rows, opening, searching, and what the keys are', async () => {
    const { at } = await openScreen(page, '/admin/orders', many(60));
    const table = screen.getByRole('table');
    expect([table.getAttribute('aria-rowcount'), row(1).getAttribute('aria-rowindex')]).toEqual(['61', '2']);
    expect(document.querySelectorAll('tbody tr[tabindex="0"]')).toHaveLength(1);
    await keyDown('j');
    expect(focused()).toBe(idOf(1));
    for (const key of ['j', 'ArrowDown', 'k']) await keyDown(key);
    expect(focused()).toBe(idOf(2));
    await keyDown('End');
    expect(focused()).toBe(idOf(25));
    await keyDown('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    // In a field the letters are letters.
    await keyDown('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await focusRow(3);
    await keyDown('?');
    fireEvent.click(within(screen.getByRole('dialog', { name: 'Keys' })).getByRole('checkbox'));
    await pressInDialog('Close');
    await focusRow(3);
    await keyDown('j');
    expect(focused()).toBe(idOf(3));
    await keyDown('Enter');
    expect(at()).toBe(`/admin/order/${idOf(3)}`);
  });

  it('counts its rows by the page that is shown, while the next one is on its way', async () => {
    const answers = many(60);
    let answer!: () => void;
    const onItsWay = new Promise<void>((resolve) => (answer = resolve));
    const { at } = await openScreen(page, '/admin/orders', {
      'GET /admin/orders': async (asked) => {
        if (asked.path.includes('page=2')) await onItsWay;
        return answers['GET /admin/orders'](asked);
      },
    });
    await follow('Page 2');
    expect([at(), row(1).getAttribute('aria-rowindex')]).toEqual(['/admin/orders?page=2', '2']);
    answer();
    await waitFor(() => expect(row(26).getAttribute('aria-rowindex')).toBe('27'));
  });

  it('gives the focus back to the row that one came from, on the page and with the filter of then', async () => {
    const address = '/admin/orders?page=2&status=Shipped';
    await openScreen(page, address, many(60));
    await act(async () => fireEvent.click(within(row(30)).getByRole('link')));
    cleanup();
    await openScreen(page, address, many(60));
    await waitFor(() => expect(focused()).toBe(idOf(30)));
    cleanup();
    // Not elsewhere in the list.
    await openScreen(page, '/admin/orders?page=3&status=Shipped', many(60));
    expect(focused()).toBeUndefined();
  });
});

describe('rows that are selected', () => {
  const box = (n: number) => within(row(n)).getByRole<HTMLInputElement>('checkbox');
  const selected = () => screen.queryByText(/ selected$/)?.textContent;

  it('stay selected on other pages, one by one and in ranges, and go with the filter', async () => {
    await openScreen(page, '/admin/orders', many(60));
    fireEvent.click(box(2));
    await focusRow(4);
    await keyDown('x', { shiftKey: true });
    expect(selected()).toBe('3 selected');
    await follow('Page 2');
    await waitFor(() => expect(row(26)).toBeTruthy());
    await focusRow(26);
    await keyDown(' ');
    await keyDown('ArrowDown', { shiftKey: true });
    expect(selected()).toBe('5 selected');
    await follow('Prev');
    await waitFor(() => expect(row(1)).toBeTruthy());
    expect([box(1).checked, box(3).checked]).toEqual([false, true]);
    await follow('Cancelled');
    await waitFor(() => expect(selected()).toBeUndefined());
  });

  it('can be all that match, without some, and are then found page by page', async () => {
    const { asked } = await openScreen(page, '/admin/orders?status=Shipped', many(230));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
    expect(selected()).toBe('25 selected');
    await press('Select all 230 that match');
    expect(selected()).toBe('230 selected');
    fireEvent.click(box(2));
    expect(selected()).toBe('229 selected');
    const saved: Blob[] = [];
    Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:x', revokeObjectURL: () => {} });
    const before = asked.length;
    await press('CSV of these');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(asked.slice(before).map(({ path }) => path)).toEqual(
      [1, 2, 3].map((number) => `/admin/orders?page=${number}&limit=100&status=Shipped`),
    );
    expect(saved[0]!.type).toContain('text/csv');
  });
});

describe('views of a list', () => {
  const view: View = {
    ...{ _id: 'a'.repeat(24), list: 'orders', name: 'To pack', query: 'sort=placed&status=Processing' },
    ...{ shared: false, mine: true, changeable: true, isDefault: false },
  };
  const withViews = (views: View[], more = {}) => ({ ...many(3), 'GET /admin/views': { body: { views } }, ...more });
  const paths = (asked: SentRequest[]) => asked.map(({ path }) => path).filter((path) => !path.includes('/views'));

  it('are opened by a tab, and the list by the one that was chosen for it, without loading all rows before', async () => {
    const { asked, at } = await openScreen(page, '/admin/orders', withViews([{ ...view, isDefault: true }]));
    expect(at()).toBe(`/admin/orders?${view.query}&view=${view._id}`);
    expect(paths(asked)).toEqual(['/admin/orders?page=1&limit=25&status=Processing&sort=placed']);
    expect(screen.getByRole('link', { name: 'To pack' }).getAttribute('aria-current')).toBe('page');
    await follow('All');
    expect(at()).toBe('/admin/orders?sort=placed');
    await follow(/^Clear|All/);
    expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('page');
  });

  it('are saved by name, and shown before the service has answered', async () => {
    let answer: (given: { status: number; body: unknown }) => void = () => {};
    const { sent, at, toasts } = await openScreen(
      page,
      '/admin/orders?status=Shipped&page=2',
      withViews([], {
        'POST /admin/views': () => new Promise((resolve) => (answer = resolve)),
      }),
    );
    await press('Save view');
    type('Name', ' On the way ');
    await pressInDialog('Save');
    await waitFor(() => expect(screen.getByRole('link', { name: 'On the way', hidden: true })).toBeTruthy());
    const saved = { ...view, name: 'On the way', query: 'status=Shipped' };
    await act(async () => answer({ status: 201, body: { view: saved } }));
    await waitFor(() => expect(at()).toBe(`/admin/orders?status=Shipped&view=${view._id}`));
    expect(sent()).toEqual([
      ['POST', '/admin/views', { list: 'orders', name: 'On the way', query: 'status=Shipped', shared: false }],
    ]);
    expect(toasts()).toEqual(['“On the way” is saved']);
  });

  it('are saved and opened first before the list goes on; refused, the dialog stays', async () => {
    const saved = { ...view, name: 'On the way', query: 'status=Shipped' };
    let isRefused = true;
    const { sent, at, toasts } = await openScreen(
      page,
      '/admin/orders?status=Shipped',
      withViews([], {
        'POST /admin/views': { status: 201, body: { view: saved } },
        'PUT /admin/views/default': () =>
          isRefused
            ? problem(404, 'view.not-found', 'This view does not exist any more')
            : { body: { views: [{ ...saved, isDefault: true }] } },
      }),
    );
    await press('Save view');
    type('Name', 'On the way');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Open the orders with it' }));
    await pressInDialog('Save');
    await waitFor(() => expect(toasts()).toEqual(['This view does not exist any more']));
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(at()).toBe('/admin/orders?status=Shipped');
    isRefused = false;
    await pressInDialog('Save');
    await waitFor(() => expect(at()).toBe(`/admin/orders?status=Shipped&view=${view._id}`));
    expect(sent().filter(([method]) => method === 'PUT')).toHaveLength(2);
  });

  it('say that they are left, and are updated; what the service refuses is as it was', async () => {
    const answers = withViews([view], {
      [`PUT /admin/view/${view._id}`]: problem(404, 'view.not-found', 'This view does not exist any more'),
    });
    const { sent, toasts } = await openScreen(page, `/admin/orders?${view.query}&view=${view._id}`, answers);
    expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull();
    await press(/^Total/);
    await press('Update view');
    expect(sent()).toEqual([['PUT', `/admin/view/${view._id}`, { query: 'sort=total&status=Processing' }]]);
    await waitFor(() => expect(toasts()).toEqual(['This view does not exist any more']));
    expect(screen.getByRole('button', { name: 'Update view' })).toBeTruthy();
  });

  it('of others can be opened first, and nothing else', async () => {
    const shared = { ...view, shared: true, mine: false, changeable: false, maker: 'Dev' };
    const { sent } = await openScreen(
      page,
      `/admin/orders?${view.query}&view=${view._id}`,
      withViews([shared], { 'PUT /admin/views/default': { body: { views: [{ ...shared, isDefault: true }] } } }),
    );
    await press(/^Total/);
    expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Save as another view' })).toBeTruthy();
    await press(/^View…/);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByLabelText('Name')).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Delete this view' })).toBeNull();
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Open the orders with it' }));
    await pressInDialog('Save');
    await waitFor(() =>
      expect(sent()).toEqual([['PUT', '/admin/views/default', { list: 'orders', viewId: view._id }]]),
    );
  });

  it('are deleted once that is confirmed', async () => {
    const { sent, at } = await openScreen(
      page,
      `/admin/orders?${view.query}&view=${view._id}`,
      withViews([view], { [`DELETE /admin/view/${view._id}`]: { body: { id: view._id } } }),
    );
    await press(/^View…/);
    await pressInDialog('Delete this view');
    expect(sent()).toEqual([]);
    await pressInDialog('Delete');
    await waitFor(() => expect(sent()).toEqual([['DELETE', `/admin/view/${view._id}`, undefined]]));
    await waitFor(() => expect(at()).toBe('/admin/orders'));
  });
});
