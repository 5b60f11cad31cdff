export { MenusPage as default, prefetch } from '../features/menus/menus-page.tsx';
