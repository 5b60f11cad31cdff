import type { AnyCall } from '@shop/contracts';
import { CallError, Failure } from '@shop/service-kit';

/** What another service refused as its contract says, to be passed on; everything else stays the error it is. */
export function refusalOf(error: unknown, call: AnyCall): unknown {
  if (!(error instanceof CallError) || !error.problem || !call.errors.includes(error.code)) return error;
  const { message, errors, details } = error.problem;
  return new Failure(error.code, { message, ...(errors && { errors }), ...(details && { details }), cause: error });
}
