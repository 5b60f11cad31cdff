import type { LiveProviderName, ProviderName } from '@shop/contracts/browser';
import type { Payment } from '../../api.ts';
import type { PayingAdapter } from './adapter.ts';
import { bankTransfer } from './bank-transfer/bank-transfer.ts';
import { paypal } from './paypal/paypal.ts';
import { razorpay } from './razorpay/razorpay.ts';

// In the chunk of the page: one of their own would add its hash to every page of the shop.
const ADAPTERS = { razorpay, paypal, 'bank-transfer': bankTransfer } satisfies Record<LiveProviderName, PayingAdapter>;

/** Undefined for a provider that is retired, or that the services have and this build has not. */
export const adapterOf = (provider: ProviderName): PayingAdapter | undefined =>
  (ADAPTERS as Partial<Record<ProviderName, PayingAdapter>>)[provider];

/** The buyer has to do something outside the shop before the money can come. */
export const isAwaited = (payment: Payment | undefined): boolean =>
  payment?.state === 'open' && adapterOf(payment.provider)?.Awaiting !== undefined;

/** The provider from whose pages the buyer is back: its name is among the parameters of the address. */
export const returnedFrom = (search: URLSearchParams): LiveProviderName | undefined =>
  (Object.keys(ADAPTERS) as LiveProviderName[]).find((provider) => search.has(provider));
