export { RolesPage as default, prefetch } from '../features/staff/roles-page.tsx';
