import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { ShellServer, fragment, page } from './testing/shell-server.ts';

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

/** The guilty part is missing, the other one and the frame are there. */
async function comesWithout(missing: 'page' | 'fragment') {
  const { status, body, state } = await shell.get('/');
  expect(status).toBe(200);
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
    // And the next visitor does not wait for it again.
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

  it('when its data takes longer than the budget, and nobody keeps that page', async () => {
    shell.deploy('storefront', home('Hello', { prefetch: 'await new Promise(() => {});' }));
    shell.deploy('checkout', cartButton('Cart'));
    await shell.start({ PAGE_FRESH_MS: '60000' });
    const { status, body } = await shell.get('/');
    expect(status).toBe(200);
    expect((await shell.get('/')).headers.get('x-page')).toBe('rendered');
    expect(body).toContain('<b>Cart</b>');
    expect(body).not.toContain('<h1>Hello</h1>');
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
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.slice(1).every(({ body }) => body.includes('<h1>Good</h1>'))).toBe(true);
  });
});

describe('a new registry', () => {
  it('is taken without a failed request, and replaced renderers leave nothing behind', async () => {
    shell.deploy('storefront', home('Version 0'));
    shell.deploy('checkout', cartButton('Cart'));
    await shell.start();
    const before = shell.memory();
    for (let version = 1; version <= 12; version++) {
      shell.deploy('storefront', home(`Version ${version}`));
      await eventually(async () => (await shell.get('/')).body.includes(`Version ${version}`), {
        what: `version ${version} is shown`,
      });
    }
    expect(shell.memory()).toBeLessThan(before + 120);
  });
});
