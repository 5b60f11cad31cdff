export { eventually } from './eventually.ts';
export { exposedGaps } from './exposed.ts';
export { link, type Link } from './link.ts';
export { realParts } from './parts.ts';
export { SANDBOX_KEYS, startSandbox, type TestMail, type TestSandbox } from './sandbox.ts';
