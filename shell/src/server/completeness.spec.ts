import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { ShellServer } from './testing/shell-server.ts';

/** A page with content and a secondary section, whose data the gateway answers, and a page without data. */
const storefront = {
  server: `
    import { jsx, jsxs } from 'react/jsx-runtime';
    import { call } from '@shop/mfe-kit';
    import { useQuery } from '@tanstack/react-query';
    const get = (path) => ({ queryKey: ['storefront', path], queryFn: () => call({ id: 'x', method: 'GET', path }) });
    const name = (path) => useQuery(get(path)).data?.name;
    const Thing = () => jsxs('article', { children: [
      jsx('h1', { children: name('/api/v1/thing') }),
      jsx('p', { children: name('/api/v1/reviews') ?? 'later' }),
    ] });
    export default {
      'thing-page': { default: Thing, prefetch: async (client, { url, secondary }) => {
        const thing = await client.fetchQuery(get('/api/v1/thing'));
        if (url.searchParams.has('n')) await client.fetchQuery(get('/api/v1/number/' + url.searchParams.get('n')));
        await secondary([client.prefetchQuery(get('/api/v1/reviews'))]);
        return { head: { title: thing.name } };
      } },
      'late-page': { default: () => null, prefetch: async () => {
        // The time is over before the first await.
        for (const end = Date.now() + 200; Date.now() < end; );
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error('too late');
      } },
      'plain-page': { default: () => jsx('h1', { children: 'Plain' }), prefetch: () => ({ head: { title: 'Plain' } }) },
    };`,
  pages: [
    { path: '/thing', part: 'storefront/thing-page', query: ['n'] },
    { path: '/late', part: 'storefront/late-page', query: [] },
    { path: '/plain', part: 'storefront/plain-page', query: [] },
  ],
};
const checkout = {
  server: `
    import { jsx } from 'react/jsx-runtime';
    export default { 'cart-button': {
      default: () => jsx('b', { children: 'Cart' }),
      prefetch: () => new Promise(() => {}),
    } };`,
  fragments: ['cart-button'],
};
const never = new Promise(() => {});

let shell: ShellServer;
beforeEach(() => {
  shell = new ShellServer();
  shell.answer('/api/v1/categories', { categories: [] });
  shell.answer('/api/v1/materials', { materials: [] });
  shell.answer('/api/v1/thing', { name: 'A ring' });
  shell.answer('/api/v1/reviews', { name: 'Lovely' });
  shell.deploy('storefront', storefront);
});
afterEach(() => shell.stop());

describe('a page is complete or not at all', () => {
  it('waits for its content longer than for what it can do without', async () => {
    let answer!: (thing: object) => void;
    shell.answer('/api/v1/thing', new Promise((resolve) => (answer = resolve)));
    await shell.start({ CONTENT_BUDGET_MS: '20000', RENDER_BUDGET_MS: '100' });
    const page = shell.get('/thing');
    await eventually(() => shell.asked.includes('/api/v1/thing'), { what: 'the page waits for its content' });
    // A page that needs no data takes more than the other budget.
    shell.answer('/api/v1/brand', never);
    await shell.get('/plain');
    answer({ name: 'A ring' });
    const { status, body, state } = await page;
    expect(status).toBe(200);
    expect(body).toContain('<h1>A ring</h1>');
    expect(body).toContain('<p>Lovely</p>');
    expect(state!.page).not.toBeNull();
  });

  it('is a 503 with Retry-After that no cache keeps when its content does not come, and others are complete', async () => {
    shell.answer('/api/v1/thing', never);
    await shell.start({ CONTENT_BUDGET_MS: '300', RENDER_BUDGET_MS: '100', PAGE_FRESH_MS: '60000' });
    const pages = await Promise.all(Array.from({ length: 12 }, (_, n) => shell.get(`/thing?n=${n}`)));
    for (const { status, headers, body } of pages) {
      expect([status, headers.get('cache-control')]).toEqual([503, 'no-store']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(body).not.toContain('<h1>A ring</h1>');
    }
    expect(await shell.get('/plain')).toMatchObject({ status: 200, body: expect.stringContaining('<h1>Plain</h1>') });
    shell.answer('/api/v1/thing', { name: 'A ring' });
    // On a busy machine it may take longer than this test's budget at first.
    await eventually(async () => (await shell.get('/thing')).status === 200, { what: 'the page with its content' });
  });

  it('costs no renderer when it fails after its time', async () => {
    await shell.start({ CONTENT_BUDGET_MS: '100', RENDER_HANG_MS: '5000' });
    expect((await shell.get('/late')).status).toBe(503);
    for (let times = 0; times < 10; times++) expect((await shell.get('/late')).status).toBe(503);
    await eventually(async () => (await shell.get('/plain')).status === 200, { what: 'another page' });
    expect(shell.log).not.toContain('a renderer was replaced');
  });

  it('does without a secondary section, and is kept briefly then', async () => {
    shell.answer('/api/v1/reviews', never);
    await shell.start({ RENDER_BUDGET_MS: '100', PAGE_FRESH_MS: '600000', PARTIAL_PAGE_MS: '400' });
    const { status, body } = await shell.get('/thing');
    expect(status).toBe(200);
    expect(body).toContain('<h1>A ring</h1>');
    expect(body).toContain('<p>later</p>');
    shell.answer('/api/v1/reviews', { name: 'Lovely' });
    await eventually(async () => (await shell.get('/thing')).body.includes('<p>Lovely</p>'), {
      what: 'the page with its reviews',
    });
    expect((await shell.get('/thing')).headers.get('x-page')).toBe('fresh');
  });

  it('does without a fragment of another remote, and is kept briefly then', async () => {
    shell.deploy('checkout', checkout);
    await shell.start({ RENDER_BUDGET_MS: '100', PAGE_FRESH_MS: '600000', PARTIAL_PAGE_MS: '400' });
    const { status, body } = await shell.get('/plain');
    expect([status, body.includes('<h1>Plain</h1>'), body.includes('<b>Cart</b>')]).toEqual([200, true, false]);
    await eventually(async () => (await shell.get('/plain')).headers.get('x-page') === 'rendered', {
      what: 'the page being rendered anew',
    });
  });

  it('waits for a free renderer, in order, instead of making all others slower', async () => {
    const release: (() => void)[] = [];
    for (let n = 0; n < 6; n++) {
      shell.answer(`/api/v1/number/${n}`, new Promise((resolve) => (release[n] = () => resolve({ name: 'n' }))));
    }
    await shell.start({
      RENDERERS: '1',
      PAGES_PER_RENDERER: '2',
      CONTENT_BUDGET_MS: '20000',
      RENDERER_WAIT_MS: '60000',
    });
    const pages = release.map((_, n) => shell.get(`/thing?n=${n}`));
    const begun = () => shell.asked.filter((path) => path.startsWith('/api/v1/number/')).length;
    for (const [n, next] of release.entries()) {
      const expected = Math.min(6, n + 2);
      await eventually(() => begun() >= expected, { what: `${expected} pages being rendered` });
      expect(begun()).toBe(expected);
      next();
    }
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });
});
