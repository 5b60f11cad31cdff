import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as dashboard from '../../exposed/dashboard-page.ts';
import * as order from '../../exposed/order-page.ts';
import * as product from '../../exposed/product-page.ts';
import { anOrder } from '../../testing/orders.ts';
import { openScreen, problem, type SentRequest, type StubbedAnswer } from '../../testing/open-screen.tsx';
import { aProduct, productAnswers } from '../../testing/products.ts';
import { recentlyOpened, rememberOpened } from '../recent.ts';
import { SCREENS } from '../screens.ts';
import { useUnsaved } from '../unsaved.ts';

// On the dashboard. Real: the frame, the palette and its queries. Stubbed: the gateway's answers.
const ORDER = anOrder();
const NUMBER = '#2D662A';
const PRODUCT = aProduct();
const ASHA = {
  ...{ _id: 'b'.repeat(24), name: 'Asha Rao', email: 'asha@example.com', username: 'asha', role: 'user' },
  ...{ addresses: [], createdAt: '2026-11-20T10:00:00.000Z' },
};
/** As the services find: by the search of the query. */
const found = (body: (q: string) => object) => (asked: SentRequest) => ({
  body: body(new URLSearchParams(asked.path.split('?')[1]).get('q') ?? ''),
});
const nothing = (rows: string) => found(() => ({ [rows]: [], totalCount: 0 }));
const NOTHING = {
  'GET /admin/orders': nothing('orders'),
  'GET /admin/products': nothing('products'),
  'GET /admin/users': nothing('users'),
};

const openDashboard = (answers: Parameters<typeof openScreen>[2] = {}) => {
  const { default: Page, prefetch } = dashboard;
  return openScreen({ Page, prefetch, path: '/admin/dashboard' }, '/admin/dashboard', { ...NOTHING, ...answers });
};
const keys = { key: 'k', ctrlKey: true };
const pressKeys = () => act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, keys));
const openPalette = async () => {
  await pressKeys();
  await screen.findByRole('dialog', { name: 'Search or jump to' });
};
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search or jump to' });
const write = (text: string) => act(async () => void fireEvent.change(field(), { target: { value: text } }));
const keyDown = (key: string) => act(async () => void fireEvent.keyDown(field(), { key }));
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('option', { selected: true }).textContent;
const said = () => within(screen.getByRole('dialog')).getByRole('status').textContent;
const searches = (asked: SentRequest[]) => asked.filter(({ path }) => path.includes('q='));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  HTMLElement.prototype.scrollIntoView = jest.fn();
});
afterEach(cleanup);

describe('the command palette', () => {
  it('opens by its keys with the focus in the field, and closes by them', async () => {
    await openDashboard();
    await openPalette();
    expect(document.activeElement).toBe(field());
    await pressKeys();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays open while its keys are held', async () => {
    await openDashboard();
    await openPalette();
    await act(async () => void fireEvent.keyDown(field(), { ...keys, repeat: true }));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('opens by its button, which names its keys', async () => {
    await openDashboard();
    const button = screen.getByRole('button', { name: 'Search or jump to…' });
    expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+K');
    await act(async () => void fireEvent.click(button));
    expect(await screen.findByRole('dialog', { name: 'Search or jump to' })).toBeTruthy();
  });

  it('waits for the answer to another dialog', async () => {
    await openDashboard();
    const question = document.body.appendChild(document.createElement('dialog'));
    question.open = true;
    await pressKeys();
    expect(screen.queryByRole('combobox')).toBeNull();
    question.remove();
  });

  it('finds screens and actions by their names first, then by what else people call them', async () => {
    const { at } = await openDashboard();
    await openPalette();
    await write('col');
    expect(options()).toEqual(['Collections', 'New collection']);
    await write('neft');
    expect(options()).toEqual(['Bank transfers']);
    await write('log out');
    expect(selected()).toBe('Sign out');
    await write('gift guide');
    expect(options()).toEqual(['Collections', 'New collection']);
    await keyDown('ArrowDown');
    expect(selected()).toBe('New collection');
    await keyDown('Enter');
    expect(at()).toBe('/admin/collection/new');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads developers to the design system, and no one else', async () => {
    await openDashboard();
    await openPalette();
    await write('design');
    expect(options()).toEqual([]);
    const script = document.body.appendChild(document.createElement('script'));
    script.dataset.dev = '';
    await write('design system');
    expect(options()).toEqual(['Design system']);
    script.remove();
  });

  it('leads to an order by its number', async () => {
    const { asked, at } = await openDashboard({
      'GET /admin/orders': found((q) => ({ orders: q === NUMBER ? [ORDER] : [], totalCount: q === NUMBER ? 1 : 0 })),
    });
    await openPalette();
    await write(NUMBER);
    expect(said()).toBe('Searching…');
    await screen.findByRole('option', { name: new RegExp(`${NUMBER}.*Asha Rao, Processing`) });
    await waitFor(() => expect(said()).toBe('1 result'));
    expect(searches(asked).map(({ path }) => path)).toEqual([
      '/admin/orders?page=1&limit=5&q=%232D662A',
      '/admin/products?page=1&limit=5&q=%232D662A',
      '/admin/users?page=1&limit=5&q=%232D662A',
    ]);
    await keyDown('Enter');
    expect(at()).toBe(`/admin/order/${ORDER._id}`);
  });

  it('shows five of what it found, and leads to the list with all of it', async () => {
    const five = Array.from({ length: 5 }, (_, i) => ({ ...PRODUCT, _id: String(i).repeat(24) }));
    const { at } = await openDashboard({
      'GET /admin/products': found(() => ({ products: five, totalCount: 31 })),
      'GET /admin/users': found(() => ({ users: [ASHA], totalCount: 1 })),
    });
    await openPalette();
    await write('meera');
    const all = await screen.findByRole('option', { name: 'All 31 products found' });
    await waitFor(() => expect(said()).toBe('6 results'));
    expect(screen.getAllByRole('option', { name: /^Meera Ring, Yellow Gold/ })).toHaveLength(5);
    expect(screen.getByRole('option', { name: /^Asha Rao/ }).getAttribute('href')).toBe(
      '/admin/users?q=asha%40example.com',
    );
    await act(async () => void fireEvent.click(all));
    expect(at()).toBe('/admin/products?q=meera');
    expect(localStorage.getItem('admin:recent')).not.toContain('meera');
  });

  it('leads from the code of a group to the group, and from an archived variant to where it is restored', async () => {
    const gone = { ...PRODUCT, _id: 'e'.repeat(24), metalTone: 'Silver', status: 'archived' };
    const alsoGone = { ...gone, _id: 'f'.repeat(24), metalTone: 'Rose Gold' };
    const products = [PRODUCT, gone, alsoGone];
    await openDashboard({ 'GET /admin/products': found(() => ({ products, totalCount: 3 })) });
    await openPalette();
    await write('ar-1042');
    const hrefOf = async (name: RegExp) => (await screen.findByRole('option', { name })).getAttribute('href');
    expect(await hrefOf(/^AR-1042 Meera Ring/)).toBe('/admin/group/AR-1042');
    expect(await hrefOf(/^Meera Ring, Yellow Gold/)).toBe(`/admin/product/${PRODUCT._id}`);
    expect(await hrefOf(/^Meera Ring, Silver/)).toBe('/admin/group/AR-1042');
    const chosen = [];
    for (const _ of screen.getAllByRole('option')) {
      chosen.push(selected());
      await keyDown('ArrowDown');
    }
    expect(chosen).toEqual(options());
  });

  it('asks once for what was typed, and shows no answer to what was typed before', async () => {
    let answerFirst: (answer: StubbedAnswer) => void = () => {};
    const { asked } = await openDashboard({
      'GET /admin/orders': ({ path }) =>
        path.includes('q=first')
          ? new Promise<StubbedAnswer>((resolve) => {
              answerFirst = resolve;
            })
          : { body: { orders: [], totalCount: 0 } },
    });
    await openPalette();
    await act(async () => {
      for (const text of ['fi', 'fir', 'first']) fireEvent.change(field(), { target: { value: text } });
    });
    await waitFor(() => expect(searches(asked)).toHaveLength(3));
    expect(searches(asked).every(({ path }) => path.endsWith('q=first'))).toBe(true);
    await write('second');
    await act(async () => answerFirst({ body: { orders: [ORDER], totalCount: 1 } }));
    await waitFor(() => expect(said()).toBe('Nothing found for “second”'));
    expect(options()).toEqual([]);
  });

  describe('while an answer is late', () => {
    let answerOrders: (answer: StubbedAnswer) => void;
    const orders = { body: { orders: [ORDER], totalCount: 1 } };
    const ORDER_ROW = new RegExp(`^${NUMBER}`);
    /** The pieces are found, and the orders, which are above them, are not yet. */
    const openWithPieces = async () => {
      const silver = { ...PRODUCT, _id: 'e'.repeat(24), metalTone: 'Silver' };
      const shown = await openDashboard({
        // The dashboard asks too, without a search.
        'GET /admin/orders': ({ path }) =>
          path.includes('q=')
            ? new Promise<StubbedAnswer>((resolve) => {
                answerOrders = resolve;
              })
            : { body: { orders: [], totalCount: 0 } },
        'GET /admin/products': found(() => ({ products: [PRODUCT, silver], totalCount: 2 })),
      });
      await openPalette();
      await write('meera');
      await screen.findByRole('option', { name: /^Meera Ring, Silver/ });
      expect(selected()).toMatch(/^Meera Ring, Yellow Gold/);
      return shown;
    };
    const answerLate = async () => {
      await act(async () => answerOrders(orders));
      await screen.findByRole('option', { name: ORDER_ROW });
    };
    /** What a screen reader is told of the selection. */
    const pointedAt = () => document.getElementById(field().getAttribute('aria-activedescendant')!)?.textContent;

    it('has the first of all selected, as long as no one moved', async () => {
      const { at } = await openWithPieces();
      await answerLate();
      expect(selected()).toMatch(ORDER_ROW);
      expect(pointedAt()).toBe(selected());
      await keyDown('Enter');
      expect(at()).toBe(`/admin/order/${ORDER._id}`);
    });

    it('leaves selected what was chosen by keys, also the first', async () => {
      await openWithPieces();
      await keyDown('ArrowDown');
      await keyDown('ArrowUp');
      await answerLate();
      expect(selected()).toMatch(/^Meera Ring, Yellow Gold/);
      expect(pointedAt()).toBe(selected());
      await keyDown('ArrowUp');
      expect(selected()).toMatch(ORDER_ROW);
      await keyDown('ArrowUp');
      expect(selected()).toMatch(/^Meera Ring, Silver/);
    });

    it('leaves selected what a pointer is on, until something else is typed', async () => {
      await openWithPieces();
      const silver = screen.getByRole('option', { name: /^Meera Ring, Silver/ });
      await act(async () => void fireEvent.pointerMove(silver));
      await answerLate();
      expect(selected()).toMatch(/^Meera Ring, Silver/);
      await write('meera ');
      expect(selected()).toMatch(ORDER_ROW);
      await keyDown('ArrowDown');
      await write('meera r');
      await screen.findByRole('option', { name: /^Meera Ring, Silver/ });
      await answerLate();
      expect(selected()).toMatch(ORDER_ROW);
    });
  });

  it('asks the shop for nothing by one letter', async () => {
    const { asked } = await openDashboard();
    await openPalette();
    await write('§');
    expect(said()).toBe('Orders, products and people are found by two letters or more');
    await write('xyzzy');
    await waitFor(() => expect(said()).toBe('Nothing found for “xyzzy”'));
    expect(searches(asked)).toHaveLength(3);
  });

  it('says what could not be searched, shows the rest, and tries again', async () => {
    const answers: Parameters<typeof openScreen>[2] = {
      'GET /admin/orders': problem(503, 'service.unavailable', 'The shop is busy'),
    };
    const screenOf = { Page: dashboard.default, prefetch: dashboard.prefetch, path: '/admin/dashboard' };
    const all = { ...NOTHING, ...answers };
    await openScreen(screenOf, '/admin/dashboard', all);
    await openPalette();
    await write('orders');
    await waitFor(() => expect(said()).toBe('The orders could not be searched: The shop is busy'));
    expect(options()).toContain('Orders');
    all['GET /admin/orders'] = found(() => ({ orders: [ORDER], totalCount: 1 }));
    const again = within(screen.getByRole('dialog')).getByRole('button', { name: 'Try again' });
    await act(async () => void fireEvent.click(again));
    expect(await screen.findByRole('option', { name: new RegExp(NUMBER) })).toBeTruthy();
  });

  it('asks before what was written is lost, and stays where that is declined', async () => {
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const Unsaved = () => {
      useUnsaved(true);
      return <dashboard.default />;
    };
    const { at } = await openScreen(
      { Page: Unsaved, prefetch: dashboard.prefetch, path: '/admin/dashboard' },
      '/admin/dashboard',
      NOTHING,
    );
    await openPalette();
    await write('reviews');
    await keyDown('Enter');
    expect(confirm).toHaveBeenCalledTimes(1);
    expect(at()).toBe('/admin/dashboard');
    expect(screen.getByRole('dialog')).toBeTruthy();
    confirm.mockReturnValue(true);
    await keyDown('Enter');
    expect(at()).toBe('/admin/reviews');
    confirm.mockRestore();
  });
});

describe('what was opened recently', () => {
  it('is offered first, the last one first, without the page that one is on', async () => {
    await openScreen(
      { Page: order.default, prefetch: order.prefetch, path: '/admin/order/:id' },
      `/admin/order/${ORDER._id}`,
      { [`GET /order/${ORDER._id}`]: { body: { order: ORDER } } },
      { settled: false },
    );
    cleanup();
    await openScreen(
      { Page: product.default, prefetch: product.prefetch, path: '/admin/product/:id' },
      `/admin/product/${PRODUCT._id}`,
      productAnswers(PRODUCT),
    );
    cleanup();
    await openDashboard();
    await openPalette();
    expect(options().slice(0, 2)).toEqual(['Meera Ring, Yellow Gold', `Order ${NUMBER}`]);
    expect(options()).toContain('New product');
    expect(options()).not.toContain('Dashboard');
    expect(JSON.parse(localStorage.getItem('admin:recent')!)).toEqual([
      { path: '/admin/dashboard', label: 'Dashboard' },
      { path: `/admin/product/${PRODUCT._id}`, label: 'Meera Ring, Yellow Gold' },
      { path: `/admin/order/${ORDER._id}`, label: `Order ${NUMBER}` },
    ]);
  });

  it('is any record of a screen, also one that has a code or a name in its address', async () => {
    const places = SCREENS.flatMap(({ records = [] }) => records);
    expect(places).toContain('/admin/media/');
    for (const place of places) {
      for (const path of [`${place}AR-1042`, `${place}images/ring.webp`, `${place}${'a'.repeat(24)}`]) {
        rememberOpened(path, 'The record');
        expect(recentlyOpened()[0]).toMatchObject({ path, label: 'The record' });
      }
    }
  });

  it('is nothing where what is kept was changed by hand', async () => {
    for (const kept of ['{', '{}', 'null', '[null]', '[{"path":7}]', '[{"path":"//elsewhere","label":"x"}]']) {
      localStorage.setItem('admin:recent', kept);
      await openDashboard();
      await openPalette();
      expect(options()[0]).toBe('New product');
      cleanup();
    }
  });
});
