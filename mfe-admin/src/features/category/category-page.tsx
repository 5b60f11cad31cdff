import { catalog, type AnswerOf } from '@shop/contracts/browser';
import { call, type Prefetch } from '@shop/mfe-kit';
import { AssortmentScreen, assortmentQuery } from '../../components/assortment/assortment-screen.tsx';
import type { Assortment, Changed } from '../../components/assortment/assortment.ts';
import { staffHead } from '../../components/staff-head.ts';

type Answer = AnswerOf<typeof catalog.createCategory>;

const entryOf = ({ main, ...rest }: Answer['category']) => ({ ...rest, name: main });
const changed = async (answer: Promise<Answer>): Promise<Changed> => {
  const { message, category } = await answer;
  return { message, entry: entryOf(category) };
};

const CATEGORIES: Assortment = {
  title: 'Categories',
  one: 'category',
  sub: 'sub-category',
  subs: 'sub-categories',
  none: 'No Categories',
  noSub: 'No SubCategories',
  hint: 'In small letters and the singular, as it stands in addresses: ring',
  queryKey: ['admin', 'categories'],
  list: async (signal) => (await call(catalog.listCategories, { signal })).categories.map(entryOf),
  create: (main) => changed(call(catalog.createCategory, { body: { main } })),
  addSub: ({ name: main }, sub) => changed(call(catalog.addSubCategory, { body: { main, sub } })),
  rename: ({ _id: id }, main) => changed(call(catalog.changeCategory, { params: { id }, body: { main } })),
  replaceSubs: ({ _id: id }, sub) => changed(call(catalog.changeCategory, { params: { id }, body: { sub } })),
  changeImage: ({ _id: id }, image) => changed(call(catalog.changeCategory, { params: { id }, body: { image } })),
  remove: ({ _id: id }) => call(catalog.removeCategory, { params: { id } }),
  removeSub: ({ name: main }, sub) => changed(call(catalog.removeSubCategory, { body: { main, sub } })),
};

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(assortmentQuery(CATEGORIES));
  return staffHead('Categories');
};

export const CategoryPage = () => <AssortmentScreen assortment={CATEGORIES} />;
