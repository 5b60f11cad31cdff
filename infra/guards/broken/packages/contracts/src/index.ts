export const contract = 'cart.read';
