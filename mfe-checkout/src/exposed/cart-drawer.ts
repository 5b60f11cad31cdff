export { CartDrawer as default, overlay } from '../features/cart/cart-drawer.tsx';
