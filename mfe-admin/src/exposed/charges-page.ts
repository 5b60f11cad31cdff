export { ChargesPage as default, prefetch } from '../features/charges/charges-page.tsx';
