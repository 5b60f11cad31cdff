export { pieces } from '../../../../tools/demo-data/pieces.ts';
