import { catalog, type AnswerOf, type BodyOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Collection = AnswerOf<typeof catalog.listCollectionsForStaff>['collections'][number];
export type Filter = Collection['filter'];
export type Preview = AnswerOf<typeof catalog.previewCollection>;
export type Asked = Required<BodyOf<typeof catalog.previewCollection>>;

export const collectionsQuery = queryOptions({
  queryKey: ['admin', 'collections'],
  queryFn: async ({ signal }) => (await call(catalog.listCollectionsForStaff, { signal })).collections,
});

/** While a filter is being changed only its last state is asked for. */
const DEBOUNCE_MS = 250;

/** What a filter and picked groups would find. */
export const previewQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ['admin', 'collection-preview', asked],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
      signal.throwIfAborted();
      return call(catalog.previewCollection, { body: asked, signal });
    },
    staleTime: 30_000,
    retry: false,
  });

export const placesQuery = queryOptions({
  queryKey: ['admin', 'collection-places'],
  queryFn: async ({ signal }) => {
    const [{ categories }, { materials }] = await Promise.all([
      call(catalog.listCategories, { signal }),
      call(catalog.listMaterials, { signal }),
    ]);
    return { categories, materials };
  },
});
