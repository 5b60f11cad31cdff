export { eventually } from './eventually.ts';
export { link, type Link } from './link.ts';
export { realParts } from './parts.ts';
