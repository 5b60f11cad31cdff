import { expect, it } from '@jest/globals';
import { content } from '@shop/contracts';
import { menusOf } from './menus.ts';

type Written = NonNullable<Parameters<typeof menusOf>[0]>;
const [RING, GOLD] = ['1', '3'].map((digit) => digit.repeat(24)) as [string, string];
const categories = [
  { _id: RING, main: 'ring', sub: ['halo'] },
  { _id: '2'.repeat(24), main: 'bangle', sub: [] },
];
const materials = [{ _id: GOLD, tag: 'gold', sub: ['all', '22k'] }];
const headerOf = (...header: Written['header']) =>
  menusOf({ header, slideOut: [], footer: [] }, categories, materials).header;
const pathsIn = (items: readonly object[]): unknown[] => items.map((item) => ('to' in item ? item.to : ''));

it('the entry of all categories grows with them, and materials are one in the header and each one in the slide-out menu', () => {
  const menu: Written['header'] = [{ kind: 'categories' }, { kind: 'materials', label: 'Materials' }];
  const { header, slideOut } = menusOf({ header: menu, slideOut: menu, footer: [] }, categories, materials);
  expect(header.map(({ name }) => name)).toEqual(['rings', 'bangles', 'Materials']);
  expect(slideOut.map(({ name }) => name)).toEqual(['rings', 'bangles', 'gold']);
});

it('a category has its own name or another, and its sub-categories unless the item has entries of its own', () => {
  const [own, other, withOwn] = headerOf(
    { kind: 'category', id: RING },
    { kind: 'category', id: RING, label: 'For the hand' },
    { kind: 'category', id: RING, items: [{ kind: 'material', id: GOLD, sub: '22k' }] },
  );
  expect(own).toMatchObject({ kind: 'taxonomy', name: 'rings', subs: [{ to: '/product/ring/halo' }] });
  expect(other).toMatchObject({ name: 'For the hand', to: '/product/ring' });
  expect(withOwn).toMatchObject({
    kind: 'link',
    to: '/product/ring',
    subs: [{ name: '22K', to: '/material/gold/22k' }],
  });
});

it('what leads to a list that is no more is not shown, and a heading goes with its last entry', () => {
  const link = (path: string) => ({ kind: 'link' as const, label: 'A', path });
  const gone: Written['header'] = [
    { kind: 'category', id: '9'.repeat(24) },
    { kind: 'category', id: RING, sub: 'gone' },
    { kind: 'material', id: RING },
    link('/product/tiara?filter.metal=gold'),
    { kind: 'heading', label: 'Old', items: [link('/material/tin')] },
  ];
  expect(headerOf(...gone)).toEqual([]);
  expect(pathsIn(headerOf(link('/product/ring/halo?filter.metal=gold'), link('/gifts')))).toEqual([
    '/product/ring/halo?filter.metal=gold',
    '/gifts',
  ]);
});

it('what was renamed is followed, by its id and by its address', () => {
  const [pure, tiara] = ['4', '5'].map((digit) => digit.repeat(24)) as [string, string];
  const header: Written['header'] = [
    { kind: 'category', id: tiara, sub: 'old' },
    { kind: 'material', id: pure, sub: 'fine' },
    { kind: 'link', label: 'A', path: '/product/crown?filter.metal=gold' },
    { kind: 'link', label: 'B', path: '/product/small%20crown/old?page=2' },
    { kind: 'link', label: 'C', path: '/material/gold/fine' },
    { kind: 'link', label: 'D', path: '/product/crown/gone%' },
    { kind: 'category', id: tiara, sub: 'gone' },
  ];
  const tiaras = {
    ...{ _id: tiara, main: 'tiara', sub: ['new one'] },
    ...{ formerNames: ['crown', 'small crown'], formerSubs: [{ from: 'old', to: 'new one' }] },
  };
  const crown = { _id: pure, tag: 'gold', sub: ['24k'], formerSubs: [{ from: 'fine', to: '24k' }] };
  expect(pathsIn(menusOf({ header, slideOut: [], footer: [] }, [...categories, tiaras], [crown]).header)).toEqual([
    '/product/tiara/new%20one',
    '/material/gold/24k',
    '/product/tiara?filter.metal=gold',
    '/product/tiara/new%20one?page=2',
    '/material/gold/24k',
  ]);
});

it('the columns of the footer may list all categories', () => {
  const footer: Written['footer'] = [
    { kind: 'heading', label: 'Categories', items: [{ kind: 'categories' }] },
    { kind: 'heading', label: 'Empty' },
  ];
  expect(menusOf({ header: [], slideOut: [], footer }, categories, materials).footer).toMatchObject([
    { name: 'Categories', subs: [{ to: '/product/ring' }, { to: '/product/bangle' }] },
  ]);
});

it('without menus there is what the catalogue alone knows, and the policies of the default menu', () => {
  const { header, slideOut, footer } = menusOf(undefined, categories, materials);
  expect(pathsIn(header)).toEqual(['/product/ring', '/product/bangle', '', '/shop']);
  expect(pathsIn(slideOut)).toEqual(['/product/ring', '/product/bangle', '/material/gold', '/shop']);
  const { label, items } = content.DEFAULT_MENUS.footer[0]!;
  const policies = items.map(({ label: name, target }) => ({
    name,
    to: content.pathOfPage('id' in target ? target.id : ''),
  }));
  expect(footer).toMatchObject([{ name: label, subs: policies }, { name: 'Categories' }]);
});
