export { pieces } from '../../../../tools/demo-data/catalogue.ts';
