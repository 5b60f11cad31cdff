export { stock } from './stock.service.ts';
