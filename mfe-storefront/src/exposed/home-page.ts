export { HomePage as default, prefetch } from '../features/home/home-page.tsx';
