export { DataPage as default, prefetch } from '../features/data/data-page.tsx';
