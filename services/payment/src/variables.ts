import type { z } from 'zod';
import { PROVIDER_FOLDERS } from './providers/index.ts';
import { sharedVariables } from './shared-variables.ts';

/** Environment variables of payment with those of its providers, in addition to `serviceVariables`. */
export const variables: typeof sharedVariables & z.ZodRawShape = {
  ...sharedVariables,
  ...Object.assign({}, ...Object.values(PROVIDER_FOLDERS).map((folder) => folder.variables)),
};
