export { SecurityPage as default, prefetch } from '../features/security/security-page.tsx';
