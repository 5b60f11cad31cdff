import { cartOrder, content, payment, type BodyOf, type Permission } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';
import { MAILS_KEY, mailsQuery } from './mails.ts';
import { ORDERS_KEY, ordersQuery } from './orders.ts';
import { attentionQuery, PAYMENTS_KEY } from './payments.ts';

/** The longest pages of their calls. */
export const OPEN_ORDERS = ordersQuery({ page: 1, limit: 100, status: 'Processing', sort: 'placed' });
export const OPEN_PAYMENTS = attentionQuery({ page: 1, limit: 48, resolved: 'no' });
export const OPEN_MAILS = mailsQuery({ page: 1, limit: 48, state: 'dead' });

/** What waits for staff, each kind in the service that owns it. */
export const WORK_KINDS = ['order', 'payment', 'mail'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

type TakerChange = BodyOf<typeof payment.takeAttention>;

interface Work {
  /** Needed to see it, and to take it. */
  read: Permission;
  take: Permission;
  /** Prefix of all queries that show who has it. */
  key: readonly string[];
  /** How many there are. */
  count(signal: AbortSignal): Promise<{ totalCount: number }>;
  /** Takes one, gives it back or takes it over. */
  change(id: string, body: TakerChange): Promise<unknown>;
}

const ONE = { page: 1, limit: 1 } as const;

export const WORK: Readonly<Record<WorkKind, Work>> = {
  order: {
    ...{ read: 'orders.read', take: 'orders.change-status', key: ORDERS_KEY },
    count: (signal) => call(cartOrder.listOrders, { query: { ...ONE, status: 'Processing' }, signal }),
    change: (id, body) => call(cartOrder.takeOrder, { params: { id }, body }),
  },
  payment: {
    ...{ read: 'payments.read', take: 'payments.resolve', key: PAYMENTS_KEY },
    count: (signal) => call(payment.listAttention, { query: { ...ONE, resolved: 'no' }, signal }),
    change: (id, body) => call(payment.takeAttention, { params: { id }, body }),
  },
  mail: {
    ...{ read: 'mails.read', take: 'mails.retry', key: MAILS_KEY },
    count: (signal) => call(content.listMails, { query: { ...ONE, state: 'dead' }, signal }),
    change: (id, body) => call(content.takeMail, { params: { id }, body }),
  },
};

export const WORK_COUNT_KEY = ['admin', 'work', 'count'] as const;
/** How long the menu shows a number before it asks again with the next screen. */
const COUNT_FRESH_MS = 30_000;

export const workCountQuery = (kind: WorkKind) =>
  queryOptions({
    queryKey: [...WORK_COUNT_KEY, kind],
    queryFn: async ({ signal }) => (await WORK[kind].count(signal)).totalCount,
    staleTime: COUNT_FRESH_MS,
    retry: false,
  });
