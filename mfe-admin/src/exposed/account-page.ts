export { AccountPage as default, prefetch } from '../features/account/account-page.tsx';
