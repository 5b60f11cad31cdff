export { ProductImportsPage as default, prefetch } from '../features/products/product-imports-page.tsx';
