import type { Prefetch } from '@shop/mfe-kit';

export const prefetch: Prefetch = () => ({ head: { title: 'Checkout', noindex: true } });

export function CheckoutPage() {
  return <h1>Checkout</h1>;
}
