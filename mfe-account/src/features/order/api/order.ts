import { cartOrder, type AnswerOf } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Order = AnswerOf<typeof cartOrder.getOrder>['order'];
export type Item = Order['items'][number];

/** The invoice of an order is written a moment after it: it is asked for again for two minutes at most. */
const INVOICE_POLL_MS = 2_000;
const INVOICE_WAIT_MS = 120_000;
export const awaitsInvoice = ({ invoice, createdAt }: Order): boolean =>
  invoice === undefined && Date.now() - Date.parse(createdAt) < INVOICE_WAIT_MS;

/** Refetched on window focus, because staff change it. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'order', id],
    queryFn: ({ signal }) => call(cartOrder.getOrder, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data && awaitsInvoice(data.order) ? INVOICE_POLL_MS : false),
  });
