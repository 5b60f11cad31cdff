export { BrandPage as default, prefetch } from '../features/brand/brand-page.tsx';
