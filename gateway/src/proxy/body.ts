import { Transform, type Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { Failure } from '@shop/service-kit';

/** Larger bodies are streamed, so their calls cannot be sent again. */
const MAX_REPEATABLE_BYTES = 64_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the declared length of the body exceeds the limit, before it is read. */
export const isLongerThan = ({ headers }: IncomingMessage, limitBytes: number): boolean =>
  Number(headers['content-length'] ?? 0) > limitBytes;

/** The body for the service: a buffer when it is small and must be `repeatable`, else a stream. */
export async function bodyOf(
  request: IncomingMessage,
  { limitBytes, repeatable }: { limitBytes: number; repeatable: boolean },
): Promise<Readable | Buffer | null> {
  if (!hasBody(request)) return null;
  const length = Number(request.headers['content-length'] ?? Infinity);
  if (!repeatable || length > MAX_REPEATABLE_BYTES) return limitedStream(request, limitBytes);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * The body as a stream. Fails with `request.too-large` when it exceeds the limit, and with `request.malformed` when the client
 * disconnects. When the service disconnects, the client's connection stays open for the response.
 */
function limitedStream(request: IncomingMessage, limitBytes: number): Readable {
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
  // Not `pipeline`: it would also destroy the request and its connection.
  return request.pipe(body);
}
