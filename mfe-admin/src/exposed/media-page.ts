export { MediaPage as default, prefetch } from '../features/media/media-page.tsx';
