export { LogoutPage as default, prefetch } from '../features/logout/logout-page.tsx';
