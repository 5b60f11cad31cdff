export { TagsPage as default, prefetch } from '../features/tags/tags-page.tsx';
