import { cartOrder, type AnswerOf } from '@shop/contracts/browser';
import { ApiError, call, hrefOf } from '@shop/mfe-kit';
import { queryOptions } from '@tanstack/react-query';

export type Order = AnswerOf<typeof cartOrder.getOrder>['order'];
export type Item = Order['items'][number];

/** As its buyer, staff or anyone who has its link sees it. */
export type ShownOrder = Omit<AnswerOf<typeof cartOrder.getOrderByLink>['order'], 'paymentInfo'> & {
  paymentInfo: Omit<Order['paymentInfo'], 'id'> & { id?: string };
};

/** Addresses of its papers. */
export interface Papers {
  invoice: string;
  creditNote(refundId: string): string;
}

export const papersOf = (id: string): Papers => ({
  invoice: hrefOf(cartOrder.getInvoice.path, { id }),
  creditNote: (refundId) => hrefOf(cartOrder.getCreditNote.path, { id, refundId }),
});

export const papersByLink = (link: string): Papers => ({
  invoice: hrefOf(cartOrder.getInvoiceByLink.path, { link }),
  creditNote: (refundId) => hrefOf(cartOrder.getCreditNoteByLink.path, { link, refundId }),
});

/** The invoice of an order is written a moment after it: it is asked for again for two minutes at most. */
const INVOICE_POLL_MS = 2_000;
const INVOICE_WAIT_MS = 120_000;
export const awaitsInvoice = ({ invoice, createdAt }: Pick<ShownOrder, 'invoice' | 'createdAt'>): boolean =>
  invoice === undefined && Date.now() - Date.parse(createdAt) < INVOICE_WAIT_MS;

/** Refetched on window focus, because staff change it. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['account', 'order', id],
    queryFn: ({ signal }) => call(cartOrder.getOrder, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data && awaitsInvoice(data.order) ? INVOICE_POLL_MS : false),
  });

/** `null` where the link opens nothing, or nothing any more. */
export const orderByLinkQuery = (link: string) =>
  queryOptions({
    queryKey: ['account', 'order-by-link', link],
    queryFn: async ({ signal }) => {
      try {
        return (await call(cartOrder.getOrderByLink, { params: { link }, signal })).order;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'order.link-invalid') return null;
        throw error;
      }
    },
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) => (data && awaitsInvoice(data) ? INVOICE_POLL_MS : false),
  });
