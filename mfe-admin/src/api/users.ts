import { identity, type AnswerOf, type QueryOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type User = AnswerOf<typeof identity.listUsers>['users'][number];
export type UsersFilter = QueryOf<typeof identity.listUsers>;

export const USERS_KEY = ['admin', 'users'] as const;

export const usersQuery = (query: UsersFilter) =>
  queryOptions({
    queryKey: [...USERS_KEY, query],
    queryFn: ({ signal }) => call(identity.listUsers, { query, signal }),
  });
