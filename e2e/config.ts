import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../infra/config.ts';

const schema = z.object({
  /**
   * Use the running shop of this folder (`.run` for `npm start`) instead of starting one on test ports.
   */
  E2E_RUN_FOLDER: z.string().min(1).optional(),
  /** Shows the browser window. */
  E2E_HEADED: z.stringbool().default(false),
});

const parsed = schema.safeParse({
  E2E_RUN_FOLDER: process.env.E2E_RUN_FOLDER || undefined,
  E2E_HEADED: process.env.E2E_HEADED || undefined,
});
if (!parsed.success) throw new Error(`Bad environment:\n${z.prettifyError(parsed.error)}`);

const runFolder = parsed.data.E2E_RUN_FOLDER;

export const config = {
  runFolder: path.resolve(ROOT, runFolder ?? '.run/e2e'),
  /** Whether the tests start and stop the shop. */
  ownShop: runFolder === undefined,
  headed: parsed.data.E2E_HEADED,
  /** Folder of screenshots of failed journeys. */
  failures: path.join(ROOT, '.run/e2e-failures'),
};
