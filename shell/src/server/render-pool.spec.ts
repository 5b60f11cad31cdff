import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@shop/test-kit';
import { ShellServer, fragment, page } from './testing/shell-server.ts';

// A loop is detected by its CPU time, which takes much longer in wall-clock time on a busy machine.
jest.setTimeout(120_000);

const pages = [
  { path: '/', part: 'storefront/home-page' },
  { path: '*', part: 'storefront/not-found-page' },
];
const home = (text: string, options = {}) => ({ server: page('home-page', text, options), pages });
const cartButton = (text: string, options = {}) => ({
  server: fragment('cart-button', text, options),
  fragments: ['cart-button'],
});

let shell: ShellServer;
beforeEach(() => {
  shell = new ShellServer();
});
afterEach(() => shell.stop());

/** Expects a page with the frame and the other part, but without the failing one; without its content it is a 503. */
async function comesWithout(missing: 'page' | 'fragment') {
  const { status, headers, body, state } = await shell.get('/');
  expect([status, headers.get('cache-control')]).toEqual(missing === 'page' ? [503, 'no-store'] : [200, 'no-cache']);
  expect(body).toContain('<footer');
  expect(body.includes('<h1>Hello</h1>')).toBe(missing !== 'page');
  expect(body.includes('<b>Cart</b>')).toBe(missing !== 'fragment');
  expect(state!.rendered).toEqual(missing === 'page' ? ['checkout/cart-button'] : ['storefront/home-page']);
}

describe('a page comes complete', () => {
  it('with the fragments of other remotes in it', async () => {
    shell.deploy('storefront', home('Hello'));
    shell.deploy('checkout', cartButton('Cart'));
    await shell.start();
    const { body, state } = await shell.get('/');
    expect(body).toContain('<h1>Hello</h1>');
    expect(body).toContain('<b>Cart</b>');
    expect(state!.rendered.toSorted()).toEqual(['checkout/cart-button', 'storefront/home-page']);
  });
});

describe('a page comes without the guilty part', () => {
  const loops = 'for (;;);';
  const throws = 'throw new Error("broken");';
  const eats = 'const all = []; for (;;) all.push(new Array(1e6).fill({ n: all.length }));';

  it.each([
    ['page', 'throws', throws],
    ['page', 'loops forever', loops],
    ['page', 'eats its memory', eats],
    ['fragment', 'throws', throws],
    ['fragment', 'loops forever', loops],
    ['fragment', 'eats its memory', eats],
  ] as const)('when a %s %s while it renders', async (missing, _what, before) => {
    shell.deploy('storefront', home('Hello', missing === 'page' ? { before } : {}));
    shell.deploy('checkout', cartButton('Cart', missing === 'fragment' ? { before } : {}));
    await shell.start();
    await comesWithout(missing);
    // The next visitor does not wait for it.
    await comesWithout(missing);
  });

  it.each([
    ['throws', throws],
    ['loops forever', loops],
    ['eats its memory', eats],
    ['names what the kit does not have', "import { noSuchThing } from '@shop/mfe-kit'; noSuchThing();"],
  ])('when a bundle %s while it is imported', async (_what, top) => {
    shell.deploy('storefront', home('Hello', { top }));
    shell.deploy('checkout', cartButton('Cart'));
    await shell.start();
    await comesWithout('page');
  });

  it('when its bundle hung while it was imported, until that was tried again after a while', async () => {
    const hanging = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hanging-')), 'bundle');
    fs.writeFileSync(hanging, '');
    const top = `import fs from 'node:fs'; if (fs.existsSync(${JSON.stringify(hanging)})) for (;;);`;
    shell.deploy('storefront', home('Hello', { top }));
    shell.deploy('checkout', cartButton('Cart'));
    await shell.start({ PART_BAN_MS: '1000' });
    await comesWithout('page');
    await eventually(() => shell.log.includes('a renderer tries again'), { what: 'it is tried again' });
    await comesWithout('page');
    fs.rmSync(path.dirname(hanging), { recursive: true });
    const rendered = () => shell.get('/').then(({ status, state }) => [status, state?.rendered.toSorted()]);
    await eventually(async () => {
      const whole = [200, ['checkout/cart-button', 'storefront/home-page']];
      expect(await Promise.all([1, 2, 3, 4].map(rendered))).toEqual([whole, whole, whole, whole]);
    });
  });

  it('when its data takes longer than the budget', async () => {
    shell.deploy('storefront', home('Hello', { prefetch: 'await new Promise(() => {});' }));
    shell.deploy('checkout', cartButton('Cart'));
    await shell.start({ PAGE_FRESH_MS: '60000', CONTENT_BUDGET_MS: '300' });
    await comesWithout('page');
    expect((await shell.get('/')).headers.get('x-page')).toBe('rendered');
  });

  it('while other visitors get their pages from the other renderer', async () => {
    shell.deploy('storefront', {
      server: `
        import { jsx } from 'react/jsx-runtime';
        const good = { default: () => jsx('h1', { children: 'Good' }) };
        const bad = { default: () => { for (;;); } };
        export default { 'good-page': good, 'bad-page': bad };`,
      pages: [
        { path: '/', part: 'storefront/good-page' },
        { path: '/bad', part: 'storefront/bad-page' },
      ],
    });
    shell.deploy('checkout', cartButton('Cart'));
    await shell.start();
    const answers = await Promise.all(
      ['/bad', ...Array.from({ length: 20 }, () => '/')].map((href) => shell.get(href)),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, ...answers.slice(1).map(() => 200)]);
    expect(answers.slice(1).every(({ body }) => body.includes('<h1>Good</h1>'))).toBe(true);
  });
});

describe('without a renderer', () => {
  it('the server says in a page of its own that it is not available, until it can render', async () => {
    shell.deploy('storefront', home('Hello'));
    const putBack = shell.lose('app.mjs');
    await shell.start({ RENDERER_WAIT_MS: '100' }, 'live');
    expect((await shell.get('/health/ready')).status).toBe(503);
    const { status, headers, body } = await shell.get('/about?a="><script>');
    expect(status).toBe(503);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('retry-after')).toBe('10');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(body).toMatch(/^<!doctype html><html lang="en">.*<h1>Back in a moment<\/h1>.*<\/html>$/);
    expect(body).toMatch(/<link rel="stylesheet" href="\/bundles\/shell\/1\/main\.\w+\.css">/);
    expect(body).not.toContain('<script');
    putBack();
    await eventually(async () => expect((await shell.get('/')).body).toContain('<h1>Hello</h1>'));
  });
});

describe('a new registry', () => {
  it('without a renderer that starts is not taken: the old pages go on', async () => {
    shell.deploy('storefront', home('Old'));
    await shell.start();
    const putBack = shell.lose('app.mjs');
    shell.deploy('storefront', home('New'));
    await eventually(() => shell.log.includes('a renderer was replaced'), { what: 'a renderer of the new one failed' });
    expect((await shell.get('/')).body).toContain('<h1>Old</h1>');
    putBack();
    await eventually(async () => expect((await shell.get('/')).body).toContain('<h1>New</h1>'));
  });

  it('with a server bundle that is not what was published is taken without that: its page is left to the browser', async () => {
    shell.deploy('storefront', home('Old'));
    shell.deploy('checkout', cartButton('Cart'));
    await shell.start();
    shell.deploy('storefront', { ...home('New'), tampered: home('Tampered').server });
    await eventually(() => shell.log.includes('a new registry is live'), { what: 'the registry was switched' });
    const { status, body } = await shell.get('/');
    expect(status).toBe(503);
    expect(body).not.toContain('Tampered');
    expect(body).toContain('Cart');
    expect(shell.log).toContain('server/server.mjs is not what was published');
  });

  it('with a remote for other shared packages keeps the remote that fits this shell', async () => {
    shell.deploy('storefront', { ...home('Old'), shared: { '@shop/mfe-kit': '1.0.0' } });
    await shell.start();
    shell.deploy('storefront', { ...home('New'), shared: { '@shop/mfe-kit': '2.0.0' } });
    await eventually(() => shell.log.includes('a new registry is live'), { what: 'the registry was switched' });
    expect((await shell.get('/')).body).toContain('<h1>Old</h1>');
    const { remotes } = JSON.parse((await shell.get('/remotes.json')).body) as { remotes: { shared: object }[] };
    expect(remotes.map(({ shared }) => shared)).toEqual([{ '@shop/mfe-kit': '1.0.0' }]);
  });

  it('is taken without a failed request, and the threads of replaced renderers end', async () => {
    shell.deploy('storefront', home('Version 0'));
    shell.deploy('checkout', cartButton('Cart'));
    await shell.start();
    await shell.get('/');
    const before = shell.threads();
    for (let version = 1; version <= 12; version++) {
      shell.deploy('storefront', home(`Version ${version}`));
      await eventually(async () => (await shell.get('/')).body.includes(`Version ${version}`), {
        what: `version ${version} is shown`,
      });
    }
    await eventually(() => expect(shell.threads()).toBe(before));
  });
});
