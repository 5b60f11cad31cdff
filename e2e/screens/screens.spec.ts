import { expect, it } from '@jest/globals';
import { matchPath } from 'react-router-dom';
import account from '../../mfe-account/federation.ts';
import admin from '../../mfe-admin/federation.ts';
import checkout from '../../mfe-checkout/federation.ts';
import storefront from '../../mfe-storefront/federation.ts';
import { SCREENS } from './screens.ts';

interface Page {
  path: string | readonly string[];
  module: string;
}
const KNOWN = {
  order: 'f'.repeat(24),
  orderLink: '/order/link/f.f',
  soldOut: '/product/group/AR-1',
  product: 'a'.repeat(24),
  sharedWishlist: '/wishlist/shared/a',
};
const LEAD_ELSEWHERE = /logout-page/;

it('every page of a remote is a screen', () => {
  const shown = Object.values(SCREENS).map(({ at, leadsTo }) => {
    const address = leadsTo ?? (typeof at === 'string' ? at : at(KNOWN)!);
    return address.split(/[?#]/)[0]!;
  });
  const pages = [storefront, checkout, account, admin].flatMap<Page>((remote) => [...remote.pages]);
  expect(pages.length).toBeGreaterThan(40);
  const unseen = pages
    .filter(({ module }) => !LEAD_ELSEWHERE.test(module))
    .filter(({ path }) => ![path].flat().some((one) => shown.some((at) => matchPath(one, at))));
  expect(unseen.map(({ module }) => module)).toEqual([]);
});
