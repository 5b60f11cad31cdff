import { pipeline, type Readable } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { type AnyCall, mayRepeat, needsRedis, needsSession, wirePath } from '@shop/contracts';
import { CONFIG, Failure } from '@shop/service-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCompressible, Page, MIN_COMPRESSED_BYTES } from '../cache/page.ts';
import { PageCache } from '../cache/page-cache.ts';
import { declaredQuery, pageKeys, pageTags } from '../cache/page-key.ts';
import type { GatewayConfig } from '../config.ts';
import { Limits } from '../limits/limits.ts';
import { Maintenance } from '../maintenance/maintenance.ts';
import { SessionCheck } from '../session/session-check.ts';
import { sendPage, wantsGzip } from './answers.ts';
import { bodyOf } from './body.ts';
import { clientAddresses } from './client-address.ts';
import { headersToClient, headersToService, publicHeaders } from './headers.ts';
import { isFromShop } from './origin.ts';
import { renderers } from './renderers.ts';
import { requirePlainQuery } from './target.ts';
import type { UpstreamAnswer } from './upstream.ts';
import { Upstreams } from './upstreams.ts';

const DEFAULT_TIMEOUT_MS = 5_000;
/** Public answers are buffered in memory while they are fetched. */
const MAX_PAGE_BYTES = 8_000_000;

/** Routes the calls of the contracts to their services. */
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
    private readonly maintenance: Maintenance,
  ) {
    this.#shop = new URL(config.SHOP_URL);
    this.#addressOf = clientAddresses(config.TRUSTED_PROXIES);
    this.#isRenderer = renderers(config.SERVICE_TOKEN);
  }

  register(fastify: FastifyInstance, calls: readonly AnyCall[]): void {
    fastify.addHook('onRequest', (_request, reply, done) => {
      void reply.headers(this.maintenance.headers);
      done();
    });
    for (const call of calls) {
      fastify.route({
        method: call.method,
        url: wirePath(call),
        config: { bodyLimitBytes: this.#bodyLimitOf(call) },
        handler: call.cache && call.method === 'GET' ? this.#servePublic(call) : this.#forward(call),
      });
    }
  }

  #bodyLimitOf(call: AnyCall): number {
    if (call.method === 'GET') return 0;
    return call.files ? this.config.UPLOAD_LIMIT_BYTES : this.config.BODY_LIMIT_BYTES;
  }

  /** Forwards a call of one visitor. */
  #forward(call: AnyCall) {
    const upstream = this.upstreams.of(call.service);
    const limitBytes = this.#bodyLimitOf(call);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { raw } = request;
      // Cheapest check first.
      if (!isFromShop(call, raw.headers, this.#shop)) throw new Failure('request.foreign-origin');
      if (call.access !== 'provider') requirePlainQuery(raw.url!);
      await this.maintenance.allow(call);
      const address = this.#addressOf(raw);
      await this.#checkCaller(call, request, address);
      // The client left during the checks: `close` was emitted before there was a listener, and no one waits for the answer.
      if (reply.raw.destroyed) return reply.hijack();
      const repeatable = mayRepeat(call, raw.headers['idempotency-key'] !== undefined);
      const answer = await upstream.send({
        method: raw.method!,
        path: raw.url!,
        headers: headersToService(call, raw.headers, { requestId: request.id, address }, this.#shop),
        body: await bodyOf(raw, { limitBytes, repeatable }),
        timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        repeatable,
        signal: abortedOnDisconnect(reply),
      });
      void reply.status(answer.statusCode).headers({ 'cache-control': 'no-store', ...headersToClient(answer.headers) });
      return reply.send(
        isSmall(request, answer) ? await buffered(request, reply, answer) : streamed(request, reply, answer),
      );
    };
  }

  /** Checks rate limits and session of a forwarded call. */
  async #checkCaller(call: AnyCall, request: FastifyRequest, address: string): Promise<void> {
    const countAddress = async () => {
      if (!this.#isRenderer(call, request.raw.headers)) await this.limits.countAddress(call, address);
    };
    if (!needsSession(call.access)) {
      await countAddress();
      if (needsRedis(call)) await this.sessions.requireRedis();
      return;
    }
    const cached = this.sessions.cached(request);
    if (cached) {
      // The account is known without Redis, so its three queries run concurrently.
      const session = this.sessions.require(call, request);
      await allInOrder([countAddress(), session, this.limits.countAccount(call, cached.userId)]);
      return;
    }
    await countAddress();
    const session = await this.sessions.require(call, request);
    await this.limits.countAccount(call, session.userId);
  }

  /** Serves a call whose answer is the same for every visitor, from the cache if possible. */
  #servePublic(call: AnyCall) {
    const policy = call.cache!;
    const keyOf = pageKeys(declaredQuery(call));
    const upstream = this.upstreams.of(call.service);

    const fetch = async (key: string, request: FastifyRequest, earlier: Page | undefined): Promise<Page> => {
      const answer = await upstream.send({
        method: 'GET',
        path: key,
        headers: publicHeaders(request.id, this.#shop),
        body: null,
        timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        repeatable: true,
      });
      const { 'set-cookie': _, 'content-length': __, vary: ___, ...headers } = headersToClient(answer.headers);
      return new Page(answer.statusCode, headers, await read(answer.body), earlier);
    };
    const fetchOnce = (key: string, request: FastifyRequest) => {
      const tags = pageTags(policy.tags, request.params as Record<string, string>, key);
      return this.cache.fetch(key, tags, (earlier) => fetch(key, request, earlier), isCacheable);
    };
    const miss = async (key: string, request: FastifyRequest): Promise<Page> => {
      // Joining a fetch in flight costs nothing and is not counted.
      const inFlight = this.cache.inFlight(key);
      if (inFlight) return inFlight;
      const { raw } = request;
      if (!this.#isRenderer(call, raw.headers)) await this.limits.countAddress(call, this.#addressOf(raw));
      return this.cache.inFlight(key) ?? fetchOnce(key, request);
    };

    return (request: FastifyRequest, reply: FastifyReply): void | Promise<void> => {
      const key = keyOf(request.raw.url!);
      const found = this.cache.find(key, policy);
      if (!found) {
        return miss(key, request).then((page) => sendPage(request, reply, page, { freshness: 'miss', age: 0 }));
      }
      if (found.stale && !this.cache.inFlight(key)) {
        // Revalidate in the background; if it fails, the next request tries again.
        fetchOnce(key, request).catch(() => {});
      }
      return sendPage(request, reply, found.page, { freshness: found.stale ? 'stale' : 'hit', age: found.age });
    };
  }
}

const isCacheable = (page: Page): boolean =>
  page.status === 200 && !/no-store|private/.test(String(page.headers['cache-control'] ?? ''));

/** Aborts when the client disconnects before it has received the answer. */
function abortedOnDisconnect(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

/** Waits for all checks; throws the error of the first failed one in their order. */
async function allInOrder(checks: readonly Promise<unknown>[]): Promise<void> {
  const refused = (await Promise.allSettled(checks)).find(({ status }) => status === 'rejected');
  if (refused) throw (refused as PromiseRejectedResult).reason;
}

/** Up to this size buffering is cheaper than streaming. */
const MAX_BUFFERED_BYTES = 32_768;

const isSmall = ({ raw }: FastifyRequest, { headers }: UpstreamAnswer): boolean =>
  raw.method !== 'HEAD' && Number(headers['content-length'] ?? Infinity) <= MAX_BUFFERED_BYTES;

/** Decides whether to compress the answer and sets its headers accordingly. */
function negotiateCompression(request: FastifyRequest, reply: FastifyReply, { headers }: UpstreamAnswer): boolean {
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = headers;
  const worthIt =
    request.raw.method !== 'HEAD' &&
    encoding === undefined &&
    isCompressible(type as string | undefined) &&
    (length === undefined || Number(length) >= MIN_COMPRESSED_BYTES);
  if (!worthIt) return false;
  void reply.header('vary', 'accept-encoding');
  if (!wantsGzip(request)) return false;
  void reply.removeHeader('content-length').header('content-encoding', 'gzip');
  return true;
}

async function buffered(request: FastifyRequest, reply: FastifyReply, answer: UpstreamAnswer): Promise<Buffer> {
  const body = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode >= 400) request.problemCode = codeIn(body);
  return negotiateCompression(request, reply, answer) ? gzipSync(body, GZIP) : body;
}

function codeIn(problem: Buffer): string | undefined {
  try {
    return (JSON.parse(problem.toString()) as { code?: string }).code;
  } catch {
    return undefined;
  }
}

function streamed(request: FastifyRequest, reply: FastifyReply, answer: UpstreamAnswer): Readable {
  if (!negotiateCompression(request, reply, answer)) return answer.body;
  // An error destroys both ends; Fastify then cuts the answer.
  return pipeline(answer.body, createGzip(GZIP), () => {});
}

const GZIP = { level: 4 };

/** @throws Failure `unexpected.error` when the body exceeds `MAX_PAGE_BYTES` */
async function read(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_PAGE_BYTES) throw new Failure('unexpected.error', { cause: new Error('page too large to cache') });
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, bytes);
}
