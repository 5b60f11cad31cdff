export { SizePage as default, prefetch } from '../features/options/size-page.tsx';
