export { sample } from './stock.spec.ts';
