export { PaymentsPage as default, prefetch } from '../features/payments/payments-page.tsx';
