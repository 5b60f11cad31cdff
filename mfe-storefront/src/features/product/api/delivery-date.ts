import { cartOrder } from '@shop/contracts/browser';
import { call } from '@shop/mfe-kit';
import { rememberPincode } from '../remembered-pincode.ts';

const DAY = new Intl.DateTimeFormat('en-IN', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));

/** Where a piece goes, and between which days it arrives: `Jaipur`, `Fri, 27 Nov – Tue, 1 Dec`. */
export async function deliveryTo(
  pincode: string,
  isMadeToOrder: boolean,
  signal: AbortSignal,
): Promise<{ place: string; days: string }> {
  const query = { madeToOrder: isMadeToOrder ? ('true' as const) : ('false' as const) };
  const { delivery } = await call(cartOrder.getDelivery, { params: { pincode }, query, signal });
  rememberPincode(pincode);
  const { city, state, earliest, latest } = delivery;
  return {
    place: city ?? state,
    days: earliest === latest ? dayText(latest) : `${dayText(earliest)} – ${dayText(latest)}`,
  };
}
