export { SharedWishlistPage as default, prefetch } from '../features/wishlist/shared-wishlist-page.tsx';
