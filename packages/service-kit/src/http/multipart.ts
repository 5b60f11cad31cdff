import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Failure, invalidField } from './failure.ts';
import { failureFrom } from './problem.ts';
import type { UploadedFile } from './route.ts';

export type Files = Record<string, UploadedFile>;

export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
const tooLarge = (field: string, message: string, cause?: unknown) =>
  new Failure('request.too-large', { errors: { [field]: message }, cause });

/**
 * Fields and files of a multipart/form-data request. @throws Failure `request.invalid`, `request.too-large`; `request.malformed`
 * when it is not such a form, or ends too early
 */
export async function readMultipart(
  request: FastifyRequest,
  { names, fileLimitBytes }: { names: readonly string[]; fileLimitBytes: number },
): Promise<{ body: Record<string, unknown>; files: Files }> {
  const body = new Map<string, unknown>();
  const files = new Map<string, UploadedFile>();
  try {
    for await (const part of request.parts() as AsyncIterable<Multipart>) {
      const { fieldname: name } = part;
      if (body.has(name) || files.has(name)) throw invalidField(name, 'This is given twice');
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw tooLarge(name, 'This is too long');
        body.set(name, part.value);
      } else if (names.includes(name)) {
        const data = await part.toBuffer().catch((cause: unknown) => {
          if ((cause as { code?: unknown }).code !== 'FST_REQ_FILE_TOO_LARGE') throw cause;
          throw tooLarge(name, `This file is too large: at most ${fileLimitBytes / 1_000_000} MB`, cause);
        });
        files.set(name, { data, fileName: part.filename, contentType: part.mimetype });
      } else {
        throw invalidField(name, 'No file is expected here');
      }
    }
  } catch (error) {
    const failure = failureFrom(error);
    // The parser throws plain errors for what it cannot read.
    throw failure.code === 'unexpected.error' ? new Failure('request.malformed', { cause: error }) : failure;
  }
  return {
    body: Object.fromEntries(body),
    // A form sends an empty file for an input without one.
    files: Object.fromEntries([...files].filter(([, { data }]) => data.length > 0)),
  };
}
