import { COUNTRIES, HOME_COUNTRY, type CountryCode } from '@shop/contracts';
import { inServerSpan } from '@shop/service-kit/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { mayBeSignedIn } from '../signed-in.ts';
import { unavailableDocument } from './document.ts';
import { acceptsGzip } from './files.ts';
import type { LiveRegistry, Serving } from './live-registry.ts';
import type { Metrics } from './metrics.ts';
import { addressOf, hrefOf } from './page-address.ts';
import type { PageCache, PageKey, RenderedPage } from './page-cache.ts';
import { StoredPage } from './stored-page.ts';

const NOT_RENDERED = /\.(php|aspx?|env|git|ini|bak|sql|map|ico|txt|xml|json|js|css)$/;
const KEEP = { nothing: 'as usual', parts: 'briefly', content: 'not at all' } as const;

/** Serves every URL that is not a file: a cached or rendered page, or the 503 page. */
export function pageHandler(live: LiveRegistry, pages: PageCache, metrics: Metrics, log: Logger) {
  async function renderPage({ pool, csp }: Serving, key: PageKey, shownPath: string): Promise<RenderedPage> {
    const end = metrics.rendering.startTimer();
    const { status, redirect, body, tags, lacks } = await inServerSpan(
      'render',
      { 'url.path': shownPath },
      ({ traceparent }) => pool.render({ href: hrefOf(key), shownPath, country: key.country, traceparent }),
      (page) => ({ 'http.response.status_code': page.status, 'shop.page.lacks': page.lacks }),
    );
    end({ lacks });
    return { page: new StoredPage({ status, redirect, body: Buffer.from(body.buffer), tags, csp }), keep: KEEP[lacks] };
  }

  return async function servePage(request: FastifyRequest, reply: FastifyReply) {
    const href = request.url;
    // A browser would take `//host` for a URL of another site.
    if (href.startsWith('//')) return reply.redirect(href.replace(/^\/+/, '/'), 301);
    // Unknown files and requests of scanners are not worth rendering a page.
    if (NOT_RENDERED.test(href.replace(/\?.*$/, ''))) return reply.code(404).type('text/plain').send('Not found');
    const { serving } = live;
    const { path, isMoved, parameters, rest, guard, uncached, shownPath } = addressOf(serving.routes, href);
    if (isMoved) return reply.redirect(path + (/\?.*$/.exec(href)?.[0] ?? ''), 301);
    const { cookie = '' } = request.headers;
    // Guests are led away before anything is loaded.
    if (guard && !mayBeSignedIn(cookie)) return reply.headers(CACHED_BY_COOKIE).redirect('/', 302);
    const key: PageKey = { country: countryOf(cookie), path, parameters, versions: serving.versions };
    const end = metrics.serving.startTimer();
    try {
      const render = () => renderPage(serving, key, shownPath);
      const { page, from } = uncached
        ? { page: (await render()).page, from: 'rendered' }
        : await pages.get(key, render);
      metrics.answers.inc({ from, status: String(page.status) });
      end({ from });
      return sendPage(request, reply, page, { from, rest, uncached });
    } catch (error) {
      log.error({ path: shownPath, reason: (error as Error).message }, 'could not render a page');
      metrics.answers.inc({ from: 'nowhere', status: '503' });
      end({ from: 'nowhere' });
      const body = Buffer.from(unavailableDocument(serving.registry));
      const page = new StoredPage({ status: 503, body, tags: [], csp: serving.csp });
      return sendPage(request, reply, page, { from: 'nowhere', rest, uncached });
    }
  };
}

const CACHED_BY_COOKIE = { 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding' };

/** Its address may open something to anyone who has it: no other site hears it, and nothing of it stays on a shared machine. */
const KEPT_BY_NOBODY = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredPage,
  { from, rest, uncached }: { from: string; rest: URLSearchParams; uncached: boolean },
) {
  reply.headers({ ...CACHED_BY_COOKIE, 'x-page': from });
  if (page.redirect) return reply.redirect(withQuery(page.redirect, rest), page.status);
  reply.headers({ 'content-security-policy': page.csp, etag: page.etag });
  if (uncached) reply.headers(KEPT_BY_NOBODY);
  if (page.status >= 500) reply.headers({ 'cache-control': 'no-store', 'retry-after': '10' });
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  reply.code(page.status).type('text/html; charset=utf-8');
  if (!acceptsGzip(request)) return reply.send(page.body);
  return reply.header('content-encoding', 'gzip').send(page.gzipped);
}

const withQuery = (href: string, rest: URLSearchParams): string =>
  rest.size > 0 ? `${href}${href.includes('?') ? '&' : '?'}${rest}` : href;

function countryOf(cookies: string): CountryCode {
  const chosen = /(?:^|; )country=([A-Z]{2})(?:;|$)/.exec(cookies)?.[1];
  return COUNTRIES.find((country) => country === chosen) ?? HOME_COUNTRY;
}
