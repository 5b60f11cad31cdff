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
  const length = Number(request.headers['content-length'] ?? Infinity);
  if (!keep || length > KEPT_BYTES) return passedOn(request, limitBytes);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * The body as it comes. Fails with `request.too-large` at the first byte too many, and with `request.malformed` when the
 * client breaks off. When the service breaks off, the client's connection stays, to be told why.
 */
function passedOn(request: IncomingMessage, limitBytes: number): Readable {
  let passed = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > limitBytes) done(new Failure('request.too-large'));
      else done(null, chunk);
    },
  });
  request.once('close', () => {
    if (!request.complete) body.destroy(new Failure('request.malformed'));
  });
  // Not `pipeline`: it would destroy the request, and its connection, together with the body.
  return request.pipe(body);
}
