import { defineRemote } from '@shop/build/remote';

/** Only staff, and without the shop's header and footer: these screens bring a frame of their own. */
const staff = { guard: 'admin', bare: true } as const;

export default defineRemote({
  name: 'admin',
  pages: [
    { path: ['/admin', '/admin/dashboard'], module: './src/exposed/dashboard-page.ts', ...staff },
    { path: '/admin/orders', module: './src/exposed/orders-page.ts', ...staff },
    { path: '/admin/order/:id', module: './src/exposed/order-page.ts', ...staff },
    { path: '/admin/payments', module: './src/exposed/payments-page.ts', ...staff },
    { path: '/admin/charges', module: './src/exposed/charges-page.ts', ...staff },
    { path: '/admin/logout', module: './src/exposed/logout-page.ts', ...staff },
  ],
});
