import { type Failure, problemOf } from '@shop/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, type Page } from '../cache/page.ts';
import { cacheAnswers } from '../metrics.ts';
import { RETURNED } from './headers.ts';

/** A client that is refused while it sends may go on for this long, so that it gets to read why. */
const LINGER_MS = 1_000;

/** Answers problem+json. A body that nobody is going to read is left behind together with its connection. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): void {
  if (reply.raw.headersSent) {
    // The answer was being streamed: all that is left is to cut it, so that nobody takes it for complete.
    reply.raw.destroy();
    return;
  }
  const body = JSON.stringify(problemOf(failure, request.id));
  // What a service said about an answer that broke off before its first byte does not describe this one.
  for (const name of Object.keys(reply.getHeaders())) if (RETURNED.has(name)) void reply.removeHeader(name);
  void reply.hijack();
  reply.raw.writeHead(failure.status, {
    ...(reply.getHeaders() as Record<string, string>),
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
  const leave = () => reply.raw.end();
  const timer = setTimeout(leave, LINGER_MS);
  request.raw.once('close', () => clearTimeout(timer));
  request.raw.once('end', leave).once('error', leave).resume();
}

export type Freshness = 'hit' | 'stale' | 'miss';

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((candidate) => candidate.trim() === etag));

/** Answers with a page for everybody: compressed as the client likes, or 304 when the client has it. */
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
    // The browser asks again each time and mostly gets a 304: an event reaches this cache, but no browser's.
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

/** Whether a streamed answer should be compressed on its way. */
export const wantsGzip = (request: FastifyRequest): boolean =>
  encodingFor(request.headers['accept-encoding']) !== 'identity';
