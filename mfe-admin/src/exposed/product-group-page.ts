export { ProductGroupPage as default, prefetch } from '../features/products/product-group-page.tsx';
