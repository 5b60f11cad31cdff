/** The version of a document that is not there: `If-Match` says with it that nothing was there when the form was opened. */
export const NO_DOCUMENT = 'none';

/** `details` of a 409 `document.changed`. */
export interface DocumentChanged {
  /** As the call that reads it answers it, with its version; `null` when it is not there any more. */
  document: ({ version?: string } & Record<string, unknown>) | null;
  /** What was saved since the version that was read, oldest first, as far as it is kept. */
  saves: { by: string; fields: string[] }[];
}
