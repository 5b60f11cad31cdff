export { eventually } from './eventually.ts';
export { realParts } from './parts.ts';
