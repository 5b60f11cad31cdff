import { identity, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Download = NonNullable<AnswerOf<typeof identity.getDownload>['download']>;

const POLL_MS = 3_000;

/** The download that was asked for last. Asked for again while it is prepared. */
export const downloadQuery = queryOptions({
  queryKey: ['account', 'download'],
  queryFn: ({ signal }) => call(identity.getDownload, { signal }),
  refetchInterval: ({ state }) => (state.data?.download?.state === 'preparing' ? POLL_MS : false),
});
