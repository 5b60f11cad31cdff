import { type Failure, problemOf } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, type Page } from '../cache/page.ts';
import { cacheAnswers } from '../metrics.ts';
import { RETURNED_HEADERS } from './headers.ts';

/** A client that is refused during its upload may go on for this long, so that it reads the response. */
const LINGER_MS = 1_000;

/** Sends problem+json. The connection of an unread request body is closed. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): void {
  request.problemCode = failure.code;
  if (reply.raw.headersSent) {
    // The answer is already being streamed: cut the connection, so that it is not taken for complete.
    reply.raw.destroy();
    return;
  }
  const body = JSON.stringify(problemOf(failure, request.id));
  // Headers of a service's answer that broke off before its first byte do not describe this one.
  for (const name of Object.keys(reply.getHeaders())) if (RETURNED_HEADERS.has(name)) void reply.removeHeader(name);
  void reply.hijack();
  reply.raw.writeHead(failure.status, {
    ...(reply.getHeaders() as Record<string, string>),
    ...(failure.status === 503 && { 'retry-after': '2' }),
    ...failure.headers,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(request.raw.complete ? {} : { connection: 'close' }),
  });
  if (request.raw.complete) {
    reply.raw.end(body);
    return;
  }
  reply.raw.write(body);
  const end = () => reply.raw.end();
  const timer = setTimeout(end, LINGER_MS);
  request.raw.once('close', () => clearTimeout(timer));
  request.raw.once('end', end).once('error', end).resume();
}

export type Freshness = 'hit' | 'stale' | 'miss';

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((candidate) => candidate.trim() === etag));

/** Sends a public page, compressed as the client accepts, or 304 when the client has it. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  { freshness, age }: { freshness: Freshness; age: number },
): void | Promise<void> {
  const { headers } = request.raw;
  const encoding = page.encodingFor(headers['accept-encoding']);
  const form = page.form(encoding);
  if (!Buffer.isBuffer(form)) return form.then(() => sendPage(request, reply, page, { freshness, age }));
  request.fromCache = freshness === 'hit';
  cacheAnswers.inc({ freshness });
  const head: Record<string, unknown> = {
    ...reply.getHeaders(),
    // The browser revalidates every time, because events drop pages from this cache but not from the browser's.
    'cache-control': 'public, max-age=0, must-revalidate',
    ...page.headers,
    etag: page.etag,
    vary: 'accept-encoding',
    age: Math.floor(age),
    'x-cache': freshness,
  };
  void reply.hijack();
  if (page.status === 200 && matches(headers['if-none-match'], page.etag)) {
    delete head['content-type'];
    reply.raw.writeHead(304, head as Record<string, string>).end();
    return;
  }
  if (encoding !== 'identity') head['content-encoding'] = encoding;
  head['content-length'] = form.length;
  reply.raw.writeHead(page.status, head as Record<string, string>).end(form);
}

export const wantsGzip = (request: FastifyRequest): boolean =>
  encodingFor(request.headers['accept-encoding']) !== 'identity';
