export const CheckoutPage = 'a page';
