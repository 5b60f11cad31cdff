export { SearchPage as default, prefetch } from '../features/search/search-page.tsx';
