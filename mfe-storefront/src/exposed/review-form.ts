export { ReviewForm as default, overlay } from '../features/product/review-form.tsx';
