import { Transform, type Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { Failure } from '@shop/service-kit';

/** A body up to this long is kept, so that an idempotent call can be sent once more. */
const KEPT_BYTES = 64_000;

/** Whether a request has a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the request itself says that its body is longer, before a byte of it is read. */
export const isLongerThan = ({ headers }: IncomingMessage, limitBytes: number): boolean =>
  Number(headers['content-length'] ?? 0) > limitBytes;

/** The body for the service: whole when it is short and may have to be sent again, else as it comes. */
export async function bodyOf(
  request: IncomingMessage,
  { limitBytes, keep }: { limitBytes: number; keep: boolean },
): Promise<Readable | Buffer | null> {
  if (!hasBody(request)) return null;
  const length = request.headers['content-length'];
  if (length === undefined) return request.pipe(atMost(limitBytes));
  if (!keep || Number(length) > KEPT_BYTES) return request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Passes a body on whose length nobody said, and fails with `request.too-large` at the first byte too many. */
function atMost(limitBytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > limitBytes) done(new Failure('request.too-large'));
      else done(null, chunk);
    },
  });
}
