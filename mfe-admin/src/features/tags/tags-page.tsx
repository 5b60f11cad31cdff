import { catalog, type AnswerOf } from '@shop/contracts/browser';
import { call, type Prefetch } from '@shop/mfe-kit';
import { AssortmentScreen, assortmentQuery } from '../../components/assortment/assortment-screen.tsx';
import type { Assortment, Changed } from '../../components/assortment/assortment.ts';
import { staffHead } from '../../components/staff-head.ts';

type Answer = AnswerOf<typeof catalog.createMaterial>;

const entryOf = ({ tag, ...rest }: Answer['material']) => ({ ...rest, name: tag });
const changed = async (answer: Promise<Answer>): Promise<Changed> => {
  const { message, material } = await answer;
  return { message, entry: entryOf(material) };
};

const MATERIALS: Assortment = {
  title: 'Materials and tags',
  one: 'material',
  sub: 'sub-tag',
  subs: 'sub-tags',
  none: 'No Materials',
  noSub: 'No SubMaterials',
  hint: 'In small letters, as it stands in addresses. A sub-tag named all stands for the whole material',
  queryKey: ['admin', 'materials'],
  list: async (signal) => (await call(catalog.listMaterials, { signal })).materials.map(entryOf),
  create: (tag) => changed(call(catalog.createMaterial, { body: { tag } })),
  addSub: ({ name: tag }, sub) => changed(call(catalog.addSubMaterial, { body: { tag, sub } })),
  rename: ({ _id: id }, tag) => changed(call(catalog.changeMaterial, { params: { id }, body: { tag } })),
  replaceSubs: ({ _id: id }, sub) => changed(call(catalog.changeMaterial, { params: { id }, body: { sub } })),
  changeImage: ({ _id: id }, image) => changed(call(catalog.changeMaterial, { params: { id }, body: { image } })),
  remove: ({ name: tag }) => call(catalog.removeMaterial, { params: { tag } }),
  removeSub: ({ name: tag }, sub) => changed(call(catalog.removeSubMaterial, { body: { tag, sub } })),
};

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(assortmentQuery(MATERIALS));
  return staffHead('Materials and tags');
};

export const TagsPage = () => <AssortmentScreen assortment={MATERIALS} />;
