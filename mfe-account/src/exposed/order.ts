export { Order as default } from '../features/order/order.tsx';
