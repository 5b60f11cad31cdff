import { defineRemote } from '@shop/build/remote';

export default defineRemote({
  name: 'checkout',
  pages: [{ path: '/checkout', module: './src/exposed/checkout-page.ts', guard: 'user' }],
  fragments: {
    'cart-button': './src/exposed/cart-button.ts',
  },
});
