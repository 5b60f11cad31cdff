import { identity, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type SignedInBrowser = AnswerOf<typeof identity.listSessions>['sessions'][number];

/** Of staff: whether an app gives their codes. */
export const authenticatorQuery = queryOptions({
  queryKey: ['account', 'authenticator'],
  queryFn: ({ signal }) => call(identity.getAuthenticator, { signal }),
});

/** Where the account is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => call(identity.listSessions, { signal }),
});
