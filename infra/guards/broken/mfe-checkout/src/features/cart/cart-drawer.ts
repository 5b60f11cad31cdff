export const CartDrawer = 'a component of the cart feature';
