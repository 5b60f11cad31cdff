import type { Problem } from '@shop/contracts';
import { Failure } from '../http/failure.ts';
import { CallError } from './client.ts';

/** Another service's refusal as a Failure of this one, if it is one for the caller; other errors are returned unchanged. */
export function refusalOf(error: unknown, isForCaller: (problem: Problem) => boolean): unknown {
  if (!(error instanceof CallError) || !error.problem || !isForCaller(error.problem)) return error;
  const { status, code, message, errors, details } = error.problem;
  return new Failure(code, {
    message,
    ...(errors && { errors }),
    ...(details && { details }),
    ...(status === 429 && { headers: { 'retry-after': String(details?.['retryAfterS'] ?? 1) } }),
    cause: error,
  });
}
