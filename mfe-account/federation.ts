import { defineRemote } from '@shop/build/remote';

export default defineRemote({
  name: 'account',
  pages: [
    { path: ['/user', '/user/profile'], module: './src/exposed/profile-page.ts', guard: 'user' },
    { path: '/user/add-address', module: './src/exposed/add-address-page.ts', guard: 'user' },
    { path: '/user/orders', module: './src/exposed/orders-page.ts', guard: 'user' },
    { path: '/user/order/:id', module: './src/exposed/order-page.ts', guard: 'user', limited: true },
    { path: '/user/security', module: './src/exposed/security-page.ts', guard: 'user' },
    { path: '/user/data', module: './src/exposed/data-page.ts', guard: 'user' },
    { path: '/user/logout', module: './src/exposed/logout-page.ts', guard: 'user', limited: true },
    { path: '/order/find', module: './src/exposed/find-order-page.ts', query: [] },
    // Of anyone who has the link, until its time is over.
    { path: '/order/link/:link', module: './src/exposed/order-by-link-page.ts', uncached: true, query: [] },
    // Of whom was mailed the link.
    { path: '/staff/invitation/:token', module: './src/exposed/invitation-page.ts', uncached: true, query: [] },
  ],
  fragments: {
    'sign-in': './src/exposed/sign-in.ts',
    'address-form': './src/exposed/address-form.ts',
    order: './src/exposed/order.ts',
  },
});
