export { NotFoundPage as default, prefetch } from '../features/not-found/not-found-page.tsx';
