export { PagePage as default, prefetch } from '../features/pages/page-page.tsx';
