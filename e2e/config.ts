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

/** The folder of the shop that is given, if the tests do not start their own. */
const given = parsed.data.E2E_RUN_FOLDER && path.resolve(ROOT, parsed.data.E2E_RUN_FOLDER);
/** Jest's worker, from 1. Each has a shop of its own, so that spec files at the same time share nothing. */
const worker = Number(process.env.JEST_WORKER_ID ?? 1);

export const runFolderOf = (number: number | '*'): string => given ?? path.join(ROOT, `.run/e2e-${number}`);

export const config = {
  worker,
  runFolder: runFolderOf(worker),
  /** Whether the tests start and stop the shops. */
  ownShops: given === undefined,
  headed: parsed.data.E2E_HEADED,
  /** What failed visits leave. */
  traces: path.join(ROOT, '.run/traces'),
};
