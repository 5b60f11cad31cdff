import { bareGstin, type BodyOf, type cartOrder, type CurrencyCode, isHomeCountryName } from '@shop/contracts/browser';
import type { Quote, SavedAddress, Terms } from './api.ts';
import { businessProblems, type BusinessProblems, type ChosenBusiness, NO_BUSINESS } from './business.tsx';
import { type ChosenExtras, NO_EXTRAS } from './extras.tsx';
import { type ChosenPresent, NO_PRESENT } from './present.tsx';
import { type ChosenTax, NO_TAX, taxOf, taxProblems, type TaxProblems } from './tax-details.tsx';

export type BuyNow = BodyOf<typeof cartOrder.addToCart>;
export type Frozen = BodyOf<typeof cartOrder.startCheckout>;
export type Problems = BusinessProblems & TaxProblems;

/** The choices so far; they survive a cancelled checkout. */
export interface Choice {
  addressId?: string;
  extras: ChosenExtras;
  present: ChosenPresent;
  business: ChosenBusiness;
  tax: ChosenTax;
  courier?: { country: string; name: string };
}
export const NOTHING_CHOSEN: Choice = { extras: NO_EXTRAS, present: NO_PRESENT, business: NO_BUSINESS, tax: NO_TAX };

/** A courier applies only to the country that it was chosen for. */
export const courierTo = (country: string, { courier }: Choice): string | undefined =>
  courier?.country === country ? courier.name : undefined;

interface Sale {
  /** The Buy Now item. */
  buyNow: BuyNow | undefined;
  country: string;
  currency: CurrencyCode;
}

/** What the service quotes. */
export function termsOf(choice: Choice, { buyNow, country, currency }: Sale): Terms {
  const { extras, present } = choice;
  const courier = courierTo(country, choice);
  return {
    ...(buyNow && { buyNow }),
    country,
    currency,
    hallmarking: extras.hallmarking,
    specialRequest: extras.specialRequest,
    ...(present.isPresent && present.wrap && { giftWrap: true }),
    ...(courier !== undefined && { courier }),
  };
}

/** What the checkout asks of who buys: a business by its GSTIN, in which its PAN is, or else a PAN if the law wants one. */
export interface Asked {
  business: boolean;
  pan: boolean;
}

export function askedOf({ business }: Choice, country: string, isPanNeeded: boolean): Asked {
  const isForBusiness = business.isBusiness && isHomeCountryName(country);
  return { business: isForBusiness, pan: isPanNeeded && !isForBusiness && isHomeCountryName(country) };
}

/** In the words of the service. */
export const problemsOf = ({ business, tax }: Choice, asked: Asked): Problems => ({
  ...(asked.business && businessProblems(business)),
  ...(asked.pan && taxProblems(tax)),
});

/** What the service freezes. */
export function frozenOf(
  choice: Choice,
  {
    buyNow,
    currency,
    address,
    asked,
    quote,
  }: Omit<Sale, 'country'> & { address: SavedAddress; asked: Asked; quote: Quote },
): Frozen {
  const { extras, present, business, tax } = choice;
  const { _id: _, isDefault: __, ...shippingInfo } = address;
  const courier = courierTo(address.country, choice);
  return {
    ...(buyNow && { buyNow }),
    shippingInfo,
    currency,
    hallmarking: extras.hallmarking,
    ...(extras.specialRequest && { specialRequest: { note: extras.note.trim() } }),
    ...(present.isPresent && { gift: { wrap: present.wrap, message: present.message.trim() } }),
    ...(asked.business && { business: { name: business.name.trim(), gstin: bareGstin(business.gstin) } }),
    ...(asked.pan && taxOf(tax)),
    ...(courier !== undefined && { courier }),
    expectedSubtotal: quote.totalsInRupees.subtotal,
  };
}
