export { ProductsPage as default, prefetch } from '../features/products/products-page.tsx';
