import { identity, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type AuditEntry = AnswerOf<typeof identity.listAudit>['entries'][number];
export type AuditFilter = QueryOf<typeof identity.listAudit>;

export const auditQuery = (query: AuditFilter) =>
  queryOptions({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ signal }) => call(identity.listAudit, { query, signal }),
  });
