export type { Frame } from './bench.ts';
export * from './design.ts';
export { modelOf } from './model.ts';
export { wornOf } from './worn.ts';
