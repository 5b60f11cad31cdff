export { OrderPage as default, prefetch } from '../features/order/order-page.tsx';
