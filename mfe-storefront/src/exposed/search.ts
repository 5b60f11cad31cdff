export { Search as default, overlay } from '../features/search/search.tsx';
