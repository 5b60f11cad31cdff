import { cartOrder, identity, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Capture = AnswerOf<typeof cartOrder.listCaptures>['captures'][number];
export type CaptureRefund = Capture['refunds'][number];
export type CapturesFilter = QueryOf<typeof cartOrder.listCaptures>;

export const capturesQuery = (query: CapturesFilter) =>
  queryOptions({
    queryKey: ['admin', 'captures', query],
    queryFn: ({ signal }) => call(cartOrder.listCaptures, { query, signal }),
  });

/** The name in the newest entry of the audit trail: also of accounts that are gone. */
export const staffNameQuery = (actorId: string) =>
  queryOptions({
    queryKey: ['admin', 'staff-name', actorId],
    queryFn: async ({ signal }) =>
      (await call(identity.listAudit, { query: { actorId, limit: 1 }, signal })).entries[0]?.actorName ?? null,
    staleTime: Infinity,
  });
