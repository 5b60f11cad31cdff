import { cartOrder, content, identity, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { ORDERS_KEY } from '../../../api/orders.ts';

export type Note = AnswerOf<typeof cartOrder.listOrderNotes>['notes'][number];
export type Mail = AnswerOf<typeof content.listMails>['mails'][number];
export type Change = AnswerOf<typeof identity.listAudit>['entries'][number];
export type Capture = AnswerOf<typeof cartOrder.listCaptures>['captures'][number];

/** More than an order ever has. */
const ALL = { page: 1, limit: 100 } as const;

const keyOf = (id: string, what: string) => [...ORDERS_KEY, 'one', id, what] as const;

export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'notes'),
    queryFn: async ({ signal }) => (await call(cartOrder.listOrderNotes, { params: { id }, signal })).notes,
  });

export const mailsOfOrderQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'mails'),
    queryFn: async ({ signal }) =>
      (await call(content.listMails, { query: { page: 1, limit: 48, orderId: id }, signal })).mails,
  });

export const changesOfOrderQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'changes'),
    queryFn: async ({ signal }) =>
      (await call(identity.listAudit, { query: { ...ALL, subject: 'order', subjectId: id }, signal })).entries,
  });

export const paymentsOfOrderQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'payments'),
    queryFn: async ({ signal }) =>
      (await call(cartOrder.listCaptures, { query: { page: 1, limit: 48, show: 'all', q: id }, signal })).captures,
  });

export const buyerQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'buyer', id, 'account'],
    queryFn: async ({ signal }) => (await call(identity.getUser, { params: { id }, signal })).user,
  });

export const spendQuery = (userId: string) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'buyer', userId],
    queryFn: ({ signal }) => call(cartOrder.summarizeBuyer, { params: { userId }, signal }),
  });
