import { COUNTRIES, type CountryCode } from '@shop/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { mayBeSignedIn } from '../signed-in.ts';
import { unavailableDocument } from './document.ts';
import { acceptsGzip } from './files.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { Metrics } from './metrics.ts';
import { gzipped, storedPage, type PageCache, type StoredPage } from './page-cache.ts';

const DEFAULT_COUNTRY: CountryCode = 'IN';
const NOT_RENDERED = /\.(php|aspx?|env|git|ini|bak|sql|map|ico|txt|xml|json|js|css)$/;
/** Redirects guests from guarded pages. */
const HOME = storedPage({ status: 302, redirect: '/', body: Buffer.alloc(0), sources: [], csp: '' });

/** Serves every URL that is not a file: a cached or rendered page, or the 503 page. */
export function pageHandler(live: LiveRegistry, pages: PageCache, metrics: Metrics, log: Logger) {
  async function renderPage(href: string, country: CountryCode) {
    const { pool, csp } = live;
    const end = metrics.rendering.startTimer();
    const { status, redirect, body, sources, isGuarded, complete, late } = await pool.render({ href, country });
    end({ complete: String(complete) });
    const page = storedPage({ status, redirect, body: Buffer.from(body.buffer), sources, isGuarded, csp });
    // Incomplete pages are cached too: a remote that is down must not cost a rendering per visitor.
    return { page, keep: status < 500 && !late };
  }

  return async function servePage(request: FastifyRequest, reply: FastifyReply) {
    const href = request.url;
    // A browser would take `//host` for a URL of another site.
    if (href.startsWith('//')) return reply.redirect(href.replace(/^\/+/, '/'), 301);
    // Unknown files and requests of scanners are not worth rendering a page.
    if (NOT_RENDERED.test(href.replace(/\?.*$/, ''))) return reply.code(404).type('text/plain').send('Not found');
    const { cookie = '' } = request.headers;
    const country = countryOf(cookie);
    try {
      const { page: found, from } = await pages.get(`${country} ${href}`, () => renderPage(href, country));
      const page = found.isGuarded && !mayBeSignedIn(cookie) ? HOME : found;
      metrics.answers.inc({ from, status: String(page.status) });
      return sendPage(request, reply, page, from);
    } catch (error) {
      log.error({ href, reason: (error as Error).message }, 'could not render a page');
      metrics.answers.inc({ from: 'nowhere', status: '503' });
      const { registry, csp } = live;
      const page = storedPage({ status: 503, body: Buffer.from(unavailableDocument(registry)), sources: [], csp });
      return sendPage(request, reply, page, 'nowhere');
    }
  };
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

function countryOf(cookies: string): CountryCode {
  const chosen = /(?:^|; )country=([A-Z]{2})(?:;|$)/.exec(cookies)?.[1];
  return COUNTRIES.find((country) => country === chosen) ?? DEFAULT_COUNTRY;
}
