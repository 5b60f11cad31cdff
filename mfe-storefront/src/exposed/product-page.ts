export { ProductPage as default, prefetch } from '../features/product/product-page.tsx';
