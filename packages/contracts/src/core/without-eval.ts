import { z } from 'zod';

/** Schemas created afterwards do not probe for `new Function`, which the CSP of pages forbids and reports. */
export const avoidEval = (): void => void z.config({ jitless: true });
