import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, press, type } from '../../testing/open-screen.tsx';
import { aPage, pageAnswers, someMenus } from '../../testing/pages.ts';
import { fieldOf, toSave, valuesOf } from './api/menu-values.ts';
import type { Item, Menus } from './api/menus.ts';
import { MenusPage, prefetch } from './menus-page.tsx';

const page = { Page: MenusPage, prefetch, path: '/admin/menus' };
const RING = 'e'.repeat(24);
const item = (target: Item['target'], label = ''): Item => ({ label, target, items: [] });

// Real: the screen, its form and the API client.
describe('the menus', () => {
  let menus: Menus;
  let answers: Parameters<typeof openScreen>[2];
  beforeEach(() => {
    menus = someMenus();
    answers = {
      ...pageAnswers(aPage({ status: 'draft' })),
      'GET /categories': { body: { categories: [{ _id: RING, main: 'ring', sub: ['band'] }] } },
      'GET /materials': { body: { materials: [] } },
      'GET /collections': { body: { collections: [] } },
      'GET /admin/menus': () => ({ body: { menus } }),
      'PUT /admin/menus': ({ body }) => ({ body: { menus: { ...menus, ...(body as object) } } }),
    };
  });
  afterEach(cleanup);
  const rowsOf = (menu: string) =>
    within(screen.getByRole('list', { name: `${menu}, in order` }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);

  it('get items from lists of what there is, and send the menu that was changed alone', async () => {
    const { sent, toasts } = await openScreen(page, '/admin/menus', answers);
    await press('Add item to the header');
    type('Kind of header 2', 'category');
    expect(
      within(screen.getByLabelText('Category of header 2'))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['Choose…', 'ring', 'ring: band']);
    type('Category of header 2', `${RING}/band`);
    await press('Add entry to header 2');
    type('Kind of header 2.1', 'address');
    type('Address of header 2.1', '/shop?filter.occasion=gift');
    type('Text of header 2.1', 'Gifts');
    await press('Save');
    await waitFor(() => expect(toasts()).toEqual(['Menus saved']));
    expect(sent()).toEqual([
      [
        'PUT',
        '/admin/menus',
        {
          header: [
            menus.header[0],
            {
              ...item({ kind: 'category', id: RING, sub: 'band' }),
              items: [{ label: 'Gifts', target: { kind: 'address', path: '/shop?filter.occasion=gift' } }],
            },
          ],
        },
      ],
    ]);
  });

  it('say which entries shoppers do not see, and why', async () => {
    menus.header = [
      item({ kind: 'category', id: 'f'.repeat(24) }),
      item({ kind: 'collection', id: RING }, 'Bridal'),
      item({ kind: 'address', path: '/product/tiara?page=2' }, 'Tiaras'),
      item({ kind: 'address', path: '/product/ring/band' }, 'Bands'),
    ];
    await openScreen(page, '/admin/menus', answers);
    await screen.findByText(/^This category does not exist any more/, { exact: false });
    const rows = rowsOf('Header');
    expect(rows.map((row) => /Not shown (This \w+)/.exec(row!)?.[1])).toEqual([
      'This category',
      'This collection',
      'This list',
      undefined,
    ]);
    expect(rowsOf('Slide-out menu')[1]).toContain('This page is a draft');
  });

  it('know what was renamed since, and leave it as it was saved', async () => {
    const rings = { _id: RING, main: 'ring', sub: ['band'], formerNames: ['rings'] };
    const formerSubs = [{ from: 'wedding', to: 'band' }];
    answers['GET /categories'] = { body: { categories: [{ ...rings, formerSubs }] } };
    menus.header = [
      item({ kind: 'category', id: RING, sub: 'wedding' }),
      item({ kind: 'address', path: '/product/rings/wedding?page=2' }, 'Rings'),
    ];
    const { sent } = await openScreen(page, '/admin/menus', answers);
    await waitFor(() => expect(rowsOf('Header')[0]).toContain('ring: band'));
    const list = screen.getByLabelText<HTMLSelectElement>('Category of header 1');
    expect([list.value, list.selectedOptions[0]!.textContent]).toEqual([`${RING}/wedding`, 'ring: band']);
    expect(rowsOf('Header').filter((row) => row!.includes('Not shown'))).toEqual([]);
    type('Text of header 1', 'Bands');
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(1));
    const { header } = sent()[0]![2] as Menus;
    expect(header[0]).toEqual(item({ kind: 'category', id: RING, sub: 'wedding' }, 'Bands'));
  });

  it('refuse what leads nowhere, at its field', async () => {
    const { sent } = await openScreen(page, '/admin/menus', answers);
    type('Address of header 1', 'https://elsewhere.example');
    await press('Add entry to footer 1');
    await press('Save');
    expect(await screen.findByText(/^An address of a list or a screen of the shop/)).toBeTruthy();
    expect(screen.getByText('Choose one')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('are moved by keys, and go back to the standard', async () => {
    menus.header.push(item({ kind: 'categories' }));
    const { sent } = await openScreen(page, '/admin/menus', answers);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move All categories, number 2 of 2' }), { key: 'Home' });
    await waitFor(() => expect(rowsOf('Header')[0]).toContain('All categories'));
    await press('Standard menu of the footer');
    await press('Save');
    await waitFor(() => expect(sent()).toHaveLength(1));
    const { header, footer } = sent()[0]![2] as Menus;
    expect(header.map(({ target }) => target.kind)).toEqual(['categories', 'address']);
    expect(footer.map(({ label }) => label)).toEqual(['Policies', 'Categories', 'Why {shop}']);
  });

  it('come out of their form as they went in', () => {
    menus.header.push(item({ kind: 'material', id: RING, sub: '22k' }), item({ kind: 'materials' }, 'Metals'));
    expect(toSave(valuesOf(menus))).toEqual(menus);
    expect(['header.1.target.sub', 'footer.0.items.1.target.path', 'slideOut.0.label'].map(fieldOf)).toEqual([
      'header.1.choice',
      'footer.0.items.1.path',
      'slideOut.0.label',
    ]);
  });
});
