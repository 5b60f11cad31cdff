import { describe, expect, it } from '@jest/globals';
import { shopUnderTest } from '../shop-under-test.ts';

// Documents as crawlers get them: without a browser and without scripts.
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, shopUnderTest().url), { headers, redirect: 'manual' });

interface Document {
  status: number;
  headers: Headers;
  html: string;
  title: string;
  /** Values of the head's `<link>` and `<meta>` elements, by name. */
  head: Record<string, string>;
  /** Types of the structured data. */
  types: string[];
}

const unescape = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

async function open(path: string, headers?: Record<string, string>): Promise<Document> {
  const response = await get(path, headers);
  const html = await response.text();
  const [, inHead = ''] = /<head>(.*?)<\/head>/s.exec(html) ?? [];
  const tags = inHead.matchAll(/<(?:meta|link) (?:name|property|rel)="([^"]+)" (?:content|href)="([^"]*)"/g);
  const data = inHead.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  return {
    status: response.status,
    headers: response.headers,
    html,
    title: unescape(/<title[^>]*>(.*?)<\/title>/s.exec(inHead)?.[1] ?? ''),
    head: Object.fromEntries([...tags].map(([, name, value]) => [name!, unescape(value!)])),
    types: [...data].map(([, json]) => (JSON.parse(json!) as { '@type': string })['@type']),
  };
}

const { url } = shopUnderTest();

describe('the head of', () => {
  it.each([
    ['home', '/', ['Organization']],
    ['a listing', '/product/ring', ['BreadcrumbList']],
    ['a product page', '/product/group/AR-1001', ['ProductGroup', 'BreadcrumbList']],
    ['the questions', '/faqs', ['FAQPage']],
  ])('%s has title, description, canonical link, Open Graph and structured data', async (_what, path, types) => {
    const { status, title, head, types: found } = await open(`${path}?utm_source=letter`);
    expect(status).toBe(200);
    expect(title).not.toBe('');
    expect(head['description']!.length).toBeGreaterThan(30);
    expect(head['canonical']).toBe(new URL(path, url).href);
    expect(head).toMatchObject({
      'og:title': expect.stringMatching(/./),
      'og:description': head['description'],
      'og:url': head['canonical'],
      'og:site_name': expect.stringMatching(/./),
    });
    expect(found).toEqual(expect.arrayContaining(types));
    expect(head).not.toHaveProperty('robots');
  });

  it('a product page names a picture that others can show', async () => {
    const { head } = await open('/product/group/AR-1001');
    const picture = await fetch(head['og:image']!);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  });
});

describe('a path', () => {
  it.each(['/no/such/page', '/product/group/AR-9999', '/product/no-such-category', '/%FF'])(
    '%s without a page is a 404 that says so, kept out of search engines',
    async (path) => {
      const { status, html, head } = await open(path);
      expect(status).toBe(404);
      expect(html).toMatch(/<h1[^>]*>Page Not Found<\/h1>/);
      expect(head['robots']).toBe('noindex');
      expect(head).not.toHaveProperty('canonical');
    },
  );

  it('that is an old one for another is a 301 to that: of a product by its id, of a whole material', async () => {
    const answer = await (await get('/api/v1/products?limit=1')).json();
    const { products } = answer as { products: { _id: string; productGroup: string }[] };
    const { _id, productGroup } = products[0]!;
    const byId = await get(`/product/group/${_id}`);
    expect(byId.status).toBe(301);
    expect(byId.headers.get('location')).toContain(`/product/group/${productGroup}`);
    const whole = await get('/material/gold/all');
    expect([whole.status, whole.headers.get('location')]).toEqual([301, '/material/gold']);
  });
});

describe('a document', () => {
  it('lets scripts in from the shop, its remotes and the payment pages only, and none that stand in it', async () => {
    const { headers, html } = await open('/product/group/AR-1001');
    const policy = headers.get('content-security-policy')!;
    const scripts = /script-src ([^;]+)/.exec(policy)![1]!;
    expect(scripts).not.toMatch(/unsafe-|\*|data:|blob:/);
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes!);
    expect(inline.length).toBeGreaterThan(1);
    expect(inline.filter((attributes) => !/type="application\/(ld\+)?json"/.test(attributes))).toEqual([]);
    expect(html).not.toMatch(/<[a-z][^>]* on[a-z]+=/);
  });

  it('has the styles of all remotes in it from the shop’s own origin, and carries its data', async () => {
    const { html } = await open('/product/ring');
    const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!);
    expect(styles.some((href) => href.startsWith('/bundles/mfe-storefront/'))).toBe(true);
    expect(styles.some((href) => href.startsWith('/bundles/mfe-checkout/'))).toBe(true);
    expect(styles.filter((href) => !href.startsWith('/'))).toEqual([]);
    for (const href of styles) expect((await get(href)).headers.get('content-type')).toMatch(/^text\/css/);
    const state = JSON.parse(/<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)![1]!) as {
      rendered: string[];
      queries: { queries: unknown[] };
    };
    expect(state.rendered).toEqual(expect.arrayContaining(['storefront/listing-page', 'checkout/cart-button']));
    expect(state.queries.queries.length).toBeGreaterThan(3);
  });

  it.each(['/user/profile', '/user/orders', '/checkout', '/admin'])(
    'of %s, which is one person’s, comes with a loader, and a guest is led home',
    async (path) => {
      const guest = await get(path);
      expect([guest.status, guest.headers.get('location')]).toEqual([302, '/']);
      const { status, html } = await open(path, { cookie: 'signed-in=1' });
      expect(status).toBe(200);
      expect(html).toMatch(/<main[^>]*>.*role="status".*<\/main>/s);
      expect(html).not.toContain('<h1');
    },
  );
});

describe('crawlers', () => {
  it('are told of the public pages, and kept from the others', async () => {
    const robots = await (await get('/robots.txt')).text();
    expect(robots).toContain('Disallow: /user');
    expect(robots).toContain('Allow: /api/v1/images/\nDisallow: /api/');
    expect(robots).toContain(`Sitemap: ${new URL('/sitemap.xml', url).href}`);
    const sitemap = await (await get('/sitemap.xml')).text();
    const pages = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => new URL(unescape(loc!)).pathname);
    for (const path of ['/', '/shop', '/faqs', '/product/ring', '/material/gold', '/product/group/AR-1001']) {
      expect(pages).toContain(path);
    }
    expect(pages.filter((path) => /^\/(user|checkout|admin|search)/.test(path))).toEqual([]);
    // Of those that are made of the catalogue a sample: every tenth.
    const ofCatalogue = /^\/(product|material|collection)\//;
    for (const path of pages.filter((path, i) => i % 10 === 0 || !ofCatalogue.test(path))) {
      const { status, head } = await open(path);
      expect({ path, status, robots: head['robots'] }).toEqual({ path, status: 200, robots: undefined });
    }
  });
});
