export { CollectionsPage as default, prefetch } from '../features/collections/collections-page.tsx';
