export { DiscountPage as default, prefetch } from '../features/showcase/discount-page.tsx';
