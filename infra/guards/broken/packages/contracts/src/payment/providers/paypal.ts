export const paypal = 'paypal';
