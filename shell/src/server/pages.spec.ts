import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DEFAULT_TAX } from '@shop/contracts';
import { eventually } from '@shop/test-kit';
import { SERVICE_TOKEN, ShellServer, fragment } from './testing/shell-server.ts';

const brand = {
  name: 'Test & Co',
  tagline: '',
  description: '',
  phone: '+91 1',
  email: 'a@b.example',
  city: 'Pune',
  companyLine: '',
  credit: '',
  social: { instagram: 'https://i.example', facebook: 'https://f.example', maps: 'https://m.example' },
  chatLink: 'https://chat.example',
};

const storefront = {
  server: `
    import { jsx } from 'react/jsx-runtime';
    import { call, useCurrency } from '@shop/mfe-kit';
    import { useQuery } from '@tanstack/react-query';
    const get = (path) => ({ queryKey: ['storefront', path], queryFn: () => call({ id: 'x', method: 'GET', path }) });
    const Home = () => jsx('h1', { children: useCurrency().format(1000) });
    const Thing = () => jsx('h1', { children: useQuery(get('/api/v1/thing')).data.name });
    const Text = (text) => () => jsx('h1', { children: text });
    export default {
      'home-page': { default: Home, prefetch: () => ({ head: { title: 'Home', description: 'A "shop" <b>', openGraph: { image: '/a.avif' } } }) },
      'thing-page': { default: Thing, prefetch: async (client) => {
        const { name } = await client.ensureQueryData(get('/api/v1/thing'));
        return { head: { title: name, jsonLd: [{ '@type': 'Product', name: name + '</script>', sku: '1' }] } };
      } },
      'moved-page': { default: Text('moved'), prefetch: () => ({ status: 301, redirect: '/thing', head: { title: '' } }) },
      'gone-page': { default: Text('gone'), prefetch: () => ({ status: 404, head: { title: 'Gone' } }) },
      'not-found-page': { default: Text('Page Not Found'), prefetch: () => ({ status: 404, head: { title: 'Page Not Found', noindex: true } }) },
      'mine-page': { default: Text('SECRET'), prefetch: () => { throw new Error('never on the server'); } },
    };`,
  pages: [
    { path: '/', part: 'storefront/home-page' },
    { path: '/thing', part: 'storefront/thing-page', query: ['q'] },
    { path: '/about', part: 'storefront/thing-page' },
    { path: '/faqs', part: 'storefront/thing-page' },
    ...['/search', '/wishlist', '/wishlist/mails'].map((path) => ({ path, part: 'storefront/thing-page' })),
    { path: '/moved', part: 'storefront/moved-page', query: [] },
    { path: '/gone/:id', part: 'storefront/gone-page' },
    { path: '/mine', part: 'storefront/mine-page', guard: 'user' as const },
    { path: '/fresh', part: 'storefront/thing-page', query: [], uncached: true },
    { path: '/bare', part: 'storefront/home-page', bare: true },
    { path: '*', part: 'storefront/not-found-page' },
  ],
};

let shell: ShellServer;
beforeEach(() => {
  shell = new ShellServer();
  shell.answer('/api/v1/brand', { brand });
  shell.answer('/api/v1/thing', { name: 'A ring' });
  shell.answer('/api/v1/categories', { categories: [{ _id: '1', main: 'ring', sub: ['solitaire'] }] });
  shell.answer('/api/v1/materials', { materials: [{ _id: '2', tag: 'gold', sub: ['all', 'daily wear'] }] });
  shell.answer('/api/v1/rates', { base: 'INR', rates: { USD: 0.012, JPY: 1.8 }, at: '2026-01-01T00:00:00.000Z' });
  shell.answer('/api/v1/products', { products: [{ productGroup: 'AR-1001' }], totalCount: 1 });
  shell.deploy('storefront', storefront);
});
afterEach(() => shell.stop());

describe('the head of a page', () => {
  it('has title, description, canonical address, Open Graph and structured data, all of it escaped', async () => {
    await shell.start();
    const { body } = await shell.get('/?utm=1');
    expect(body).toContain('<title data-head="">Home | Test &amp; Co</title>');
    expect(body).toContain('<meta name="description" content="A &quot;shop&quot; &lt;b>"');
    expect(body).toContain('<link rel="canonical" href="https://shop.example/"');
    expect(body).toContain('<meta property="og:image" content="https://shop.example/a.avif"');
    const thing = await shell.get('/thing');
    expect(thing.body).toContain('"@context":"https://schema.org","@type":"Product","name":"A ring\\u003c/script>"');
  });
});

describe('the status', () => {
  it('is 404 with the page of the shop for what a page says is missing, and for a path of nobody', async () => {
    await shell.start();
    for (const href of ['/gone/1', '/nowhere/at/all', '/%FF']) {
      const { status, body } = await shell.get(href);
      expect(status).toBe(404);
      expect(body).toContain('<h1>Page Not Found</h1>');
      expect(body).toContain('<meta name="robots" content="noindex"');
    }
  });

  it('is 301 for what has moved', async () => {
    await shell.start();
    const { status, headers } = await shell.get('/moved');
    expect([status, headers.get('location')]).toEqual([301, '/thing']);
  });

  it('is 301 for an address that browsers would take for one of another site', async () => {
    await shell.start();
    for (const href of ['//', '//evil.example/x', '///thing']) {
      const { status, headers } = await shell.get(href);
      expect([status, headers.get('location')]).toEqual([301, href.replace(/^\/+/, '/')]);
    }
  });

  it('is 404 when the API has no such thing, or cannot read the address', async () => {
    await shell.start();
    for (const problem of [
      { status: 404, code: 'thing.not-found' as const, message: 'No' },
      { status: 400, code: 'request.malformed' as const, message: 'No' },
      { status: 400, code: 'request.invalid' as const, message: 'No', errors: { page: 'At most 10,000' } },
    ]) {
      shell.answer('/api/v1/thing', shell.problem(problem));
      const { status, body } = await shell.get('/thing');
      expect([problem.code, status]).toEqual([problem.code, 404]);
      expect(body).toContain('<h1>Page Not Found</h1>');
    }
  });

  it('is 400 with a page that says what is wrong, and the ways on, when the API refuses what the address asks for', async () => {
    shell.answer(
      '/api/v1/thing',
      shell.problem({ status: 400, code: 'request.invalid', errors: { q: 'Too long: at most 100 characters' } }),
    );
    await shell.start();
    const { status, body, state } = await shell.get('/thing?q=ring');
    expect(status).toBe(400);
    expect(body).toContain('<h1>This address does not work</h1><p>Too long: at most 100 characters</p>');
    expect(body).toMatch(/<a [^>]*href="\/thing"[^>]*>Start again here<\/a>.*<a [^>]*href="\/"[^>]*>Back to Home<\/a>/);
    expect(body).toContain('<meta name="robots" content="noindex"');
    expect(state!.page).toMatchObject({ status: 400, refusal: ['Too long: at most 100 characters'] });
  });

  it('is 301 to the one address of a page, with everything after the question mark', async () => {
    await shell.start();
    for (const [from, to] of [
      ['/thing/', '/thing'],
      ['/THING//?a=1&utm_source=x', '/thing?a=1&utm_source=x'],
      ['/moved?utm_source=mail', '/thing?utm_source=mail'],
      ['/mine/', '/mine'],
    ]) {
      const { status, headers } = await shell.get(from!);
      expect([from, status, headers.get('location')]).toEqual([from, 301, to]);
    }
  });

  it('is 503 when the data of a page is not there, and the page is not kept', async () => {
    shell.answer('/api/v1/thing', shell.problem({ status: 503, code: 'service.unavailable' }));
    await shell.start({ PAGE_FRESH_MS: '60000', PAGE_STALE_MS: '60000' });
    const { status, headers, body } = await shell.get('/thing');
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '10', 'no-store']);
    expect(body).toContain('<footer');
    expect(body).toContain('<noscript>');
    shell.answer('/api/v1/thing', { name: 'Back again' });
    await eventually(async () => expect((await shell.get('/thing')).body).toContain('<h1>Back again</h1>'));
  });
});

describe('a page whose content can be taken back', () => {
  it('is rendered for each request', async () => {
    await shell.start({ PAGE_FRESH_MS: '60000', PAGE_STALE_MS: '60000', DATA_FRESH_MS: '0' });
    for (const href of ['/fresh', '/thing']) expect((await shell.get(href)).body).toContain('<h1>A ring</h1>');
    shell.answer('/api/v1/thing', shell.problem({ status: 404, code: 'thing.not-found' as never }));
    expect((await shell.get('/fresh')).status).toBe(404);
    expect((await shell.get('/thing')).body).toContain('<h1>A ring</h1>');
  });

  it('is kept by no browser, and no other site hears its address', async () => {
    await shell.start();
    const { headers } = await shell.get('/fresh');
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  });
});

describe('what belongs to one visitor', () => {
  it('is never in the page: guarded pages come as a loader, whatever cookies come along', async () => {
    await shell.start();
    const { status, body, state } = await shell.get('/mine', { cookie: 'access=token; signed-in=1' });
    expect(status).toBe(200);
    expect(body).not.toContain('SECRET');
    expect(body).toContain('role="status"');
    expect(state!.page).toBeNull();
    expect(shell.asked.some((href) => /\/me(?![a-z])/.test(href))).toBe(false);
  });

  it('leads a guest from a guarded page home, before anything is loaded', async () => {
    await shell.start({ PAGE_FRESH_MS: '60000' });
    const signedIn = { cookie: 'signed-in=1' };
    for (const headers of [{}, { cookie: 'country=IN; signed-in=0' }, signedIn, {}] as Record<string, string>[]) {
      const answer = await shell.get('/mine', headers);
      const isKnown = headers === signedIn;
      expect([answer.status, answer.headers.get('location')]).toEqual(isKnown ? [200, null] : [302, '/']);
      expect(answer.headers.get('vary')).toContain('Cookie');
    }
  });

  it('is the currency, which makes another page of the same address', async () => {
    await shell.start({ PAGE_FRESH_MS: '60000' });
    expect((await shell.get('/')).body).toContain('<h1>₹1,000.00</h1>');
    expect((await shell.get('/', { cookie: 'country=US' })).body).toContain('<h1>$12.00</h1>');
    expect((await shell.get('/', { cookie: 'a=b; country=JP' })).body).toContain('<h1>¥1,800</h1>');
    expect((await shell.get('/', { cookie: 'country=XX' })).body).toContain('<h1>₹1,000.00</h1>');
  });

  it('decides which prices are shown: with their GST, or before it where exports are zero-rated', async () => {
    shell.answer('/api/v1/charges/tax', { tax: { ...DEFAULT_TAX, zeroRatedExports: true } });
    await shell.start();
    const taxTo = async (country: string) =>
      (await shell.get('/', { cookie: `country=${country}` })).state!.currency.tax;
    expect(await taxTo('IN')).toEqual({ prices: 'with-tax', gstRate: 0.03 });
    expect(await taxTo('US')).toEqual({ prices: 'zero-rated', gstRate: 0, isExport: true });
  });

  it('is shown in rupees where no rate is known', async () => {
    await shell.start();
    const { body, state } = await shell.get('/', { cookie: 'country=GB' });
    expect(body).toContain('<h1>₹1,000.00</h1>');
    expect(state!.currency).toEqual({ country: 'GB', code: 'GBP', rate: null });
  });
});

describe('the token of services', () => {
  it('goes along with whatever is asked of the gateway, and is nowhere in a page', async () => {
    await shell.start();
    const pages = [await shell.get('/'), await shell.get('/thing'), await shell.get('/sitemap.xml')];
    expect(shell.asked.length).toBeGreaterThan(3);
    expect([...shell.tokens]).toEqual([SERVICE_TOKEN]);
    for (const { body } of pages) expect(body).not.toContain(SERVICE_TOKEN);
  });
});

describe('the frame', () => {
  it('comes with what there is when the calls behind it fail', async () => {
    for (const path of ['brand', 'categories', 'materials']) shell.answer(`/api/v1/${path}`, undefined);
    await shell.start();
    const { status, body } = await shell.get('/');
    expect(status).toBe(200);
    expect(body).toContain('<h1>₹1,000.00</h1>');
    expect(body).toContain('href="/shop"');
  });

  it('has the links of the menus that staff keep, without those to a category that is no more', async () => {
    const item = (label: string, path: string) => ({ kind: 'link', label, path });
    shell.answer('/api/v1/menus', {
      menus: {
        header: [
          { kind: 'category', id: '1' },
          { kind: 'category', id: '9', label: 'Tiaras' },
        ],
        slideOut: [item('Gifts', '/gifts')],
        footer: [{ kind: 'heading', label: 'Policies', items: [item('Privacy Policy', '/privacy-policy')] }],
      },
      sources: [],
    });
    await shell.start();
    // Its data is there for the browser. On a busy machine the first page may not wait for the menus.
    const shown = await eventually(async () => {
      const html = (await shell.get('/')).body.replaceAll(/<script[^>]*>.*?<\/script>/gs, '');
      for (const path of ['/product/ring', '/gifts', '/privacy-policy']) expect(html).toContain(`href="${path}"`);
      return html;
    });
    expect(shown).not.toContain('Tiaras');
    expect(shown).not.toContain('/material/');
  });

  it('is left out on pages that bring their own', async () => {
    await shell.start();
    const { body } = await shell.get('/bare');
    expect(body).not.toContain('<header');
    expect(body).not.toContain('<footer');
  });
});

describe('browsers are told', () => {
  it('not to guess types, not to tell other sites where somebody was, and to come by https only', async () => {
    await shell.start();
    for (const href of ['/', '/boot.js', '/nowhere.php']) {
      expect(Object.fromEntries((await shell.get(href)).headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
    }
  });
});

describe('the policy for scripts', () => {
  it('lets in the shop, its remotes and the payment pages, and nothing inline', async () => {
    await shell.start();
    const { headers, body } = await shell.get('/');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("script-src 'self' https://storefront.example https://pay.example;");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe-inline');
    const inline = [...body.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(inline.every((attributes) => /type="application\/(ld\+)?json"/.test(attributes!))).toBe(true);
  });
});

describe('the cache of pages', () => {
  it('renders an address once while it is fresh, and answers 304 to who has it', async () => {
    await shell.start({ PAGE_FRESH_MS: '60000' });
    const first = await shell.get('/thing');
    const again = await shell.get('/thing');
    expect([first.headers.get('x-page'), again.headers.get('x-page')]).toEqual(['rendered', 'fresh']);
    const etag = first.headers.get('etag')!;
    expect((await shell.get('/thing', { 'if-none-match': etag })).status).toBe(304);
  });

  it('serves a page once more while it renders it anew', async () => {
    // A page without a part of its frame would be kept briefly only.
    shell.deploy('checkout', { server: fragment('cart-button', 'Cart'), fragments: ['cart-button'] });
    await shell.start({ PAGE_STALE_MS: '60000' });
    await shell.get('/thing');
    shell.answer('/api/v1/thing', { name: 'Another ring' });
    expect((await shell.get('/thing')).body).toContain('<h1>A ring</h1>');
    await eventually(async () => expect((await shell.get('/thing')).body).toContain('<h1>Another ring</h1>'));
  });

  it('has one page for all campaigns, and one for all addresses without a page', async () => {
    await shell.start({ PAGE_FRESH_MS: '60000' });
    const from = async (href: string) => (await shell.get(href)).headers.get('x-page');
    expect(await from('/thing?utm_source=mail&gclid=1')).toBe('rendered');
    expect([await from('/thing'), await from('/thing?utm_source=other&junk[]=2')]).toEqual(['fresh', 'fresh']);
    expect([await from('/thing?q=1'), await from('/thing?x=2&q=1')]).toEqual(['rendered', 'fresh']);
    expect([await from('/nowhere'), await from('/neither/here?a=1')]).toEqual(['rendered', 'fresh']);
  });

  it('ends with a new registry', async () => {
    // A page without a part of its frame would be kept briefly only.
    shell.deploy('checkout', { server: fragment('cart-button', 'Cart'), fragments: ['cart-button'] });
    await shell.start({ PAGE_FRESH_MS: '60000' });
    await shell.get('/gone/1');
    shell.deploy('storefront', {
      ...storefront,
      server: storefront.server.replaceAll('Page Not Found', 'Nothing here'),
    });
    await eventually(async () => expect((await shell.get('/gone/1')).body).toContain('<h1>Nothing here</h1>'));
  });
});

describe('crawlers', () => {
  it('find every public page in the sitemap', async () => {
    await shell.start();
    const { body } = await shell.get('/sitemap.xml');
    const found = [...body.matchAll(/<loc>https:\/\/shop\.example(.*?)<\/loc>/g)].map(([, path]) => path);
    for (const path of ['/', '/product/ring', '/product/ring/solitaire', '/material/gold', '/product/group/AR-1001']) {
      expect(found).toContain(path);
    }
    expect(found).toContain('/material/gold/daily%20wear');
    expect(found).not.toContain('/mine');
    expect(found.filter((path) => /^\/(search|wishlist)/.test(path!))).toEqual([]);
    expect(found).toEqual(expect.arrayContaining(['/about', '/faqs']));
    expect((await shell.get('/robots.txt')).body).toContain('Sitemap: https://shop.example/sitemap.xml');
  });
});

it('names no text page in the sitemap that staff have not written', async () => {
  shell.answer('/api/v1/menus', { menus: { header: [], slideOut: [], footer: [] }, textPages: ['faqs'], sources: [] });
  await shell.start();
  const { body } = await shell.get('/sitemap.xml');
  expect(body).toContain('https://shop.example/faqs<');
  expect(body).not.toContain('https://shop.example/about<');
});

describe('files', () => {
  it('that are not published or lie outside are a 404', async () => {
    await shell.start();
    const script = /data-src="([^"]+)"/.exec((await shell.get('/')).body)![1]!;
    expect(script).toMatch(/^\/bundles\/shell\/1\/main\.\w+\.js$/);
    // The test publishes none.
    expect((await shell.get(script)).status).toBe(404);
    expect((await shell.get('/bundles/shell/1/..%2f..%2f..%2fregistry.json')).status).toBe(404);
    expect((await shell.get('/.env')).status).toBe(404);
  });
});

describe('a server that is stopped', () => {
  it('answers what it was asked before, closes that connection, and ends', async () => {
    let answer!: (thing: object) => void;
    shell.answer('/api/v1/thing', new Promise((resolve) => (answer = resolve)));
    await shell.start();
    // Keep-alive, like the edge.
    const agent = new http.Agent({ keepAlive: true });
    const answered = once(http.get(`${shell.url}/thing`, { agent }), 'response') as Promise<[IncomingMessage]>;
    await eventually(() => shell.asked.includes('/api/v1/thing'), { what: 'the page waits for its data' });
    const stopped = shell.stop();
    await eventually(() => shell.log.includes('"msg":"stopping"'), { what: 'the server stops' });
    answer({ name: 'A ring' });
    const [page] = await answered;
    page.resume();
    expect([page.statusCode, page.headers.connection]).toEqual([200, 'close']);
    await stopped;
    agent.destroy();
  });
});
