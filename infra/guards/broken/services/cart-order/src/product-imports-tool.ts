export { seeded } from '../../../tools/prove/seeded.ts';
