export { pieces } from '../../../../infra/demo-data/pieces.ts';
