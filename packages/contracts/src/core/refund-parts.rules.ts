/** Charges beside the pieces that can be paid back. */
export const REFUNDED_CHARGES = ['shipping', 'engraving', 'hallmarking', 'specialRequest', 'giftWrap'] as const;
export type RefundedCharge = (typeof REFUNDED_CHARGES)[number];

export const REFUNDED_CHARGE_NAMES: Record<RefundedCharge, string> = {
  shipping: 'Shipping',
  engraving: 'Engraving',
  hallmarking: 'Hallmarking',
  specialRequest: 'Special request',
  giftWrap: 'Gift wrap',
};

/** What a refund is for: pieces of lines (by their place in the order), and whole charges. */
export interface RefundParts {
  lines: readonly { place: number; pieces: number }[];
  charges: readonly RefundedCharge[];
}

/** What was paid, in the smallest unit of the currency, with tax: lines and charges add up to the total. */
export interface PaidParts {
  lines: readonly { amount: number; quantity: number }[];
  charges: Partial<Record<RefundedCharge, number>>;
}

/** What earlier refunds left, in pieces of each line and by charge. */
export function partsLeft(paid: PaidParts, earlier: readonly RefundParts[]) {
  const gone = (place: number): number =>
    earlier.flatMap(({ lines }) => lines).reduce((sum, line) => sum + (line.place === place ? line.pieces : 0), 0);
  const goneCharges = new Set(earlier.flatMap(({ charges }) => charges));
  return {
    lines: paid.lines.map(({ quantity }, place) => Math.max(0, quantity - gone(place))),
    charges: REFUNDED_CHARGES.filter((charge) => (paid.charges[charge] ?? 0) > 0 && !goneCharges.has(charge)),
  };
}

/** Whether the parts are there, and not paid back by an earlier refund. */
export function arePartsLeft(paid: PaidParts, parts: RefundParts, earlier: readonly RefundParts[]): boolean {
  const left = partsLeft(paid, earlier);
  const places = parts.lines.map(({ place }) => place);
  return (
    new Set(places).size === places.length &&
    new Set(parts.charges).size === parts.charges.length &&
    parts.lines.every(({ place, pieces }) => pieces >= 1 && pieces <= (left.lines[place] ?? 0)) &&
    parts.charges.every((charge) => left.charges.includes(charge))
  );
}

/**
 * What was paid for the parts, in the smallest unit. Pieces of a line share its amount so that all of them together are exactly the line,
 * however many refunds they are paid back by.
 */
export function amountOfParts(paid: PaidParts, parts: RefundParts, earlier: readonly RefundParts[]): number {
  const left = partsLeft(paid, earlier);
  const ofLines = parts.lines.map(({ place, pieces }) => {
    const { amount, quantity } = paid.lines[place]!;
    const before = quantity - left.lines[place]!;
    const upTo = (count: number) => Math.round((amount * count) / quantity);
    return upTo(before + pieces) - upTo(before);
  });
  const ofCharges = parts.charges.map((charge) => paid.charges[charge] ?? 0);
  return [...ofLines, ...ofCharges].reduce((sum, amount) => sum + amount, 0);
}
