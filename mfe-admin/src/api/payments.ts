import { payment, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Attention = AnswerOf<typeof payment.listAttention>['attention'][number];
export type AttentionFilter = QueryOf<typeof payment.listAttention>;

export const PAYMENTS_KEY = ['admin', 'payments'] as const;

export const attentionQuery = (query: AttentionFilter) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, query],
    queryFn: ({ signal }) => call(payment.listAttention, { query, signal }),
  });

export type Method = AnswerOf<typeof payment.listMethodsForStaff>['methods'][number];

export const METHODS_KEY = ['admin', 'payment-methods'] as const;

export const methodsQuery = queryOptions({
  queryKey: METHODS_KEY,
  queryFn: async ({ signal }) => (await call(payment.listMethodsForStaff, { signal })).methods,
});
