export { OperationsPage as default, prefetch } from '../features/operations/operations-page.tsx';
