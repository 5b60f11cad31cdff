import { identity, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Person = AnswerOf<typeof identity.listStaff>['people'][number];
export type StaffRole = AnswerOf<typeof identity.listRoles>['roles'][number];

export const STAFF_KEY = ['admin', 'staff'] as const;

export const staffQuery = queryOptions({
  queryKey: [...STAFF_KEY, 'people'],
  queryFn: async ({ signal }) => (await call(identity.listStaff, { signal })).people,
});

export const rolesQuery = queryOptions({
  queryKey: [...STAFF_KEY, 'roles'],
  queryFn: async ({ signal }) => (await call(identity.listRoles, { signal })).roles,
});
