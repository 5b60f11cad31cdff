import { type Address, payment as payments } from '@shop/contracts';
import type { CheckoutLine } from '../checkouts/checkout.schema.ts';
import type { CheckoutState } from '../checkouts/checkout.machine.ts';
import type { Order } from '../orders/order.schema.ts';
import { searchWordsOf } from '../orders/search-words.ts';
import type { SealedBuyer } from './sealed-buyer.schema.ts';

/** Bills are kept this long after the financial year in which they were written. */
const YEARS_OF_BILLS = 8;
const APRIL = 3;
/** In which financial years begin. */
const INDIA_AHEAD_MS = 5.5 * 3_600_000;

export const REMOVED = 'Removed';

export type UnfinishedKind = 'order' | 'refund' | 'dispute' | 'payment';

/** Why the data of an order is still needed; undefined once nothing more is going to happen to it. */
export function unfinishedOf(order: Order): UnfinishedKind | undefined {
  if (order.status === 'Processing' || order.status === 'Shipped') return 'order';
  if (payments.withheldByDisputes(order.payment.amount, order.disputes).open > 0) return 'dispute';
  if (order.waitingRefund?.amount || order.refunds.some(({ state }) => state === 'requested')) return 'refund';
  // Its bill is being written.
  if (order.numbersDue) return 'order';
  return undefined;
}

/** A checkout with a payment under way is not given up: its money would come without anybody to send pieces to. */
export const unfinishedCheckoutOf = (state: CheckoutState): 'payment' | 'checkout' =>
  state === 'capturing' || state === 'retaking' ? 'payment' : 'checkout';

export function keepBillUntil(writtenAt: Date): Date {
  const inIndia = new Date(writtenAt.getTime() + INDIA_AHEAD_MS);
  const yearEnds = inIndia.getUTCFullYear() + (inIndia.getUTCMonth() >= APRIL ? 1 : 0);
  return new Date(Date.UTC(yearEnds + YEARS_OF_BILLS, APRIL, 1) - INDIA_AHEAD_MS);
}

/** What the bill needs, and the order without anything personal. Its country and state stay: taxes follow from them. */
export function sealed(order: Order, now: Date): { buyer: SealedBuyer; fields: Partial<Order> } {
  const { _id, shippingInfo, business, pan } = order;
  const buyer: SealedBuyer = {
    _id,
    sealedAt: now,
    keepUntil: keepBillUntil(order.invoice?.issuedAt ?? order.createdAt),
    shippingInfo,
    ...(business && { business }),
    ...(pan && { pan }),
  };
  const address: Address = {
    ...shippingInfo,
    name: REMOVED,
    phone: '000000',
    street: REMOVED,
    city: REMOVED,
    pincode: '000000',
  };
  const lines = order.lines.map(withoutEngraving);
  const fields = { shippingInfo: address, specialRequest: null, lines, sealedAt: now };
  return { buyer, fields: { ...fields, words: searchWordsOf({ _id, shippingInfo: address, lines }) } };
}

const withoutEngraving = (line: CheckoutLine): CheckoutLine =>
  line.customizations.engraving === undefined
    ? line
    : { ...line, customizations: { ...line.customizations, engraving: REMOVED } };
