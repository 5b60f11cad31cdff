import { type CurrencyCode, isIndia, shopDayOf } from '@shop/contracts';
import type { Order } from '../orders/order.schema.ts';

/** What of a purchase decides whether its buyer names a PAN. */
export interface Counted {
  currency: CurrencyCode;
  shippingInfo: { country: string };
  paise: { total: number };
}

export type CountedOrder = Counted & Pick<Order, 'createdAt' | 'status'>;

/** In rupees and for India: an export needs no PAN. */
export const isCounted = ({ currency, shippingInfo }: Omit<Counted, 'paise'>): boolean =>
  currency === 'INR' && isIndia(shippingInfo.country);

/** What the law takes together with a purchase of `now`, in paise: the buyer's orders of that day in India that stand, and what is being paid. */
export function boughtOnDay(orders: readonly CountedOrder[], underWay: readonly Counted[], now: Date): number {
  const day = shopDayOf(now);
  const standing = orders.filter(({ createdAt, status }) => status !== 'Cancelled' && shopDayOf(createdAt) === day);
  return [...standing, ...underWay].filter(isCounted).reduce((sum, { paise }) => sum + paise.total, 0);
}

/** Above the sum, not at it. */
export const isPanNeeded = (purchase: Counted, besidesPaise: number, abovePaise: number): boolean =>
  isCounted(purchase) && purchase.paise.total + besidesPaise > abovePaise;
