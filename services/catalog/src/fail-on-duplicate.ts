import type { ErrorCode } from '@shop/contracts';
import { Failure, isDuplicateKey } from '@shop/service-kit';

/** Runs `write`; a duplicate key becomes the Failure `code`. */
export async function failOnDuplicate<T>(code: ErrorCode, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) throw new Failure(code, { cause: error });
    throw error;
  }
}
