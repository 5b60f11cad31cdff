export { startShop as default } from './shop-under-test.ts';
