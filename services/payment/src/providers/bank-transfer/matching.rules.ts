import crypto from 'node:crypto';
import { moneyText, type payment } from '@shop/contracts';
import { referencesIn } from './reference.rules.ts';
import type { Credit } from './statement.rules.ts';

/** What is known of a transfer when money arrives. */
export interface KnownTransfer {
  reference: string;
  /** Paise that are due. */
  amount: number;
  state: payment.TransferState;
}

/** Money that is recorded. */
export interface KnownArrival {
  id: string;
  keys: string[];
  amount: number;
  arrivedOn: string;
  reference: string | null;
  bankReference: string | null;
  /** Staff recorded it, and no statement has told it yet. */
  isByHand: boolean;
}

/** What happens with money in. `reference`: of the transfer that it names. */
export type Match =
  | { outcome: 'matched' | 'goes-back'; reference: string; message: string | null }
  | { outcome: 'unmatched'; reference: null; message: string | null }
  /** `arrival`: what it was recorded as, unless that is an earlier row of the same file. */
  | { outcome: 'known'; reference: string | null; message: string | null; arrival: KnownArrival | undefined };

/** Whether money is what a transfer waits for. It may come late; only the first of the amount counts. */
export const outcomeAt = ({ amount, state }: KnownTransfer, paid: number): 'matched' | 'goes-back' =>
  paid === amount && state !== 'arrived' ? 'matched' : 'goes-back';

/** State of a transfer once money came. */
export const stateAfter = (transfer: KnownTransfer, paid: number): 'arrived' | 'refused' =>
  transfer.state === 'arrived' || outcomeAt(transfer, paid) === 'matched' ? 'arrived' : 'refused';

export const keyOfBankReference = (bankReference: string): string => `bank/${bankReference}`;

/**
 * What tells money from other money, in any file that has it: the bank's number, or else everything that the row says and which of several
 * equal rows it is.
 */
export function keysOf(credits: Credit[]): string[] {
  const seen = new Map<string, number>();
  return credits.map(({ arrivedOn, amount, text, bankReference }) => {
    if (bankReference !== null) return keyOfBankReference(bankReference);
    const row = JSON.stringify([arrivedOn, amount, text.toUpperCase()]);
    const occurrence = (seen.get(row) ?? 0) + 1;
    seen.set(row, occurrence);
    return `row/${crypto.createHash('sha256').update(`${row}${occurrence}`).digest('base64url')}`;
  });
}

/** Matches rows of a statement, in their order: each counts for those below it. */
export function matchRows(
  rows: { key: string; credit: Credit }[],
  known: { arrivals: KnownArrival[]; transfers: KnownTransfer[] },
): Match[] {
  const arrivals = new Map(known.arrivals.flatMap((arrival) => arrival.keys.map((key) => [key, arrival] as const)));
  const byHand = new Set(known.arrivals.filter((arrival) => arrival.isByHand));
  const transfers = new Map(known.transfers.map((transfer) => [transfer.reference, transfer]));
  const above = new Set<string>();

  const match = ({ key, credit }: (typeof rows)[number]): Match => {
    const recorded = arrivals.get(key);
    if (recorded) {
      byHand.delete(recorded);
      const isOther = recorded.amount !== credit.amount;
      const message = isOther ? `It is recorded with ${moneyText(recorded.amount, 'INR')}` : null;
      return { outcome: 'known', reference: recorded.reference, message, arrival: recorded };
    }
    if (above.has(key)) {
      const message = 'A row above has the same bank reference';
      return { outcome: 'known', reference: null, message, arrival: undefined };
    }
    above.add(key);
    const named = referencesIn(credit.text).filter((reference) => transfers.has(reference));
    const alike = [...byHand].filter((arrival) => isSame(arrival, credit, named));
    const hand = alike.find(({ arrivedOn }) => arrivedOn === credit.arrivedOn) ?? alike[0];
    if (hand) {
      byHand.delete(hand);
      return { outcome: 'known', reference: hand.reference, message: 'Recorded by hand', arrival: hand };
    }
    const [reference, ...others] = named;
    if (reference === undefined) return { outcome: 'unmatched', reference: null, message: null };
    if (others.length > 0) {
      return { outcome: 'unmatched', reference: null, message: `It names several transfers: ${named.join(', ')}` };
    }
    const transfer = transfers.get(reference)!;
    const outcome = outcomeAt(transfer, credit.amount);
    const message = outcome === 'matched' ? null : whyBack(transfer, credit.amount);
    transfers.set(reference, { ...transfer, state: stateAfter(transfer, credit.amount) });
    return { outcome, reference, message };
  };
  return rows.map(match);
}

/**
 * Money recorded by hand has no row yet; what it lacks may be in the row, but nothing may differ. Only its day may where both have the same
 * reference: staff write the day on which they saw it.
 */
const isSame = (arrival: KnownArrival, credit: Credit, named: string[]): boolean =>
  arrival.amount === credit.amount &&
  (arrival.arrivedOn === credit.arrivedOn || (arrival.reference !== null && named.includes(arrival.reference))) &&
  (arrival.bankReference === null || credit.bankReference === null) &&
  (arrival.reference === null || named.length === 0 || named.includes(arrival.reference));

/** Money that staff tell of. */
export type Told = Pick<KnownArrival, 'amount' | 'arrivedOn' | 'bankReference' | 'reference'>;

/** Whether money that staff tell of may be recorded: staff are asked. Another number of the bank, or another reference, is other money. */
export const mayBeSame = (arrival: Told, told: Told): boolean => {
  const isOther = (key: 'bankReference' | 'reference') =>
    arrival[key] !== null && told[key] !== null && arrival[key] !== told[key];
  const isOfTransfer = told.reference !== null && arrival.reference === told.reference;
  return (
    arrival.amount === told.amount &&
    (arrival.arrivedOn === told.arrivedOn || isOfTransfer) &&
    !isOther('bankReference') &&
    !isOther('reference')
  );
};

const whyBack = ({ amount }: KnownTransfer, paid: number): string =>
  paid === amount ? 'It was paid already' : `${moneyText(amount, 'INR')} was due`;
