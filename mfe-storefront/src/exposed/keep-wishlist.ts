export { KeepWishlist as default } from '../features/wishlist/keep-wishlist.tsx';
