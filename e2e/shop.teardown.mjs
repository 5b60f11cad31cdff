export { stopShop as default } from './shop.ts';
