export { PickListPage as default, prefetch } from '../features/orders/pick-list-page.tsx';
