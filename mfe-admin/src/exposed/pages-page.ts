export { PagesPage as default, prefetch } from '../features/pages/pages-page.tsx';
