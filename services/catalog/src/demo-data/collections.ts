import { photograph, pictureAddress } from '@shop/demo-data/photographs.ts';
import type { Collection } from '../collections/collection.schema.ts';
import { idOf } from './products.ts';

type Demo = Pick<Collection, 'slug' | 'name' | 'text' | 'filter'> &
  Partial<Pick<Collection, 'formerSlugs' | 'kind' | 'picks' | 'sort'>> & {
    /** The studio's photograph for it. */
    shot: string;
  };

const groups = (first: number, count: number): string[] => Array.from({ length: count }, (_, i) => `AR-${first + i}`);

const COLLECTIONS: Demo[] = [
  {
    slug: 'bridal',
    name: 'Bridal',
    text: 'For the wedding and every ceremony before it: temple gold, kundan and the bands you will wear for good.',
    filter: { occasion: ['wedding'] },
    picks: ['AR-1074', 'AR-1120', 'AR-1118'],
    shot: 'AR-1074-yellow-quarter',
  },
  {
    slug: 'solitaires',
    name: 'Solitaires',
    text: 'One stone, set so that nothing takes the light away from it: rings, pendants and studs.',
    filter: { category: { main: 'ring', sub: 'solitaire' } },
    picks: [...groups(1001, 5), ...groups(1082, 5), 'AR-1102', 'AR-1103'],
    shot: 'AR-1001-yellow-quarter',
  },
  {
    slug: 'everyday-gold',
    name: 'Everyday gold',
    text: 'Light, hallmarked gold that goes from the morning to the evening and asks for no occasion.',
    filter: { metal: ['gold'], occasion: ['everyday'] },
    sort: 'best-selling',
    shot: 'AR-1016-yellow-quarter',
  },
  {
    slug: 'temple-jewellery',
    name: 'Temple jewellery',
    text: 'Goddesses, peacocks and coins in high-carat gold, with the kadas and jhumkas that belong to them.',
    filter: { occasion: ['festive'] },
    picks: groups(1074, 3),
    shot: 'AR-1075-yellow-quarter',
  },
  {
    slug: 'rings-of-light',
    formerSlugs: ['diamond-rings'],
    name: 'Rings of light',
    text: 'Natural diamonds and laboratory-grown diamonds with their certificates, from a quiet band to a halo.',
    filter: { category: { main: 'ring' }, stone: ['laboratory-grown-diamond', 'natural-diamond'] },
    shot: 'AR-1003-yellow-quarter',
  },
  {
    slug: 'gifts-under-25000',
    name: 'Gifts under ₹25,000',
    text: 'Pieces that need no size and no second thought, wrapped and ready to give.',
    kind: 'gift-guide',
    filter: { occasion: ['gift'], priceTo: 25_000 },
    sort: 'best-selling',
    shot: 'AR-1104-yellow-quarter',
  },
  {
    slug: 'for-her',
    name: 'For her',
    text: 'Rose gold, warm on every skin, for birthdays and for no reason at all.',
    kind: 'gift-guide',
    filter: { metal: ['rose-gold'], occasion: ['gift'] },
    shot: 'AR-1111-rose-quarter',
  },
  {
    slug: 'anniversary-gifts',
    name: 'Anniversary gifts',
    text: 'Tennis lines, eternity bands and three stones: for the years behind you and those to come.',
    kind: 'gift-guide',
    filter: { occasion: ['anniversary'] },
    shot: 'AR-1012-yellow-quarter',
  },
];

/** Collections and gift guides of the demo catalogue. */
export const demoCollections = (): Collection[] =>
  COLLECTIONS.map(({ shot, ...collection }, position) => {
    const picture = photograph(shot);
    return {
      _id: idOf(`collection ${collection.slug}`),
      formerSlugs: [],
      kind: 'collection',
      status: 'published',
      picks: [],
      sort: 'featured',
      position,
      ...(picture && { image: pictureAddress(picture) }),
      ...collection,
    };
  });
