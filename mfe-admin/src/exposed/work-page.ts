export { WorkPage as default, prefetch } from '../features/work/work-page.tsx';
