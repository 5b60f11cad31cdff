import { content, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Brand = AnswerOf<typeof content.getBrand>['brand'];

export const brandQuery = queryOptions({
  queryKey: ['admin', 'brand'],
  queryFn: async ({ signal }) => (await call(content.getBrand, { signal })).brand,
});
