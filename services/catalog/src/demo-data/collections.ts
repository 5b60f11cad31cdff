import type { Collection } from '../collections/collection.schema.ts';
import type { Product } from '../products/product.schema.ts';
import { idOf } from './products.ts';

type Demo = Pick<Collection, 'slug' | 'name' | 'text' | 'filter'> &
  Partial<Pick<Collection, 'kind' | 'picks' | 'sort'>> & {
    /** The group whose first photograph is its picture. */
    pictured: string;
  };

const groups = (first: number, count: number): string[] => Array.from({ length: count }, (_, i) => `AR-${first + i}`);

const COLLECTIONS: Demo[] = [
  {
    slug: 'bridal',
    name: 'Bridal',
    text: 'For the wedding and every ceremony before it: temple gold, kundan and the bands you will wear for good.',
    filter: { occasion: ['wedding'] },
    picks: ['AR-1074', 'AR-1120', 'AR-1118'],
    pictured: 'AR-1074',
  },
  {
    slug: 'solitaires',
    name: 'Solitaires',
    text: 'One stone, set so that nothing takes the light away from it: rings, pendants and studs.',
    filter: { category: { main: 'ring', sub: 'solitaire' } },
    picks: [...groups(1001, 5), ...groups(1082, 5), 'AR-1102', 'AR-1103'],
    pictured: 'AR-1001',
  },
  {
    slug: 'everyday-gold',
    name: 'Everyday gold',
    text: 'Light, hallmarked gold that goes from the morning to the evening and asks for no occasion.',
    filter: { metal: ['gold'], occasion: ['everyday'] },
    sort: 'best-selling',
    pictured: 'AR-1016',
  },
  {
    slug: 'temple-jewellery',
    name: 'Temple jewellery',
    text: 'Goddesses, peacocks and coins in high-carat gold, with the kadas and jhumkas that belong to them.',
    filter: { occasion: ['festive'] },
    picks: groups(1074, 3),
    pictured: 'AR-1075',
  },
  {
    slug: 'diamond-rings',
    name: 'Diamond rings',
    text: 'Natural and lab-grown diamonds with their certificates, from a quiet band to a halo.',
    filter: { category: { main: 'ring' }, stone: ['lab-grown-diamond', 'natural-diamond'] },
    pictured: 'AR-1003',
  },
  {
    slug: 'gifts-under-25000',
    name: 'Gifts under ₹25,000',
    text: 'Pieces that need no size and no second thought, wrapped and ready to give.',
    kind: 'gift-guide',
    filter: { occasion: ['gift'], priceTo: 25_000 },
    sort: 'best-selling',
    pictured: 'AR-1104',
  },
  {
    slug: 'for-her',
    name: 'For her',
    text: 'Rose gold, warm on every skin, for birthdays and for no reason at all.',
    kind: 'gift-guide',
    filter: { metal: ['rose-gold'], occasion: ['gift'] },
    pictured: 'AR-1111',
  },
  {
    slug: 'anniversary-gifts',
    name: 'Anniversary gifts',
    text: 'Tennis lines, eternity bands and three stones: for the years behind you and those to come.',
    kind: 'gift-guide',
    filter: { occasion: ['anniversary'] },
    pictured: 'AR-1012',
  },
];

/** Collections and gift guides of the demo catalogue, with photographs of their pieces. */
export function collectionsOf(products: readonly Product[]): Collection[] {
  const imageOf = (group: string) => products.find(({ productGroup }) => productGroup === group)?.images[0];
  return COLLECTIONS.map(({ pictured, ...collection }, position) => {
    const image = imageOf(pictured);
    return {
      _id: idOf(`collection ${collection.slug}`),
      formerSlugs: [],
      kind: 'collection',
      status: 'published',
      picks: [],
      sort: 'featured',
      position,
      ...(image && { image }),
      ...collection,
    };
  });
}
