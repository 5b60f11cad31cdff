import { localOfShop, momentOfShop } from '@shop/contracts/browser';

/** What a `datetime-local` has, by the clock of the shop, as it is sent; what is no time goes as it is, for the contract to refuse. */
export function momentIn(local: string): string {
  const moment = momentOfShop(local);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}

/** A moment, or none, as a `datetime-local` shows it by the clock of the shop. */
export const localOf = (moment: string | undefined): string => (moment ? localOfShop(new Date(moment)) : '');
