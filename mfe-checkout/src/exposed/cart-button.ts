export { CartButton as default } from '../features/cart/cart-button.tsx';
