export { startShops as default } from './shop-under-test.ts';
