import { CURRENCY_DECIMALS } from '@shop/contracts';
import type { Buyer } from './buyer.ts';

// What the shop's staff and banks do at the provider with a captured payment, through the sandbox's control API. Amounts are in
// the currency's smallest unit.

export const refundAtProvider = (buyer: Buyer, paymentId: string, amount: number) =>
  buyer.control(`${pathOf(buyer, paymentId)}/refund`, { amount: money(buyer, amount) });

/** Over the whole payment unless an amount is given. */
export const openDispute = (buyer: Buyer, paymentId: string, amount?: number) =>
  buyer.control(`${pathOf(buyer, paymentId)}/dispute`, amount === undefined ? {} : { amount: money(buyer, amount) });

export const decideDispute = (buyer: Buyer, disputeId: string, isWon: boolean) =>
  buyer.control(
    `/${buyer.provider}/disputes/${disputeId}`,
    buyer.rupees ? { status: isWon ? 'won' : 'lost' } : { inBuyersFavour: !isWon },
  );

const pathOf = ({ rupees }: Buyer, paymentId: string): string =>
  rupees ? `/razorpay/payments/${paymentId}` : `/paypal/captures/${paymentId}`;

function money({ rupees, currency }: Buyer, amount: number): unknown {
  const digits = CURRENCY_DECIMALS[currency];
  return rupees ? amount : { currency_code: currency, value: (amount / 10 ** digits).toFixed(digits) };
}
