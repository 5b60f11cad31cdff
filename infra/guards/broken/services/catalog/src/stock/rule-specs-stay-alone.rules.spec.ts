export { SAMPLE } from '../../test/catalog-harness.ts';
