import { expect, it } from '@jest/globals';
import { matchPath } from 'react-router-dom';
import account from '../../mfe-account/federation.ts';
import admin from '../../mfe-admin/federation.ts';
import checkout from '../../mfe-checkout/federation.ts';
import { FIRST_STEPS } from '../../mfe-admin/src/features/dashboard/first-steps.rules.ts';
import storefront from '../../mfe-storefront/federation.ts';
import { code } from '../../services/content/src/mail/kinds/code.ts';
import { KINDS } from '../../services/content/src/mail/kinds/index.ts';
import { LISTS, SCREENS } from './screens.ts';

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
const PAGES = [storefront, checkout, account, admin].flatMap<Page>((remote) => [...remote.pages]);

it('every page of a remote is a screen', () => {
  const shown = Object.values(SCREENS).map(({ at, leadsTo }) => {
    const address = leadsTo ?? (typeof at === 'string' ? at : at(KNOWN)!);
    return address.split(/[?#]/)[0]!;
  });
  expect(PAGES.length).toBeGreaterThan(40);
  const unseen = PAGES.filter(({ module }) => !LEAD_ELSEWHERE.test(module)).filter(
    ({ path }) => ![path].flat().some((one) => shown.some((at) => matchPath(one, at))),
  );
  expect(unseen.map(({ module }) => module)).toEqual([]);
});

it('every example of a mail is a screen', () => {
  const names = Object.entries({ ...KINDS, code }).flatMap(([kind, { examples }]) =>
    Object.keys(examples).map((example) => `mail-${kind}-${example}`),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !(name in SCREENS))).toEqual([]);
});

it('no two screens have one name', () => {
  const names = LISTS.flatMap((list) => Object.keys(list));
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});

it('every first step of a new shop leads to a page', () => {
  const paths = PAGES.flatMap(({ path }) => path).filter((path) => path !== '*');
  const lost = FIRST_STEPS.filter(({ to }) => !paths.some((path) => matchPath(path, to.split(/[?#]/)[0]!)));
  expect(lost.map(({ title }) => title)).toEqual([]);
});
