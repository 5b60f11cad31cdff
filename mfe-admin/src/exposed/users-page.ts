export { UsersPage as default, prefetch } from '../features/users/users-page.tsx';
