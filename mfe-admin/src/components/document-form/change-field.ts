import { type DocumentChanged } from '@shop/contracts/browser';
import { ApiError } from '@shop/mfe-kit';
import { isSame, whoChanged } from './merge.rules.ts';

/** What a refused save says of the document, if that is why it was refused. */
export const changedIn = (error: unknown): DocumentChanged | undefined =>
  error instanceof ApiError && error.code === 'document.changed'
    ? (error.problem.details as unknown as DocumentChanged)
    : undefined;

/**
 * Changes one field where no form is open: on the version that was read, and a second time where others saved other fields in between.
 * `name`: what people call the field.
 * @throws ApiError that says who changed the same field
 */
export async function changeField<Doc extends { version?: string | undefined }, Answer>(
  read: Doc,
  { field, name }: { field: keyof Doc & string; name: string },
  fromAnswer: (answered: never) => Doc,
  send: (version: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(read.version);
  } catch (error) {
    const changed = changedIn(error);
    if (!changed?.document) throw error;
    const now = fromAnswer(changed.document as never);
    if (isSame(now[field], read[field])) return send(now.version);
    const who = whoChanged(field, changed.saves, (path) => path);
    const message = `${who} changed ${name} since you opened it. Look at it first: it is shown once this is closed`;
    throw new ApiError({ ...(error as ApiError).problem, message });
  }
}
