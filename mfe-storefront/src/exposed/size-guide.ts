export { SizeGuide as default, overlay } from '../features/size-guide/size-guide.tsx';
