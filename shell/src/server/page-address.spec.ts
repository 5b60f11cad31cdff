import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressOf, hrefOf } from './page-address.ts';

const routes = [
  { path: '/', part: 'storefront/home-page', query: [] },
  { path: '/shop', part: 'storefront/listing-page', query: ['sort_by', 'page'] },
  { path: '/product/:main', part: 'storefront/listing-page', query: ['sort_by', 'page'] },
  { path: '/product/group/:id', part: 'storefront/product-page', query: ['variant'] },
  { path: '/old', part: 'storefront/old-page' },
  { path: '/user/order/:id', part: 'account/order-page', guard: 'user' as const, query: [] },
  { path: '*', part: 'storefront/not-found-page', query: [] },
];
const moved = (target: string) => {
  const { isMoved, path } = addressOf(routes, target);
  return isMoved ? path : null;
};
const href = (target: string) => hrefOf(addressOf(routes, target));

describe('a page has one address', () => {
  it.each([
    ['/shop/', '/shop'],
    ['/SHOP', '/shop'],
    ['/product//ring', '/product/ring'],
    ['/product/ring//?page=2', '/product/ring'],
    ['/product/r%69ng', '/product/ring'],
    ['/product/%e0%a4%ac', '/product/%E0%A4%AC'],
    ['/user/order/1/', '/user/order/1'],
  ])('%s leads to %s', (from, to) => expect(moved(from)).toBe(to));

  it.each(['/', '/shop', '/shop?page=2', '/product/ring', '/product/daily%20wear', '/product/a%2Fb', '/nowhere/'])(
    '%s stays',
    (target) => expect(moved(target)).toBeNull(),
  );

  it('which leads nowhere else, whatever was asked for', () => {
    const segment = fc.oneof(
      fc.string(),
      fc.constantFrom('..', '.', '%2e%2e', '%FF', '%2F', 'product', 'GROUP', '%252e', '\\', ';a', 'ring'),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
        const { path, isMoved } = addressOf(routes, `/${segments.join('/')}`);
        expect(path).toMatch(/^\/(?!\/)/);
        // The renderer resolves it as a URL.
        expect(new URL(path, 'http://shop').pathname).toBe(path);
        const again = addressOf(routes, isMoved ? path : '/');
        expect(again).toMatchObject({ path: isMoved ? path : '/', isMoved: false });
      }),
    );
  });
});

describe('of the parameters', () => {
  it('only those count that the page declares, in one order and once each', () => {
    const expected = '/product/ring?sort_by=title-ascending&page=2';
    expect(href('/product/ring?page=2&sort_by=title-ascending')).toBe(expected);
    expect(href('/product/ring?utm_source=mail&gclid=1&x[]=1&sort_by=title-ascending&page=2&page=3')).toBe(expected);
    expect(href('/product/ring?page=&fbclid=9')).toBe('/product/ring');
    expect(href('/?page=2')).toBe('/');
  });

  it('the others are passed on by redirects', () => {
    expect(addressOf(routes, '/shop?page=2&utm_source=mail').rest.toString()).toBe('utm_source=mail');
  });

  it('all count for a release from before parameters were declared, and none on guarded pages', () => {
    expect(href('/old?b=2&a=1')).toBe('/old?a=1&b=2');
    expect(href('/user/order/1?a=1')).toBe('/user/order/1');
  });
});

it('addresses without a page share one, those that cannot be read included', () => {
  for (const target of ['/nowhere', '/nowhere/at?all=1', '/%FF', '/product/..', '/product/%2e%2e', '/a/./b']) {
    expect(addressOf(routes, target)).toMatchObject({ path: '/404', isMoved: false, parameters: {} });
  }
});
