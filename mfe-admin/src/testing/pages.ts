import type { Menus } from '../features/menus/api/menus.ts';
import type { Page } from '../features/pages/api/pages.ts';

/** A page that staff added. */
export const aPage = (fields: Partial<Page> = {}): Page => ({
  ...{ _id: 'c'.repeat(24), slug: 'pearls', path: '/page/pearls', isOfShop: false, status: 'published' },
  ...{ title: 'Care of pearls', description: 'How to keep them.', updatedAt: '2026-11-20T10:00:00.000Z' },
  blocks: [
    { kind: 'paragraph', text: 'Wear them often.' },
    { kind: 'question', question: 'May they get wet?', answer: 'No.' },
    { kind: 'list', items: ['Silk', 'Dry'] },
  ],
  ...fields,
});

/** Of the calls that read the page, and the list with it alone. */
export function pageAnswers(page: Page) {
  const { blocks: _, version: __, ...row } = page;
  return {
    [`GET /admin/page/${page.slug}`]: { body: { page } },
    'GET /admin/pages': { body: { pages: [row] } },
  };
}

/** Menus with each kind of row. */
export const someMenus = (): Menus => ({
  header: [{ label: 'Shop', target: { kind: 'address', path: '/shop' }, items: [] }],
  slideOut: [
    { label: '', target: { kind: 'categories' }, items: [] },
    { label: 'Pearls', target: { kind: 'page', id: 'c'.repeat(24) }, items: [] },
  ],
  footer: [
    {
      ...{ label: 'Help', target: { kind: 'none' } },
      items: [{ label: 'Find it', target: { kind: 'address', path: '/order/find' } }],
    },
  ],
});
