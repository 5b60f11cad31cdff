export { WishlistPage as default, prefetch } from '../features/wishlist/wishlist-page.tsx';
