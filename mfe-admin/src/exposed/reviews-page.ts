export { ReviewsPage as default, prefetch } from '../features/reviews/reviews-page.tsx';
