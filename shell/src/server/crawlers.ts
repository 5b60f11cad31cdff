import { catalog, content, wirePath } from '@shop/contracts';
import type { PageRoute } from '@shop/build/registry';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { LiveRegistry } from './live-registry.ts';
import type { Change } from './page-cache.ts';

/** Without events. */
const SITEMAP_FRESH_MS = 3_600_000;
/** The sitemap is made of all listings, and of the pages that staff add. */
const SITEMAP_TAGS = new Set(['products', 'categories', 'materials', 'collections', 'pages']);
const PAGE_SIZE = 48;
const MAX_PRODUCTS = 40_000;
/** Pages without lasting content, which say `noindex`. */
const NOT_LISTED = new Set(['/search', '/wishlist', '/wishlist/mails']);

/** The last sitemap. It is made again after a change, but not more often than every `SITEMAP_PAUSE_MS`, because it asks for all products. */
export class Sitemap {
  private made: { text: string; at: number } | undefined;
  private making: Promise<void> | undefined;
  private isOutdated = false;

  private readonly live: LiveRegistry;
  private readonly config: Config;
  private readonly log: Logger;

  constructor(live: LiveRegistry, config: Config, log: Logger) {
    this.live = live;
    this.config = config;
    this.log = log;
  }

  drop(change: Change): void {
    if (change === 'all' || change.some((tag) => SITEMAP_TAGS.has(tag))) this.isOutdated = true;
  }

  /** If a new one cannot be made, the last one; undefined if there is none. */
  async text(): Promise<string | undefined> {
    const age = this.made ? Date.now() - this.made.at : Infinity;
    if (age > SITEMAP_FRESH_MS || (this.isOutdated && age >= this.config.SITEMAP_PAUSE_MS)) {
      await (this.making ??= this.make().finally(() => (this.making = undefined)));
    }
    return this.made?.text;
  }

  private async make(): Promise<void> {
    const at = Date.now();
    // Set again by a change that comes while it is being made.
    this.isOutdated = false;
    try {
      this.made = { text: await sitemap(this.live.serving.routes, this.config), at };
    } catch (error) {
      this.isOutdated = true;
      this.log.warn({ reason: (error as Error).message }, 'the sitemap could not be made');
    }
  }
}

/** `robots.txt` and `sitemap.xml`. */
export function addCrawlerFiles(app: FastifyInstance, map: Sitemap, config: Config): void {
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots(config.SHOP_URL)));
  app.get('/sitemap.xml', async (_request, reply) => {
    const text = await map.text();
    if (text === undefined) return reply.code(503).header('retry-after', '60').send();
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=10').send(text);
  });
}

/** Excludes pages of signed-in users and the API, and names the sitemap. */
const robots = (shopUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /user',
    'Disallow: /order/link',
    'Disallow: /staff/',
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
 * Every public page: routes without parameters, listings of categories, materials and collections, text pages that are written, and products. A failed call leaves its URLs
 * out. @throws when both categories and products failed
 */
async function sitemap(
  routes: readonly PageRoute[],
  { GATEWAY_URL, SERVICE_TOKEN, SHOP_URL }: Pick<Config, 'GATEWAY_URL' | 'SERVICE_TOKEN' | 'SHOP_URL'>,
): Promise<string> {
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(GATEWAY_URL + path, {
      headers: { 'x-service-token': SERVICE_TOKEN[0] },
      signal: AbortSignal.timeout(5000),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as T;
  };
  const fixed = routes.filter(({ path, guard }) => !guard && !/[:*]/.test(path)).map(({ path }) => path);
  const [categories, materials, collections, pages, menus, products] = await Promise.allSettled([
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
    ask<{ collections: { slug: string }[] }>(wirePath(catalog.listCollections)).then((answer) =>
      answer.collections.map(({ slug }) => `/collection/${encodeURIComponent(slug)}`),
    ),
    ask<{ pages: { path: string }[] }>(wirePath(content.listPages)).then((answer) =>
      answer.pages.map(({ path }) => path),
    ),
    ask<{ textPages?: string[] }>(wirePath(content.getMenus)),
    allProducts(ask),
  ]);
  if (categories.status === 'rejected' && products.status === 'rejected') throw categories.reason;
  const found = [categories, materials, collections, pages, products].flatMap((one) =>
    one.status === 'fulfilled' ? one.value : [],
  );
  const written = menus.status === 'fulfilled' ? menus.value.textPages : undefined;
  const isUnwritten = (path: string) =>
    written !== undefined && content.isPageOfShop(path.slice(1)) && !written.includes(path.slice(1));
  const listed = fixed.filter((path) => !NOT_LISTED.has(path) && !isUnwritten(path));
  const urls = [...new Set([...listed, ...found])].map(
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
