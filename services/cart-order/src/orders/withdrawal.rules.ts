import { countryCodeOf, daysAfter, EU_TIME_ZONES, HOME_COUNTRY } from '@shop/contracts';
import type { Order } from './order.schema.ts';
import { haveAllArrived, linesLeft } from './shipment.rules.ts';

type Withdrawn = Pick<Order, 'lines' | 'withdrawals'>;
type Withdrawable = Withdrawn & Pick<Order, 'status' | 'shippingInfo' | 'deliveredAt'>;

/** What a buyer may withdraw from. */
export interface Withdrawal {
  /** Places of lines. */
  lines: number[];
  /** Unknown until all of the order is delivered. */
  until?: Date;
}

const DAY_MS = 24 * 3_600_000;
const SUNDAY = 0;
const SATURDAY = 6;

/** Lines without those that were made to order or engraved, and those that were withdrawn from. */
export function withdrawalOf(order: Withdrawable, { nowMs, withinMs }: Asked): Withdrawal | undefined {
  const withdrawal = inAnyTime(order, withinMs);
  return withdrawal && isInTime(withdrawal, nowMs) ? withdrawal : undefined;
}

interface Asked {
  nowMs: number;
  /** Whole days, beside that of the delivery. */
  withinMs: number;
}

/** The same when its time is over. */
export function inAnyTime(order: Withdrawable, withinMs: number): Withdrawal | undefined {
  const { status, shippingInfo, deliveredAt } = order;
  const zone = EU_TIME_ZONES[countryCodeOf(shippingInfo.country) ?? HOME_COUNTRY];
  if (!zone || status === 'Cancelled') return undefined;
  const gone = linesWithdrawn(order);
  const lines = order.lines.flatMap(({ customized, engraved }, place) =>
    customized || engraved || gone.has(place) ? [] : [place],
  );
  if (lines.length === 0) return undefined;
  return { lines, ...(deliveredAt && { until: endOf(deliveredAt, Math.ceil(withinMs / DAY_MS), zone) }) };
}

export const isInTime = ({ until }: Withdrawal, nowMs: number): boolean => !until || nowMs < until.getTime();

export const linesWithdrawn = ({ withdrawals = [] }: Pick<Order, 'withdrawals'>): ReadonlySet<number> =>
  new Set(withdrawals.flatMap(({ lines }) => lines));

/** Where a withdrawal moves an order that is being prepared and has nothing left to be sent: cancelled, or done with the parcels that have left. */
export function statusOnWithdrawing(
  order: Withdrawn & Pick<Order, 'status' | 'shipments'>,
): 'Cancelled' | 'Shipped' | 'Delivered' | undefined {
  if (order.status !== 'Processing' || linesLeft(order).length > 0) return undefined;
  if (!order.shipments) return 'Cancelled';
  return haveAllArrived(order) ? 'Delivered' : 'Shipped';
}

/**
 * When a period of days is over that begins with an event: the day of the event does not count, and the last one is whole. One that ends at a weekend
 * ends with Monday (Regulation 1182/71, Article 3); public holidays are not known here.
 */
function endOf(event: Date, days: number, zone: string): Date {
  let last = daysAfter(dayIn(zone, event), days);
  while ([SATURDAY, SUNDAY].includes(new Date(last).getUTCDay())) last = daysAfter(last, 1);
  const midnight = Date.parse(daysAfter(last, 1));
  // Member states change their clocks at 01:00 UTC: at midnight of UTC the zone is as far from it as at its own.
  return new Date(midnight - aheadMs(zone, midnight));
}

const dayIn = (zone: string, moment: Date): string => localOf(zone, moment).slice(0, 10);

const aheadMs = (zone: string, ms: number): number => Date.parse(`${localOf(zone, new Date(ms))}Z`) - ms;

/** As `2026-11-25T09:30:00`. */
const localOf = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(moment)
    .replace(' ', 'T');
