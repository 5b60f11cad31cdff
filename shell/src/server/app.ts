import crypto from 'node:crypto';
import { openStorage } from '@shop/storage';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { bootScript } from './boot-script.ts';
import type { Config } from './config.ts';
import { Sitemap, addCrawlerFiles } from './crawlers.ts';
import { addFiles } from './files.ts';
import { followEvents } from './invalidation.ts';
import { LiveRegistry } from './live-registry.ts';
import { createMetrics } from './metrics.ts';
import { DevReload } from './dev-reload.ts';
import { PageCache } from './page-cache.ts';
import { pageHandler } from './pages.ts';
import { addReleases } from './releases.ts';
import { publicRegistry } from './stored-registry.ts';

export interface ShellServer {
  app: FastifyInstance;
  /** Why it cannot serve pages now; `undefined` when it can. */
  whyNotReady(): string | undefined;
  /** From now on it says that it stops, and every answer closes its connection. */
  announceStop(): void;
}

/**
 * The shell's server: complete pages, files of all frontends, the public registry, and files for crawlers.
 *
 * @throws Error when the storage does not answer or holds no shell
 */
export async function createServer(config: Config, log: Logger): Promise<ShellServer> {
  const metrics = createMetrics();
  const pages = new PageCache({
    freshMs: config.PAGE_FRESH_MS,
    staleMs: config.PAGE_STALE_MS,
    briefMs: config.PARTIAL_PAGE_MS,
    maxBytes: config.PAGE_CACHE_MB * 1024 * 1024,
  });
  const devReload = new DevReload();
  const storage = openStorage(config.STORAGE_URL);
  const live = await LiveRegistry.open(config, storage, log, {
    onBan: (part) => metrics.bans.inc({ part }),
    onReplaced: () => metrics.replaced.inc(),
    onSwitch: () => devReload.reload(),
  });
  const map = new Sitemap(live, config, log);
  const stopFollowing =
    config.RABBITMQ_URL === undefined
      ? undefined
      : followEvents({ url: config.RABBITMQ_URL, exchange: `${config.EVENTS_PREFIX}events` }, log, {
          drop(change, why) {
            live.pool.forgetData(change);
            map.drop(change);
            log.debug({ why, pages: pages.drop(change) }, 'cached pages dropped');
          },
          againAfterMs: config.GATEWAY_LAG_MS,
        });
  const servePage = pageHandler(live, pages, metrics, log);

  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: 'x-request-id',
    genReqId: () => crypto.randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    // A URL with a malformed escape gets the not-found page.
    frameworkErrors: (_error, request, reply) => void servePage(request, reply),
    forceCloseConnections: 'idle',
    // Shorter than STOP_NOTICE: a client gives up an idle connection before a stopping server closes it.
    keepAliveTimeout: 4_000,
    // A process that stood still would close a connection on which a request waits.
    http: { keepAliveTimeoutBuffer: 60_000 },
  });
  // Tells clients to close the connection, which would otherwise keep the server open.
  let isStopping = false;
  app.addHook('onClose', async () => {
    devReload.close();
    await stopFollowing?.();
    await live.close();
  });
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(config.SHOP_URL.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  app.addHook('onSend', async (_request, reply) => {
    // What a page sets itself stays.
    reply.headers({ ...headers, ...reply.getHeaders() });
    if (isStopping) reply.header('connection', 'close');
  });

  app.get('/health/live', () => ({ live: true }));
  const whyNotReady = () => (isStopping ? 'stopping' : live.pool.isReady ? undefined : 'no renderer is ready');
  app.get('/health/ready', (_request, reply) => {
    const why = whyNotReady();
    // The process: during a restart two share the port.
    return reply.code(why ? 503 : 200).send({ ready: !why, ...(why && { why }), pid: process.pid });
  });
  app.get('/metrics', async (_request, reply) => {
    metrics.pages.set(pages.size.pages);
    metrics.pageBytes.set(pages.size.bytes);
    metrics.renderers.set(live.pool.state.ready);
    metrics.waiting.set(live.pool.state.waiting);
    metrics.versions.reset();
    for (const [remote, version] of Object.entries(live.serving.versions)) metrics.versions.set({ remote, version }, 1);
    return reply.type(metrics.contentType).send(await metrics.text());
  });

  app.get('/remotes.json', (_request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' });
    return publicRegistry(live.registry, config.REMOTES_ORIGINS);
  });
  const bootTag = `"${crypto.hash('sha1', bootScript, 'base64url')}"`;
  app.get('/boot.js', (request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=600', etag: bootTag });
    if (request.headers['if-none-match'] === bootTag) return reply.code(304).send();
    return reply.type('text/javascript; charset=utf-8').send(bootScript);
  });
  app.get('/icon.svg', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(ICON),
  );
  addFiles(app, storage);
  addReleases(app, storage, config.SERVICE_TOKEN);
  addCrawlerFiles(app, map, config);
  if (config.DEV === '1') devReload.addTo(app);
  app.get('/*', servePage);
  return { app, whyNotReady, announceStop: () => (isStopping = true) };
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="none" stroke="#a67c2e" stroke-width="2" stroke-linejoin="round" d="M9 6h14l5 7-12 14L4 13Zm-5 7h24M12 13l4 14 4-14-4-7Z"/></svg>`;
