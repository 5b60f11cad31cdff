import { cartOrder, content, payment } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { mailsQuery } from './mails.ts';
import { ordersQuery } from './orders.ts';
import { attentionQuery } from './payments.ts';

/** The longest pages of their calls. */
export const OPEN_ORDERS = ordersQuery({ page: 1, limit: 100, status: 'Processing', sort: 'placed' });
export const OPEN_PAYMENTS = attentionQuery({ page: 1, limit: 48, resolved: 'no' });
export const OPEN_MAILS = mailsQuery({ page: 1, limit: 48, state: 'dead' });

export const WORK_COUNT_KEY = ['admin', 'work', 'count'] as const;

const ONE = { page: 1, limit: 1 } as const;
/** How long the menu shows a number before it asks again with the next screen. */
const COUNT_FRESH_MS = 30_000;

const countOf = (part: string, count: (signal: AbortSignal) => Promise<{ totalCount: number }>) =>
  queryOptions({
    queryKey: [...WORK_COUNT_KEY, part],
    queryFn: async ({ signal }) => (await count(signal)).totalCount,
    staleTime: COUNT_FRESH_MS,
    retry: false,
  });

/** How much each part has, with the permission that its call needs. */
export const WORK_COUNTS = [
  {
    permission: 'orders.read',
    query: countOf('orders', (signal) =>
      call(cartOrder.listOrders, { query: { ...ONE, status: 'Processing' }, signal }),
    ),
  },
  {
    permission: 'payments.read',
    query: countOf('payments', (signal) => call(payment.listAttention, { query: { ...ONE, resolved: 'no' }, signal })),
  },
  {
    permission: 'mails.read',
    query: countOf('mails', (signal) => call(content.listMails, { query: { ...ONE, state: 'dead' }, signal })),
  },
] as const;
