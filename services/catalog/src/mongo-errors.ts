import type { ErrorCode } from '@shop/contracts';
import { Failure } from '@shop/service-kit';
import { mongo } from 'mongoose';

/** Whether a write was refused because a unique value is taken. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

/** Does `write`, and throws the Failure `code` when a unique value is taken. */
export async function unlessTaken<T>(code: ErrorCode, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error)) throw new Failure(code, { cause: error });
    throw error;
  }
}
