import { defineRemote } from '@shop/build/remote';
import { LISTING_PARAMETERS, SEARCH_PARAMETERS } from './src/components/filters/filters.ts';

export default defineRemote({
  name: 'storefront',
  pages: [
    { path: '/', module: './src/exposed/home-page.ts' },
    {
      path: [
        '/shop',
        '/product/:main',
        '/product/:main/:sub',
        '/material/:tag',
        '/material/:tag/:sub',
        '/collection/:slug',
      ],
      module: './src/exposed/listing-page.ts',
      query: LISTING_PARAMETERS,
    },
    { path: ['/collections', '/gifts'], module: './src/exposed/collections-page.ts' },
    { path: '/product/group/:id', module: './src/exposed/product-page.ts', query: ['variant', 'reviews'] },
    {
      path: [
        '/about',
        '/contact',
        '/diamond-education',
        '/faqs',
        '/cancellation-policy',
        '/refund-return',
        '/privacy-policy',
        '/shipping-policy',
        '/terms-conditions',
        '/page/:slug',
      ],
      module: './src/exposed/text-page.ts',
    },
    { path: '/size-guide/:category', module: './src/exposed/size-guide.ts' },
    { path: '/search', module: './src/exposed/search-page.ts', query: SEARCH_PARAMETERS },
    { path: '/wishlist', module: './src/exposed/wishlist-page.ts' },
    { path: '/wishlist/mails', module: './src/exposed/mails-page.ts' },
    // Its link can be taken back.
    { path: '/wishlist/shared/:token', module: './src/exposed/shared-wishlist-page.ts', uncached: true },
    { path: '*', module: './src/exposed/not-found-page.ts' },
  ],
  fragments: {
    search: './src/exposed/search.ts',
    'review-form': './src/exposed/review-form.ts',
    'size-guide': './src/exposed/size-guide.ts',
    'keep-wishlist': './src/exposed/keep-wishlist.ts',
  },
});
