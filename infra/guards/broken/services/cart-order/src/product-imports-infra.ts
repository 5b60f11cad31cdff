export { ports } from '../../../infra/ports.ts';
