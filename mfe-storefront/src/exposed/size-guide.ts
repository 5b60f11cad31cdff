export { SizeGuide as default, overlay, prefetch } from '../features/size-guide/size-guide.tsx';
