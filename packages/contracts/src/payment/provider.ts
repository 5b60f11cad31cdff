import type { CurrencyCode } from '../core/constants.ts';
import { mark } from '../core/kind.ts';

/** What orders, payments and refunds show of a provider. */
export interface RetiredProviderSpec<Name extends string = string> {
  /** In paths, events and databases. */
  name: Name;
  /** How a buyer reads on an order what it was paid by. */
  label: string;
  /** The same for staff. */
  staffLabel: string;
}

/** A payment provider as every slice knows it. Its calls are declared beside it, its code is in one folder of payment. */
export interface ProviderSpec<Name extends string = string> extends RetiredProviderSpec<Name> {
  /** As one of several ways to pay. */
  choice: string;
  /** Below the button that pays. */
  hint: string;
  currencies: readonly CurrencyCode[];
  /** Among the ways to pay in a currency: the lowest is offered first. */
  place: number;
  /** Shown as ways to pay on the pages of products. */
  brands: readonly string[];
  /** Whether it is offered before staff decide. */
  isOnAtFirst: boolean;
  /** Beginnings of the request headers, in lower case, by which its webhooks are verified: the gateway forwards them. */
  webhookHeaders: readonly string[];
}

export function defineProvider<const Name extends string>(provider: ProviderSpec<Name>): ProviderSpec<Name> {
  return mark('provider', provider);
}

/** One whose code is gone: nothing is paid by it any more, and the books keep its name. */
export function retiredProvider<const Name extends string>(
  provider: RetiredProviderSpec<Name>,
): RetiredProviderSpec<Name> {
  return mark('retired-provider', provider);
}
