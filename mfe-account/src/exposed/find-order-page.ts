export { FindOrderPage as default, prefetch } from '../features/find-order/find-order-page.tsx';
