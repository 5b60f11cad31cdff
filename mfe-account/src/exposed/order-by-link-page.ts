export { OrderByLinkPage as default, prefetch } from '../features/order/order-by-link-page.tsx';
