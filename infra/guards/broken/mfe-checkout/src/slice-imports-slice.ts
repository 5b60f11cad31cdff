export { AddressEditor } from '../../mfe-account/src/exposed/address-editor.ts';
