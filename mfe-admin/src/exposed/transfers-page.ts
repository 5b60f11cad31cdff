export { TransfersPage as default, prefetch } from '../features/transfers/transfers-page.tsx';
