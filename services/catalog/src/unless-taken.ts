import type { ErrorCode } from '@shop/contracts';
import { Failure, isDuplicateKey } from '@shop/service-kit';

/** Does `write`, and throws the Failure `code` when a unique value is taken. */
export async function unlessTaken<T>(code: ErrorCode, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) throw new Failure(code, { cause: error });
    throw error;
  }
}
