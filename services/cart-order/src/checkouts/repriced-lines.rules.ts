interface LineSeen {
  unitPaise: number;
  quantity: number;
  /** Before the last change of its price, if known. */
  earlierPaise: number | undefined;
}

/** A line that the buyer saw with another price: its index, and that price. */
interface Repriced {
  index: number;
  was: number;
}

/** Sums of differences that are tried; beyond it the sum alone is named. */
const MOST_SUMS = 10_000;

/** Which lines were cheaper or dearer in a subtotal that the buyer saw; none where no earlier prices explain it. */
export function repricedLines(lines: readonly LineSeen[], seenSubtotal: number): Repriced[] {
  const subtotal = lines.reduce((sum, { unitPaise, quantity }) => sum + unitPaise * quantity, 0);
  const [only] = lines;
  if (lines.length === 1 && only && seenSubtotal % only.quantity === 0) {
    return [{ index: 0, was: seenSubtotal / only.quantity }];
  }
  const sums = new Map<number, Repriced[]>([[0, []]]);
  for (const [index, { unitPaise, quantity, earlierPaise }] of lines.entries()) {
    if (earlierPaise === undefined) continue;
    const difference = (unitPaise - earlierPaise) * quantity;
    for (const [sum, repriced] of [...sums]) {
      if (sums.size > MOST_SUMS) return [];
      const next = sum + difference;
      if (!sums.has(next)) sums.set(next, [...repriced, { index, was: earlierPaise }]);
    }
  }
  return sums.get(subtotal - seenSubtotal) ?? [];
}
