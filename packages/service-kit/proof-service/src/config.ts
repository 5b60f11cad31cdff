import { z } from 'zod';
import { readConfig } from '../../src/config/config.ts';
import { eventVariables } from '../../src/events/event-variables.ts';

export const config = readConfig(
  {
    ...eventVariables,
    MONGODB_URI: z.url(),
    /** The point at which the process kills itself. */
    CRASH_AT: z.enum(['before-publish', 'before-confirm', 'before-mark', 'before-ack', 'nowhere']).default('nowhere'),
    /** How often it passes that point first. */
    CRASH_AFTER: z.coerce.number().int().min(0).default(0),
    /** `no`: only publishes events. */
    CONSUMES: z.enum(['yes', 'no']).default('yes'),
    /** Whether every twentieth change of a thing fails at the first attempt. */
    FLAKY: z.enum(['yes', 'no']).default('no'),
    LOG: z.enum(['on', 'off']).default('off'),
  },
  process.env,
);
