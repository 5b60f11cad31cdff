import type { AnyCall } from '@shop/contracts';
import { CallError, Failure } from '@shop/service-kit';

/** Converts an error of another service that its contract declares into a Failure; other errors are returned unchanged. */
export function refusalOf(error: unknown, call: AnyCall): unknown {
  if (!(error instanceof CallError) || !error.problem || !call.errors.includes(error.code)) return error;
  const { message, errors, details } = error.problem;
  const retryAfterS = details?.['retryAfterS'];
  return new Failure(error.code, {
    message,
    ...(errors && { errors }),
    ...(details && { details }),
    ...(typeof retryAfterS === 'number' && { headers: { 'retry-after': String(retryAfterS) } }),
    cause: error,
  });
}
