import { catalog, type AnswerOf, type BodyOf } from '@shop/contracts/browser';
import { call, type Prefetch } from '@shop/mfe-kit';
import { TaxonomyScreen, taxonomyQuery } from '../../components/taxonomy/taxonomy-screen.tsx';
import { nameRequest, type Changed, type Entry, type Taxonomy } from '../../components/taxonomy/taxonomy.ts';
import { changeField } from '../../components/document-form/change-field.ts';
import { staffHead } from '../../components/staff-head.ts';

type Answer = AnswerOf<typeof catalog.createCategory>;

const entryOf = ({ main, ...rest }: Answer['category']): Entry => ({ ...rest, name: main });
const changed = async (answer: Promise<Answer>): Promise<Changed> => {
  const { message, category } = await answer;
  return { message, entry: entryOf(category) };
};

const change = ({ _id: id }: Entry, body: BodyOf<typeof catalog.changeCategory>, version?: string) =>
  changed(call(catalog.changeCategory, { params: { id }, body, version }));

const CATEGORIES: Taxonomy = {
  title: 'Categories',
  one: 'category',
  sub: 'sub-category',
  subs: 'sub-categories',
  none: 'No Categories',
  noSub: 'No SubCategories',
  hint: 'In lower case and the singular, as in addresses: ring',
  queryKey: ['admin', 'categories'],
  list: async (signal) => (await call(catalog.listCategories, { signal })).categories.map(entryOf),
  create: (main) =>
    nameRequest(catalog.createCategory, { main }, (body) => changed(call(catalog.createCategory, { body }))),
  addSub: ({ name: main }, sub) =>
    nameRequest(catalog.addSubCategory, { main, sub }, (body) => changed(call(catalog.addSubCategory, { body }))),
  rename: (entry, main) =>
    nameRequest(catalog.changeCategory, { main }, (body, version) => change(entry, body, version)),
  renameSub: (entry, from, to) =>
    nameRequest(catalog.changeCategory, { renameSub: { from, to } }, (body, version) => change(entry, body, version)),
  changeImage: (entry, image) =>
    changeField(entry, { field: 'image', name: 'the picture' }, entryOf, (version) =>
      change(entry, { image }, version),
    ),
  entryOf,
  remove: ({ _id: id }) => call(catalog.removeCategory, { params: { id } }),
  removeSub: ({ name: main }, sub) => changed(call(catalog.removeSubCategory, { body: { main, sub } })),
};

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(taxonomyQuery(CATEGORIES));
  return staffHead('Categories');
};

export const CategoryPage = () => <TaxonomyScreen taxonomy={CATEGORIES} />;
