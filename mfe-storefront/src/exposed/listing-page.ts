export { ListingPage as default, prefetch } from '../features/listing/listing-page.tsx';
