import { ApiError, messageOf } from '@shop/mfe-kit';
import { UnreadableFile } from './unreadable-file.ts';

/** Why something, such as a file, was refused: what the first of its fields says. */
export const refusalOf = (error: unknown, fallback?: string): string =>
  (error instanceof UnreadableFile && error.message) ||
  (error instanceof ApiError && Object.values(error.problem.errors ?? {})[0]) ||
  messageOf(error, fallback);
