import { identity, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Account = NonNullable<AnswerOf<typeof identity.me>['user']>;
export type SavedAddress = Account['addresses'][number];

/** The account with its addresses, which the session does not include. */
export const meQuery = queryOptions({
  queryKey: ['account', 'me'],
  queryFn: ({ signal }) => call(identity.me, { signal }),
});
