import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../infra/config.ts';

const schema = z.object({
  /**
   * Journeys go through the shop that runs out of this folder (`.run` for one that `npm start` started) and leave it
   * running, in place of one of their own on test ports.
   */
  E2E_RUN_FOLDER: z.string().min(1).optional(),
  /** Shows the browser while it works. */
  E2E_HEADED: z.stringbool().default(false),
});

const parsed = schema.safeParse({
  E2E_RUN_FOLDER: process.env.E2E_RUN_FOLDER || undefined,
  E2E_HEADED: process.env.E2E_HEADED || undefined,
});
if (!parsed.success) throw new Error(`Bad environment:\n${z.prettifyError(parsed.error)}`);

const given = parsed.data.E2E_RUN_FOLDER;

export const config = {
  runFolder: path.resolve(ROOT, given ?? '.run/e2e'),
  /** Whether the shop is ours to start and stop. */
  ownShop: given === undefined,
  headed: parsed.data.E2E_HEADED,
  /** Where pictures of failed journeys are left. */
  failures: path.join(ROOT, '.run/e2e-failures'),
};
