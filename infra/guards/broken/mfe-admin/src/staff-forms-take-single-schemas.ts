export { contract } from '@shop/contracts';
