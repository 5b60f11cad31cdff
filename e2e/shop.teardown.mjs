export { stopShop as default } from './shop-under-test.ts';
