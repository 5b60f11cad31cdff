export { ProductEditPage as default, prefetch } from '../features/products/product-edit-page.tsx';
