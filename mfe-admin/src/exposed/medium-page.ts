export { MediumPage as default, prefetch } from '../features/media/medium-page.tsx';
