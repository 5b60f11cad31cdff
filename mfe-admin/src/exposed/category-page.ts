export { CategoryPage as default, prefetch } from '../features/category/category-page.tsx';
