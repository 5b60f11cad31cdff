import { catalog, wirePath } from '@shop/contracts';
import type { PageRoute } from '@shop/build/registry';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { LiveRegistry } from './live-registry.ts';

const SITEMAP_FRESH_MS = 3_600_000;
const PAGE_SIZE = 48;
const MAX_PRODUCTS = 40_000;
/** Pages without lasting content. */
const NOT_LISTED = new Set(['/search']);

/** `robots.txt` and `sitemap.xml`. If a new sitemap cannot be made, the last one is served. */
export function addCrawlerFiles(app: FastifyInstance, live: LiveRegistry, config: Config, log: Logger): void {
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(config.SHOP_URL)));

  let cached: { text: string; at: number } | undefined;
  app.get('/sitemap.xml', async (_request, reply) => {
    if (!cached || Date.now() - cached.at > SITEMAP_FRESH_MS) {
      try {
        const routes = Object.values(live.registry.remotes).flatMap(({ pages }) => pages);
        cached = { text: await sitemap(routes, config), at: Date.now() };
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the sitemap could not be made');
        if (!cached) return reply.code(503).header('retry-after', '60').send();
      }
    }
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(cached.text);
  });
}

/** Excludes pages of signed-in users and the API, and names the sitemap. */
const robots = (shopUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /user',
    'Disallow: /checkout',
    'Disallow: /admin',
    'Disallow: /search',
    // For link previews and image search.
    'Allow: /api/v1/images/',
    'Disallow: /api/',
    '',
    `Sitemap: ${new URL('/sitemap.xml', shopUrl).href}`,
    '',
  ].join('\n');

/**
 * Every public page: routes without parameters, listings of categories and materials, and products. A failed call leaves its URLs
 * out. @throws when both categories and products failed
 */
async function sitemap(
  routes: readonly PageRoute[],
  { GATEWAY_URL, SERVICE_TOKEN, SHOP_URL }: Pick<Config, 'GATEWAY_URL' | 'SERVICE_TOKEN' | 'SHOP_URL'>,
): Promise<string> {
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(GATEWAY_URL + path, {
      headers: { 'x-service-token': SERVICE_TOKEN },
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as T;
  };
  const fixed = routes.filter(({ path, guard }) => !guard && !/[:*]/.test(path)).map(({ path }) => path);
  const [categories, materials, products] = await Promise.allSettled([
    ask<{ categories: { main: string; sub: string[] }[] }>(wirePath(catalog.listCategories)).then((answer) =>
      answer.categories.flatMap(({ main, sub }) => listings(`/product/${encodeURIComponent(main)}`, sub)),
    ),
    ask<{ materials: { tag: string; sub: string[] }[] }>(wirePath(catalog.listMaterials)).then((answer) =>
      answer.materials.flatMap(({ tag, sub }) =>
        listings(
          `/material/${encodeURIComponent(tag)}`,
          sub.filter((name) => name !== 'all'),
        ),
      ),
    ),
    allProducts(ask),
  ]);
  if (categories.status === 'rejected' && products.status === 'rejected') throw categories.reason;
  const found = [categories, materials, products].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  const urls = [...new Set([...fixed.filter((path) => !NOT_LISTED.has(path)), ...found])].map(
    (path) => `<url><loc>${new URL(path, SHOP_URL).href.replaceAll('&', '&amp;')}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
}

const listings = (path: string, subs: readonly string[]): string[] => [
  path,
  ...subs.map((sub) => `${path}/${encodeURIComponent(sub)}`),
];

async function allProducts(ask: <T>(path: string) => Promise<T>): Promise<string[]> {
  const paths: string[] = [];
  for (let page = 1; ; page++) {
    const answer = await ask<{ products: { productGroup: string }[]; totalCount: number }>(
      `${wirePath(catalog.listProducts)}?limit=${PAGE_SIZE}&page=${page}`,
    );
    paths.push(...answer.products.map(({ productGroup }) => `/product/group/${encodeURIComponent(productGroup)}`));
    if (answer.products.length === 0 || paths.length >= Math.min(answer.totalCount, MAX_PRODUCTS)) return paths;
  }
}
