export { DashboardPage as default, prefetch } from '../features/dashboard/dashboard-page.tsx';
