import { catalog, content, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { nameOfPage } from '../../../api/pages.ts';

export type Menus = AnswerOf<typeof content.getMenusForStaff>['menus'];
export type Item = Menus['header'][number];
export type Target = Item['target'];

export const menusQuery = queryOptions({
  queryKey: ['admin', 'menus'],
  queryFn: async ({ signal }) => (await call(content.getMenusForStaff, { signal })).menus,
});

/** One that an item may lead to; what visitors do not see says why. */
export interface Choice {
  value: string;
  name: string;
  hidden?: string;
  /** Values that it had under a former name. */
  former?: readonly string[];
}
export type Choices = Record<'category' | 'material' | 'collection' | 'page', readonly Choice[]>;

type Renamed = Pick<
  AnswerOf<typeof catalog.listCategories>['categories'][number],
  'sub' | 'formerNames' | 'formerSubs'
>;

const partsOf = (id: string, name: string, { sub, formerSubs = [] }: Renamed): Choice[] => [
  { value: id, name },
  ...sub
    .filter((part) => part !== 'all')
    .map((part) => ({
      ...{ value: `${id}/${part}`, name: `${name}: ${part}` },
      former: formerSubs.filter(({ to }) => to === part).map(({ from }) => `${id}/${from}`),
    })),
];

/** Addresses that lead to a list, also by a former name. */
const pathsOf = (base: string, name: string, { sub, formerNames = [], formerSubs = [] }: Renamed): string[] =>
  [name, ...formerNames].flatMap((list) =>
    ['', ...[...sub, ...formerSubs.map(({ from }) => from)].map((part) => `/${encodeURIComponent(part)}`)].map(
      (part) => `${base}/${encodeURIComponent(list)}${part}`,
    ),
  );

/** What an item leads to that was saved with this value. */
export const choiceOf = (choices: readonly Choice[], saved: string): Choice | undefined =>
  choices.find(({ value }) => value === saved) ?? choices.find(({ former }) => former?.includes(saved));

/** What items may lead to. */
export const choicesQuery = queryOptions({
  queryKey: ['admin', 'menu-choices'],
  queryFn: async ({ signal }): Promise<Choices & { lists: readonly string[] }> => {
    const [{ categories }, { materials }, { collections }, { pages }] = await Promise.all([
      call(catalog.listCategories, { signal }),
      call(catalog.listMaterials, { signal }),
      call(catalog.listCollections, { signal }),
      call(content.listPagesForStaff, { signal }),
    ]);
    return {
      category: categories.flatMap(({ _id, main, ...parts }) => partsOf(_id, main, parts)),
      material: materials.flatMap(({ _id, tag, ...parts }) => partsOf(_id, tag, parts)),
      collection: collections.flatMap(({ _id, name }) => (_id ? [{ value: _id, name }] : [])),
      page: pages.map((page) => ({
        ...{ value: page._id, name: nameOfPage(page) },
        ...(!page.updatedAt && { hidden: 'This page is not written yet' }),
        ...(page.status === 'draft' && { hidden: 'This page is a draft' }),
      })),
      lists: [
        ...categories.flatMap(({ main, ...parts }) => pathsOf('/product', main, parts)),
        ...materials.flatMap(({ tag, ...parts }) => pathsOf('/material', tag, parts)),
      ],
    };
  },
});
