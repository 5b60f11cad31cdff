export { ProductPage as default, prefetch } from '../features/products/product-page.tsx';
