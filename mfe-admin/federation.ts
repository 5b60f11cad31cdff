import { defineRemote } from '@shop/build/remote';

/** For staff only, and without the shop's header and footer: these screens have their own layout. */
const staff = { guard: 'admin', bare: true } as const;

export default defineRemote({
  name: 'admin',
  pages: [
    { path: ['/admin', '/admin/dashboard'], module: './src/exposed/dashboard-page.ts', ...staff },
    { path: '/admin/work', module: './src/exposed/work-page.ts', ...staff },
    { path: '/admin/orders', module: './src/exposed/orders-page.ts', ...staff },
    { path: '/admin/orders/pick-list', module: './src/exposed/pick-list-page.ts', ...staff },
    { path: '/admin/order/:id', module: './src/exposed/order-page.ts', ...staff },
    { path: '/admin/payments', module: './src/exposed/payments-page.ts', ...staff },
    { path: '/admin/payments/transfers', module: './src/exposed/transfers-page.ts', ...staff },
    { path: '/admin/payments/money', module: './src/exposed/captures-page.ts', ...staff },
    { path: '/admin/payments/methods', module: './src/exposed/methods-page.ts', ...staff },
    { path: '/admin/charges', module: './src/exposed/charges-page.ts', ...staff },
    { path: '/admin/delivery', module: './src/exposed/delivery-page.ts', ...staff },
    { path: '/admin/users', module: './src/exposed/users-page.ts', ...staff },
    { path: '/admin/people', module: './src/exposed/people-page.ts', ...staff },
    { path: '/admin/roles', module: './src/exposed/roles-page.ts', ...staff },
    { path: '/admin/tags', module: './src/exposed/tags-page.ts', ...staff },
    { path: '/admin/synonyms', module: './src/exposed/synonyms-page.ts', ...staff },
    { path: '/admin/collections', module: './src/exposed/collections-page.ts', ...staff },
    { path: '/admin/collection/:id', module: './src/exposed/collection-page.ts', ...staff },
    { path: '/admin/category', module: './src/exposed/category-page.ts', ...staff },
    { path: '/admin/size', module: './src/exposed/size-page.ts', ...staff },
    { path: '/admin/feature', module: './src/exposed/feature-page.ts', ...staff },
    { path: '/admin/customization', module: './src/exposed/customization-page.ts', ...staff },
    { path: '/admin/products', module: './src/exposed/products-page.ts', ...staff },
    { path: '/admin/product-edit/:id', module: './src/exposed/product-edit-page.ts', ...staff },
    { path: '/admin/product/:id', module: './src/exposed/product-page.ts', ...staff },
    { path: '/admin/reviews', module: './src/exposed/reviews-page.ts', ...staff },
    { path: '/admin/audit', module: './src/exposed/audit-page.ts', ...staff },
    { path: '/admin/mails', module: './src/exposed/mails-page.ts', ...staff },
    { path: '/admin/discount', module: './src/exposed/discount-page.ts', ...staff },
    { path: '/admin/instapost', module: './src/exposed/instapost-page.ts', ...staff },
    { path: '/admin/brand', module: './src/exposed/brand-page.ts', ...staff },
    { path: '/admin/design', module: './src/exposed/design-page.ts', ...staff },
    { path: '/admin/logout', module: './src/exposed/logout-page.ts', ...staff },
  ],
});
