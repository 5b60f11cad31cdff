import { catalog, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Customization = AnswerOf<typeof catalog.listCustomizations>['customizations'][number];
export type CustomizationToSave = Omit<Customization, '_id'>;

export const customizationsQuery = queryOptions({
  queryKey: ['admin', 'customizations'],
  queryFn: async ({ signal }) => (await call(catalog.listCustomizations, { signal })).customizations,
});
