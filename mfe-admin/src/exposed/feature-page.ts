export { FeaturePage as default, prefetch } from '../features/options/feature-page.tsx';
