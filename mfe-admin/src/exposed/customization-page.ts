export { CustomizationPage as default, prefetch } from '../features/customization/customization-page.tsx';
