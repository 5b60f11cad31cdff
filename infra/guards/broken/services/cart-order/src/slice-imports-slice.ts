export { stock } from '@shop/catalog/src/stock/stock.service.ts';
