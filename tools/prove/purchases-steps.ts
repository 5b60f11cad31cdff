import type { Telling } from './purchases-bank.ts';

/** A fault in a provider's webhook deliveries for one payment. */
export type WebhookFault = 'late' | 'an hour late' | 'twice' | 'never' | 'out-of-order' | 'wrong-signature';

/** A lost or failed provider response, before or after the request took effect. */
export type ResponseFault = 'timeout-before' | 'timeout-after' | 'error-before' | 'error-after';

/**
 * How a buyer pays. Razorpay: `declined`, `authorized late` (declined first). PayPal: `declined`, `pending, then paid`
 * and `pending, then not` (waiting for a bank).
 */
export type Paying = 'success' | 'declined' | 'authorized late' | 'pending, then paid' | 'pending, then not';

/** `attempt`: index of this shopper's payment attempts, from 0. */
export type Step =
  | { do: 'add'; piece: number; quantity: number }
  | { do: 'check out'; buyNow?: { piece: number; quantity: number } }
  /** Buys the last piece now, at the same moment as the others of `shoppers`. */
  | { do: 'rush'; piece: number; shoppers: number }
  /** Staff change a piece while it is being bought. */
  | { do: 'staff edit'; piece: number; edit: StaffEdit }
  | { do: 'begin'; fault?: ResponseFault }
  | { do: 'pay'; attempt: number; how: Paying; webhooks?: WebhookFault }
  | { do: 'return'; attempt: number; times: number; fault?: ResponseFault }
  /** Two tabs at the same moment. */
  | { do: 'return with both' }
  | { do: 'begin a transfer' }
  /** The bank receives it, and staff are told. `percent`: of the amount that is due. */
  | { do: 'transfer'; told: Telling; percent: number }
  | { do: 'give the transfer up' }
  | { do: 'let the transfer expire' }
  | { do: 'await the order' }
  | { do: 'cancel the checkout' }
  | { do: 'let it expire' }
  | { do: 'cancel the order' }
  | { do: 'staff ship' }
  | { do: 'staff cancel' }
  /** `failsLater`: it is returned after the provider reported it as paid out. */
  | { do: 'staff refund'; share: number; failsLater?: true; fault?: ResponseFault; webhooks?: WebhookFault }
  | { do: 'await the failure' }
  /** In the provider's own dashboard, which tells the shop by a webhook. */
  | { do: 'dashboard refund'; share: number; webhooks?: WebhookFault }
  /** At the bank or PayPal, of the whole payment. */
  | { do: 'dispute'; webhooks?: WebhookFault }
  | { do: 'decide the dispute'; won: boolean };

/** `price` in per cent of the price; `stock`: pieces added; `withdraw`: archived and published again. */
export type StaffEdit = { price: number } | { stock: number } | { withdraw: true };

/** E.g. `add 2 of piece 3`. */
export function stepText(step: Step): string {
  switch (step.do) {
    case 'add':
      return `add ${step.quantity} of piece ${step.piece}`;
    case 'check out':
      return step.buyNow ? `buy now ${step.buyNow.quantity} of piece ${step.buyNow.piece}` : 'check out the cart';
    case 'begin':
      return `start payment${step.fault ? ` (${step.fault})` : ''}`;
    case 'pay':
      return `pay #${step.attempt}: ${step.how}${step.webhooks ? `, webhooks ${step.webhooks}` : ''}`;
    case 'return':
      return `return #${step.attempt}${step.times > 1 ? ` ${step.times} times at once` : ''}${step.fault ? ` (${step.fault})` : ''}`;
    case 'rush':
      return `rush for the last piece ${step.piece}, ${step.shoppers} shoppers`;
    case 'staff refund':
      return `staff refund ${step.share * 100} %${step.failsLater ? ', which fails later' : ''}${step.fault ? ` (${step.fault})` : ''}${step.webhooks ? `, webhooks ${step.webhooks}` : ''}`;
    case 'staff edit':
      return `staff edit piece ${step.piece}: ${JSON.stringify(step.edit)}`;
    case 'dashboard refund':
      return `dashboard refund ${step.share * 100} %${step.webhooks ? `, webhooks ${step.webhooks}` : ''}`;
    case 'dispute':
      return `dispute${step.webhooks ? `, webhooks ${step.webhooks}` : ''}`;
    case 'transfer':
      return `transfer ${step.percent} %, told ${step.told}`;
    case 'decide the dispute':
      return `the dispute is ${step.won ? 'won' : 'lost'}`;
    default:
      return step.do;
  }
}
