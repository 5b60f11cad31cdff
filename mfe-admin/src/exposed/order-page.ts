export { OrderPage as default, prefetch } from '../features/orders/order-page.tsx';
