import { pipeline, type Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { type AnyCall, needsSession, wirePath } from '@shop/contracts';
import { CONFIG, Failure } from '@shop/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCompressible, Page, WORTH_COMPRESSING_BYTES } from '../cache/page.ts';
import { PageCache } from '../cache/page-cache.ts';
import { declaredQuery, pageKeys, pageTags } from '../cache/page-key.ts';
import type { GatewayConfig } from '../config.ts';
import { Limits } from '../limits/limits.ts';
import { SessionCheck } from '../session/session-check.ts';
import { sendPage, wantsGzip } from './answers.ts';
import { bodyOf } from './body.ts';
import { clientAddresses } from './client-address.ts';
import { headersForAll, headersToClient, headersToService } from './headers.ts';
import { isFromShop } from './origin.ts';
import { renderers } from './renderers.ts';
import type { UpstreamAnswer } from './upstream.ts';
import { Upstreams } from './upstreams.ts';

const DEFAULT_TIMEOUT_MS = 5_000;
/** An answer for everybody is held in memory while it is fetched, and may be this long. */
const PAGE_LIMIT_BYTES = 8_000_000;

/** The calls of the contracts, let through to their services. */
@Injectable()
export class Api {
  readonly #shop: URL;
  readonly #addressOf: ReturnType<typeof clientAddresses>;
  readonly #isRenderer: ReturnType<typeof renderers>;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly upstreams: Upstreams,
    private readonly cache: PageCache,
    private readonly limits: Limits,
    private readonly sessions: SessionCheck,
  ) {
    this.#shop = new URL(config.SHOP_URL);
    this.#addressOf = clientAddresses(config.TRUSTED_PROXIES);
    this.#isRenderer = renderers(config.SERVICE_TOKEN);
  }

  /** Adds a route for every call. */
  register(fastify: FastifyInstance, calls: readonly AnyCall[]): void {
    for (const call of calls) {
      fastify.route({
        method: call.method,
        url: wirePath(call),
        config: { bodyLimitBytes: this.#bodyLimitOf(call) },
        handler: call.cache && call.method === 'GET' ? this.#answerForAll(call) : this.#passOn(call),
      });
    }
  }

  #bodyLimitOf(call: AnyCall): number {
    if (call.method === 'GET') return 0;
    return call.files ? this.config.UPLOAD_LIMIT_BYTES : this.config.BODY_LIMIT_BYTES;
  }

  /** Passes a call on for one visitor. */
  #passOn(call: AnyCall) {
    const upstream = this.upstreams.of(call.service);
    const limitBytes = this.#bodyLimitOf(call);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { raw } = request;
      // From the cheapest check to the dearest.
      if (!isFromShop(call, raw.headers, this.#shop)) throw new Failure('request.foreign-origin');
      const address = this.#addressOf(raw);
      await this.#checkCaller(call, request, address);
      const idempotent = isIdempotent(call, raw.headers);
      const answer = await upstream.send({
        method: raw.method!,
        path: raw.url!,
        headers: headersToService(call, raw.headers, { requestId: request.id, address }, this.#shop),
        body: await bodyOf(raw, { limitBytes, keep: idempotent }),
        timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        idempotent,
        signal: whenGone(reply),
      });
      void reply.status(answer.statusCode).headers({ 'cache-control': 'no-store', ...headersToClient(answer.headers) });
      return reply.send(
        isShort(request, answer) ? await whole(request, reply, answer) : streamed(request, reply, answer),
      );
    };
  }

  /** Limits and session of a call that is passed on. */
  async #checkCaller(call: AnyCall, request: FastifyRequest, address: string): Promise<void> {
    const countAddress = async () => {
      if (!this.#isRenderer(call, request.raw.headers)) await this.limits.countAddress(call, address);
    };
    if (!needsSession(call.access)) {
      await countAddress();
      if (call.limit === 'sign-in') await this.sessions.requireStore();
      return;
    }
    const known = this.sessions.known(request);
    if (known) {
      // Whose token was verified before: Redis is asked everything at once.
      const session = this.sessions.require(call, request);
      await allInOrder([countAddress(), session, this.limits.countAccount(call, known.userId)]);
      return;
    }
    await countAddress();
    const session = await this.sessions.require(call, request);
    await this.limits.countAccount(call, session.userId);
  }

  /** Answers a call whose answer is the same for everybody, from the cache where it can. */
  #answerForAll(call: AnyCall) {
    const policy = call.cache!;
    const keyOf = pageKeys(declaredQuery(call));
    const upstream = this.upstreams.of(call.service);

    const fetch = async (key: string, request: FastifyRequest, earlier: Page | undefined): Promise<Page> => {
      const answer = await upstream.send({
        method: 'GET',
        path: key,
        headers: headersForAll(request.id, this.#shop),
        body: null,
        timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        idempotent: true,
      });
      const { 'set-cookie': _, 'content-length': __, vary: ___, ...headers } = headersToClient(answer.headers);
      return new Page(answer.statusCode, headers, await read(answer.body), earlier);
    };
    const fetchOnce = (key: string, request: FastifyRequest) => {
      const tags = pageTags(policy.tags, request.params as Record<string, string>, key);
      return this.cache.fetch(key, tags, (earlier) => fetch(key, request, earlier), mayKeep);
    };
    const miss = async (key: string, request: FastifyRequest): Promise<Page> => {
      // Who only waits for what others asked for costs nothing and is not counted.
      const awaited = this.cache.underWay(key);
      if (awaited) return awaited;
      const { raw } = request;
      if (!this.#isRenderer(call, raw.headers)) await this.limits.countAddress(call, this.#addressOf(raw));
      return this.cache.underWay(key) ?? fetchOnce(key, request);
    };

    return (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
      const key = keyOf(request.raw.url!);
      const found = this.cache.find(key, policy);
      if (!found) {
        return miss(key, request).then((page) => sendPage(request, reply, page, { freshness: 'miss', age: 0 }));
      }
      if (found.stale && !this.cache.underWay(key)) {
        // It serves once more; if the service does not answer, so does the next.
        fetchOnce(key, request).catch(() => {});
      }
      return sendPage(request, reply, found.page, { freshness: found.stale ? 'stale' : 'hit', age: found.age });
    };
  }
}

/** Done twice it has the effect of once: by its method, or because the service knows the key again. */
const isIdempotent = (call: AnyCall, headers: FastifyRequest['headers']): boolean =>
  call.method === 'GET' ||
  call.method === 'PUT' ||
  call.method === 'DELETE' ||
  (call.idempotencyKey === true && headers['idempotency-key'] !== undefined);

const mayKeep = (page: Page): boolean =>
  page.status === 200 && !/no-store|private/.test(String(page.headers['cache-control'] ?? ''));

/** Aborts when the client goes away before it has its answer. */
function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Waits for all of them; throws what the first in their order throws. */
async function allInOrder(checks: readonly Promise<unknown>[]): Promise<void> {
  const refused = (await Promise.allSettled(checks)).find(({ status }) => status === 'rejected');
  if (refused) throw (refused as PromiseRejectedResult).reason;
}

/** So long an answer is cheaper to pass on in one piece than as a stream. */
const SHORT_BYTES = 32_768;

const isShort = ({ raw }: FastifyRequest, { headers }: UpstreamAnswer): boolean =>
  raw.method !== 'HEAD' && Number(headers['content-length'] ?? Infinity) <= SHORT_BYTES;

/** Whether compressing saves something; says so in the answer's headers. */
function isToCompress(request: FastifyRequest, reply: FastifyReply, { headers }: UpstreamAnswer): boolean {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = headers;
  const worthIt =
    request.raw.method !== 'HEAD' &&
    encoding === undefined &&
    isCompressible(type as string | undefined) &&
    (length === undefined || Number(length) >= WORTH_COMPRESSING_BYTES);
  if (!worthIt) return false;
  void reply.header('vary', 'accept-encoding');
  if (!wantsGzip(request)) return false;
  void reply.removeHeader('content-length').header('content-encoding', 'gzip');
  return true;
}

/** A short body in one piece. */
async function whole(request: FastifyRequest, reply: FastifyReply, answer: UpstreamAnswer): Promise<Buffer> {
  const body = Buffer.from(await answer.body.arrayBuffer());
  return isToCompress(request, reply, answer) ? gzipSync(body, GZIP) : body;
}

/** The body as it comes, compressed on its way where that saves something. */
function streamed(request: FastifyRequest, reply: FastifyReply, answer: UpstreamAnswer): Readable {
  if (!isToCompress(request, reply, answer)) return answer.body;
  // What breaks on the way destroys both ends; Fastify then cuts the answer.
  return pipeline(answer.body, createGzip(GZIP), () => {});
}

const GZIP = { level: 4 };

/** Throws `unexpected.error` when the answer is longer than an answer for everybody may be. */
async function read(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > PAGE_LIMIT_BYTES)
      throw new Failure('unexpected.error', { cause: new Error('page too long to be kept') });
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, bytes);
}
