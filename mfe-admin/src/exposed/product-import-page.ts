export { ProductImportPage as default, prefetch } from '../features/products/product-import-page.tsx';
