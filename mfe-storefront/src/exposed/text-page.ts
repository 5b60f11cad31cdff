export { TextPage as default, prefetch } from '../features/text-page/text-page.tsx';
