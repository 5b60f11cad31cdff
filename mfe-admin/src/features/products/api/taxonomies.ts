import { catalog, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Taxonomies = AnswerOf<typeof catalog.listCategories> & AnswerOf<typeof catalog.listMaterials>;

/** Categories and materials that a product can be put in. */
export const taxonomiesQuery = queryOptions({
  queryKey: ['admin', 'taxonomies'],
  queryFn: async ({ signal }): Promise<Taxonomies> => {
    const [{ categories }, { materials }] = await Promise.all([
      call(catalog.listCategories, { signal }),
      call(catalog.listMaterials, { signal }),
    ]);
    return { categories, materials };
  },
});
