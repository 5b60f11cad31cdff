export { CheckoutPage as default, prefetch } from '../features/checkout/checkout-page.tsx';
