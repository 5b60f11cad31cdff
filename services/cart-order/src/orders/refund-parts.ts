import { amountOfParts, type PaidParts, type RefundParts, REFUNDED_CHARGES } from '@shop/contracts';
import { amountOf, billOfPurchase, type Taxed } from '../checkouts/totals.rules.ts';
import type { Order, OrderRefund } from './order.schema.ts';

type Billed = Pick<Order, 'lines' | 'amounts' | 'bill'>;

/** What was paid for lines and charges, by one side of their rows: with tax, unless told otherwise. */
export function paidPartsOf(order: Billed, side: (row: Taxed) => number = amountOf): PaidParts {
  const bill = billOfPurchase(order);
  return {
    lines: order.lines.map(({ quantity }, place) => ({ amount: side(bill.lines[place]!), quantity })),
    charges: Object.fromEntries(REFUNDED_CHARGES.map((charge) => [charge, side(bill.charges[charge])])),
  };
}

/** What refunds were for that did not fail. */
export const partsRefunded = (refunds: readonly OrderRefund[]): RefundParts[] =>
  refunds.flatMap(({ of, state }) => (of && state !== 'failed' ? [of] : []));

/** The taxable value and the tax of what a refund is for, to the paisa; undefined where it is an amount, or another one than they cost. */
export function creditedPartsOf(
  order: Billed & Pick<Order, 'refunds'>,
  refund: OrderRefund,
): { subtotal: number; gst: number; charges: number } | undefined {
  const { of } = refund;
  if (!of) return undefined;
  // As they were asked for: one that was settled is moved to the end.
  const asked = order.refunds.toSorted((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime());
  const earlier = partsRefunded(asked.slice(0, asked.indexOf(refund)));
  const costs = (parts: RefundParts, side?: (row: Taxed) => number) =>
    amountOfParts(paidPartsOf(order, side), parts, earlier);
  const gst = costs(of, (row) => row.gst);
  const charges = costs({ lines: [], charges: of.charges }, (row) => row.taxable);
  return costs(of) === refund.amount ? { subtotal: refund.amount - gst - charges, gst, charges } : undefined;
}
