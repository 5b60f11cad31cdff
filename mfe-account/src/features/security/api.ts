import { identity, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type SignedInBrowser = AnswerOf<typeof identity.listSessions>['sessions'][number];

/** Where the account is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(identity.listSessions, { signal }),
});
