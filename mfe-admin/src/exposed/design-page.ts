export { DesignPage as default, prefetch } from '../features/design/design-page.tsx';
