export { OrdersPage as default, prefetch } from '../features/orders/orders-page.tsx';
