import { catalog, type AnswerOf, type BodyOf } from '@shop/contracts/browser';
import { call, type Prefetch } from '@shop/mfe-kit';
import { TaxonomyScreen, taxonomyQuery } from '../../components/taxonomy/taxonomy-screen.tsx';
import { nameRequest, type Changed, type Entry, type Taxonomy } from '../../components/taxonomy/taxonomy.ts';
import { changeField } from '../../components/document-form/change-field.ts';
import { staffHead } from '../../components/staff-head.ts';

type Answer = AnswerOf<typeof catalog.createMaterial>;

const entryOf = ({ tag, ...rest }: Answer['material']): Entry => ({ ...rest, name: tag });
const changed = async (answer: Promise<Answer>): Promise<Changed> => {
  const { message, material } = await answer;
  return { message, entry: entryOf(material) };
};

const change = ({ _id: id }: Entry, body: BodyOf<typeof catalog.changeMaterial>, version?: string) =>
  changed(call(catalog.changeMaterial, { params: { id }, body, version }));

const MATERIALS: Taxonomy = {
  title: 'Materials and tags',
  one: 'material',
  sub: 'sub-tag',
  subs: 'sub-tags',
  none: 'No Materials',
  noSub: 'No SubMaterials',
  hint: 'In lower case, as in addresses. A sub-tag named all is the whole material',
  queryKey: ['admin', 'materials'],
  list: async (signal) => (await call(catalog.listMaterials, { signal })).materials.map(entryOf),
  create: (tag) =>
    nameRequest(catalog.createMaterial, { tag }, (body) => changed(call(catalog.createMaterial, { body }))),
  addSub: ({ name: tag }, sub) =>
    nameRequest(catalog.addSubMaterial, { tag, sub }, (body) => changed(call(catalog.addSubMaterial, { body }))),
  rename: (entry, tag) => nameRequest(catalog.changeMaterial, { tag }, (body, version) => change(entry, body, version)),
  renameSub: (entry, from, to) =>
    nameRequest(catalog.changeMaterial, { renameSub: { from, to } }, (body, version) => change(entry, body, version)),
  changeImage: (entry, image) =>
    changeField(entry, { field: 'image', name: 'the picture' }, entryOf, (version) =>
      change(entry, { image }, version),
    ),
  changeMadeToOrder: (entry, madeToOrder) =>
    changeField(entry, { field: 'madeToOrder', name: 'whether it is made to order' }, entryOf, (version) =>
      change(entry, { madeToOrder }, version),
    ),
  entryOf,
  remove: ({ name: tag }) => call(catalog.removeMaterial, { params: { tag } }),
  removeSub: ({ name: tag }, sub) => changed(call(catalog.removeSubMaterial, { body: { tag, sub } })),
};

export const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(taxonomyQuery(MATERIALS));
  return staffHead('Materials and tags');
};

export const TagsPage = () => <TaxonomyScreen taxonomy={MATERIALS} />;
