import { amountOfParts, type PaidParts, type RefundParts, REFUNDED_CHARGES, spread } from '@shop/contracts';
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

/** One that was settled is moved to the end. */
const asAskedFor = (refunds: readonly OrderRefund[]): OrderRefund[] =>
  refunds.toSorted((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime());

/** The taxable value and the tax of what a refund is for, to the paisa; undefined where it is an amount, or another one than they cost. */
export function creditedPartsOf(
  order: Billed & Pick<Order, 'refunds'>,
  refund: OrderRefund,
): { subtotal: number; gst: number; charges: number } | undefined {
  const { of } = refund;
  if (!of) return undefined;
  const asked = asAskedFor(order.refunds);
  const earlier = partsRefunded(asked.slice(0, asked.indexOf(refund)));
  const costs = (parts: RefundParts, side?: (row: Taxed) => number) =>
    amountOfParts(paidPartsOf(order, side), parts, earlier);
  const gst = costs(of, (row) => row.gst);
  const charges = costs({ lines: [], charges: of.charges }, (row) => row.taxable);
  return costs(of) === refund.amount ? { subtotal: refund.amount - gst - charges, gst, charges } : undefined;
}

/**
 * What was paid for some of the lines, with tax, and not paid back yet. A refund of parts is shared by what it is for, an amount by what is left
 * of everything.
 */
export function unrefundedOf(
  order: Billed & Pick<Order, 'payment' | 'refunds'>,
  isMeant: (line: Order['lines'][number]) => boolean,
): number {
  const paid = paidPartsOf(order);
  const isMeantAt = (place: number) => isMeant(order.lines[place]!);
  const earlier: RefundParts[] = [];
  let left = order.payment.amount;
  let meant = paid.lines.reduce((sum, { amount }, place) => sum + (isMeantAt(place) ? amount : 0), 0);
  for (const { amount, of } of asAskedFor(order.refunds).filter(({ state }) => state !== 'failed')) {
    const lines = of?.lines.filter(({ place }) => isMeantAt(place)) ?? [];
    const all = of ? amountOfParts(paid, of, earlier) : left;
    const some = of ? amountOfParts(paid, { lines, charges: [] }, earlier) : meant;
    const [share] = spread(amount, [some, all - some]);
    left = Math.max(0, left - amount);
    meant = Math.min(left, Math.max(0, meant - share!));
    if (of) earlier.push(of);
  }
  return meant;
}
