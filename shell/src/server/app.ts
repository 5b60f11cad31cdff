import crypto from 'node:crypto';
import { misfit, type Registry } from '@shop/build/registry';
import { COUNTRIES, type CountryCode } from '@shop/contracts';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { mayBeSignedIn } from '../signed-in.ts';
import { bootScript } from './boot-script.ts';
import type { Config } from './config.ts';
import { robots, sitemap } from './crawlers.ts';
import { contentSecurityPolicy, unavailableDocument } from './document.ts';
import { PublishedFiles, type StaticFile } from './files.ts';
import { followEvents } from './invalidation.ts';
import { createMetrics } from './metrics.ts';
import { PageCache, gzipped, storedPage, type StoredPage } from './page-cache.ts';
import { pageRegistryOf, readRegistry, watchRegistry } from './registry-file.ts';
import { RenderPool } from './renderer.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const SITEMAP_FRESH_MS = 3_600_000;
const DEFAULT_COUNTRY: CountryCode = 'IN';
const NOT_RENDERED = /\.(php|aspx?|env|git|ini|bak|sql|map|ico|txt|xml|json|js|css)$/;

/** The shell's server: complete pages, its own files, remotes' styles, the registry for browsers, and what crawlers ask for. */
export function createServer(config: Config, log: Logger): FastifyInstance {
  const metrics = createMetrics();
  const files = new PublishedFiles(config.DEPLOY_DIR);
  const pages = new PageCache({
    freshMs: config.PAGE_FRESH_MS,
    staleMs: config.PAGE_STALE_MS,
    maxBytes: config.PAGE_CACHE_MB * 1024 * 1024,
  });
  const events = {
    onBan: (part: string) => metrics.bans.inc({ part }),
    onReplaced: () => metrics.replaced.inc(),
  };
  const openPages = new Set<FastifyReply>();

  /** What serves the pages of one registry. */
  function open(registry: Registry) {
    if (!registry.shell) throw new Error('No shell is deployed yet');
    return {
      registry,
      pool: new RenderPool(registry, config, log, events),
      csp: contentSecurityPolicy(registry, config),
    };
  }
  let live = open(readRegistry(config.DEPLOY_DIR));
  // Not waited for: until one is ready, pages are answered by 503 and `/health/ready` says so.
  live.pool.start().catch((error: Error) => log.error({ reason: error.message }, 'no page can be rendered'));
  let switching = Promise.resolve();
  const stopWatching = watchRegistry(config.DEPLOY_DIR, live.registry.revision, (registry) => {
    switching = switching.then(async () => {
      const next = open(ofThisShell(registry, live.registry));
      try {
        await next.pool.start();
        const old = live;
        live = next;
        pages.clear();
        log.info({ revision: registry.revision }, 'a new registry is live');
        for (const reply of openPages) reply.raw.write('event: reload\ndata:\n\n');
        await old.pool.close();
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'the new registry cannot be used: the old one stays');
        await next.pool.close();
      }
    });
  });
  const stopFollowing =
    config.RABBITMQ_URL === undefined
      ? undefined
      : followEvents({ url: config.RABBITMQ_URL, exchange: `${config.EVENTS_PREFIX}events` }, log, {
          onChange(isMeant, event) {
            live.pool.forgetData();
            log.debug({ event, pages: pages.drop(isMeant) }, 'cached pages dropped');
          },
          onGap() {
            live.pool.forgetData();
            pages.clear();
          },
        });

  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: 'x-request-id',
    genReqId: () => crypto.randomUUID(),
    routerOptions: { ignoreTrailingSlash: true },
    // An address with a broken escape in it is one of a page that does not exist.
    frameworkErrors: (_error, request, reply) => void servePage(request, reply),
    forceCloseConnections: 'idle',
  });
  app.addHook('onClose', async () => {
    stopWatching();
    for (const reply of openPages) reply.raw.end();
    await stopFollowing?.();
    await switching;
    await live.pool.close();
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    });
  });

  app.get('/health/live', () => ({ live: true }));
  app.get('/health/ready', (_request, reply) =>
    live.pool.isReady ? { ready: true } : reply.code(503).send({ ready: false, why: 'no renderer is ready' }),
  );
  app.get('/metrics', async (_request, reply) => {
    metrics.pages.set(pages.size.pages);
    metrics.pageBytes.set(pages.size.bytes);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  app.get('/remotes.json', (_request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' });
    return publicRegistry(live.registry, config);
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
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(config.SHOP_URL)));

  let map: { text: string; at: number } | undefined;
  app.get('/sitemap.xml', async (_request, reply) => {
    if (!map || Date.now() - map.at > SITEMAP_FRESH_MS) {
      try {
        const { routes } = pageRegistryOf(live.registry, config.REMOTES_ORIGINS);
        map = { text: await sitemap(routes, config), at: Date.now() };
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the sitemap could not be made');
        if (!map) return reply.code(503).header('retry-after', '60').send();
      }
    }
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(map.text);
  });

  app.get<{ Params: { version: string; file: string } }>('/shell/:version/:file', async (request, reply) =>
    sendFile(request, reply, await files.read('shell', request.params.version, request.params.file)),
  );
  app.get<{ Params: { slice: string; version: string; file: string } }>(
    '/styles/:slice/:version/:file',
    async (request, reply) => {
      const { slice, version, file } = request.params;
      return sendFile(request, reply, file.endsWith('.css') ? await files.read(slice, version, file) : undefined);
    },
  );
  if (config.DEV === '1') {
    app.get('/dev/reload', (_request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      reply.raw.write(': open\n\n');
      openPages.add(reply);
      reply.raw.on('close', () => openPages.delete(reply));
    });
  }

  async function renderPage(href: string, country: CountryCode) {
    const { pool, csp } = live;
    const end = metrics.rendering.startTimer();
    const { status, redirect, body, sources, isGuarded, complete, late } = await pool.render({ href, country });
    end({ complete: String(complete) });
    const page = storedPage({ status, redirect, body: Buffer.from(body.buffer), sources, isGuarded, csp });
    // A page that lacks a part is kept as well: a remote that is away must not cost a rendering per visitor.
    return { page, keep: status < 500 && !late };
  }

  async function servePage(request: FastifyRequest, reply: FastifyReply) {
    const href = request.url;
    // Else a browser would read it as the address of another site.
    if (href.startsWith('//')) return reply.redirect(href.replace(/^\/+/, '/'), 301);
    // Files that nobody published, and what scanners try: not worth a page.
    if (NOT_RENDERED.test(href.replace(/\?.*$/, ''))) return reply.code(404).type('text/plain').send('Not found');
    const { cookie = '' } = request.headers;
    const country = countryOf(cookie);
    try {
      const { page: found, from } = await pages.get(`${country} ${href}`, () => renderPage(href, country));
      const page = found.isGuarded && !mayBeSignedIn(cookie) ? HOME : found;
      metrics.answers.inc({ from, status: String(page.status) });
      return sendPage(request, reply, page, from);
    } catch (error) {
      log.error({ href, reason: (error as Error).message }, 'a page could not be made');
      metrics.answers.inc({ from: 'nowhere', status: '503' });
      const { registry, csp } = live;
      const page = storedPage({ status: 503, body: Buffer.from(unavailableDocument(registry)), sources: [], csp });
      return sendPage(request, reply, page, 'nowhere');
    }
  }

  app.get('/*', servePage);
  return app;
}

/**
 * A running server belongs to one version of the shell; another one starts a server of its own and takes over. Until it has,
 * remotes that were built for the other's shared packages stay what they are here.
 */
function ofThisShell(registry: Registry, current: Registry): Registry {
  const host = current.shell!.shared;
  const remotes = Object.entries(registry.remotes).map(([name, remote]) => [
    name,
    (misfit(host, remote.shared) && current.remotes[name]) || remote,
  ]);
  return { ...registry, shell: current.shell, remotes: Object.fromEntries(remotes) as Registry['remotes'] };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: StoredPage, from: string) {
  reply.headers({ 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding', 'x-page': from });
  if (page.redirect) return reply.redirect(page.redirect, page.status);
  reply.headers({ 'content-security-policy': page.csp, etag: page.etag });
  if (page.status >= 500) reply.headers({ 'cache-control': 'no-store', 'retry-after': '10' });
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  reply.code(page.status).type('text/html; charset=utf-8');
  if (!acceptsGzip(request)) return reply.send(page.body);
  return reply.header('content-encoding', 'gzip').send(gzipped(page));
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile | undefined) {
  if (!file) return reply.code(404).type('text/plain').send('Not found');
  reply.headers({ 'cache-control': IMMUTABLE, vary: 'Accept-Encoding' }).type(file.type);
  if (!file.gzipped || !acceptsGzip(request)) return reply.send(file.body);
  return reply.header('content-encoding', 'gzip').send(file.gzipped);
}

/** Where a guarded page leads guests. */
const HOME = storedPage({ status: 302, redirect: '/', body: Buffer.alloc(0), sources: [], csp: '' });

const acceptsGzip = (request: FastifyRequest): boolean => /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');

function countryOf(cookies: string): CountryCode {
  const chosen = /(?:^|; )country=([A-Z]{2})(?:;|$)/.exec(cookies)?.[1];
  return COUNTRIES.find((country) => country === chosen) ?? DEFAULT_COUNTRY;
}

/** `/remotes.json`: what is live, for browsers and for people. */
function publicRegistry(registry: Registry, config: Config) {
  const { shell, remotes, revision } = registry;
  return {
    revision,
    shell: shell && { name: 'shell', version: shell.version, entry: shell.entry, integrity: shell.integrity },
    remotes: Object.entries(remotes).map(([name, remote]) => ({
      name,
      version: remote.version,
      entry: `${config.REMOTES_ORIGINS[remote.slice]}/${remote.version}/browser/${remote.entry}`,
      server: 'server/server.mjs',
      integrity: remote.integrity,
      shared: remote.shared,
      pages: remote.pages,
      parts: Object.keys(remote.parts),
    })),
  };
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="none" stroke="#a67c2e" stroke-width="2" stroke-linejoin="round" d="M9 6h14l5 7-12 14L4 13Zm-5 7h24M12 13l4 14 4-14-4-7Z"/></svg>`;
