export { DeliveryPage as default, prefetch } from '../features/delivery/delivery-page.tsx';
