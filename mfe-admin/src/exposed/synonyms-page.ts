export { SynonymsPage as default, prefetch } from '../features/synonyms/synonyms-page.tsx';
