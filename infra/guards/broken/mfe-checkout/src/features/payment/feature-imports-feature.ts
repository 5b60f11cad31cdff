export { CartDrawer } from '../cart/cart-drawer.ts';
