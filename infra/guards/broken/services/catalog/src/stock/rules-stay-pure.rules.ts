export { holds } from './stock.repository.ts';
