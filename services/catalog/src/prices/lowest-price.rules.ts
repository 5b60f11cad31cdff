import { gstWithin, mrpOf } from '@shop/contracts';

/** The lowest price whose MRP is not below `mrpPaise`: every paisa of the price raises its MRP. */
export function lowestPriceOf(mrpPaise: number, gstRate: number): number {
  let paise = Math.max(0, mrpPaise - gstWithin(mrpPaise, gstRate) - 1);
  while (mrpOf(paise, gstRate) < mrpPaise) paise += 1;
  return paise;
}
