export { CollectionPage as default, prefetch } from '../features/collections/collection-page.tsx';
