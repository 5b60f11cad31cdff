import { defineRemote } from '@shop/build/remote';

export default defineRemote({
  name: 'checkout',
  pages: [{ path: '/checkout', module: './src/exposed/checkout-page.ts', guard: 'user', limited: true, quiet: true }],
  fragments: {
    buy: './src/exposed/buy.ts',
    'add-button': './src/exposed/add-button.ts',
    'cart-button': './src/exposed/cart-button.ts',
    'cart-drawer': './src/exposed/cart-drawer.ts',
  },
});
