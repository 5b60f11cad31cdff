export { CheckoutPage } from '../../exposed/checkout-page.ts';
