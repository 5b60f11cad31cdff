export { AddressForm as default } from '../features/address-form/address-form.tsx';
