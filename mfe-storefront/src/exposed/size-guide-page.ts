export { SizeGuidePage as default, prefetch } from '../features/size-guide/size-guide-page.tsx';
