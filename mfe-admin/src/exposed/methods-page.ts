export { MethodsPage as default, prefetch } from '../features/payments/methods-page.tsx';
