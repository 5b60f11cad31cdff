export { stopShops as default } from './shop-under-test.ts';
