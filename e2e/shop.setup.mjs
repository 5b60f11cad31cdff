export { startShop as default } from './shop.ts';
