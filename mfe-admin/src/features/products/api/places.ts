import { catalog, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Places = AnswerOf<typeof catalog.listCategories> & AnswerOf<typeof catalog.listMaterials>;

/** Categories and materials that a product can be put in. */
export const placesQuery = queryOptions({
  queryKey: ['admin', 'places'],
  queryFn: async ({ signal }): Promise<Places> => {
    const [{ categories }, { materials }] = await Promise.all([
      call(catalog.listCategories, { signal }),
      call(catalog.listMaterials, { signal }),
    ]);
    return { categories, materials };
  },
});
