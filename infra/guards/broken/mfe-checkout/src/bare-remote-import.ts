export { default } from 'account/address-editor';
