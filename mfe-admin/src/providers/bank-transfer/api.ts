import { payment, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Transfer = AnswerOf<typeof payment.listTransfers>['transfers'][number];
export type Arrival = AnswerOf<typeof payment.listArrivals>['arrivals'][number];
export type TransferReturn = AnswerOf<typeof payment.listTransferReturns>['returns'][number];
export type Statement = AnswerOf<typeof payment.importStatement>;
export type BankAccount = NonNullable<AnswerOf<typeof payment.getBankAccount>['account']>;

export type TransfersFilter = QueryOf<typeof payment.listTransfers>;
export type ArrivalsFilter = QueryOf<typeof payment.listArrivals>;
export type ReturnsFilter = QueryOf<typeof payment.listTransferReturns>;

/** Prefix of all queries that an arrival makes stale. */
export const TRANSFERS_KEY = ['admin', 'transfers'] as const;

export const transfersQuery = (query: TransfersFilter) =>
  queryOptions({
    queryKey: [...TRANSFERS_KEY, 'expected', query],
    queryFn: ({ signal }) => call(payment.listTransfers, { query, signal }),
  });

export const arrivalsQuery = (query: ArrivalsFilter) =>
  queryOptions({
    queryKey: [...TRANSFERS_KEY, 'arrived', query],
    queryFn: ({ signal }) => call(payment.listArrivals, { query, signal }),
  });

export const returnsQuery = (query: ReturnsFilter) =>
  queryOptions({
    queryKey: [...TRANSFERS_KEY, 'returns', query],
    queryFn: ({ signal }) => call(payment.listTransferReturns, { query, signal }),
  });

export const bankAccountQuery = queryOptions({
  queryKey: ['admin', 'bank-account'],
  queryFn: async ({ signal }) => (await call(payment.getBankAccount, { signal })).account,
});
