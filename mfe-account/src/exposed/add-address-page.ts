export { AddAddressPage as default, prefetch } from '../features/add-address/add-address-page.tsx';
