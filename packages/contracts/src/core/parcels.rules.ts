interface Sent {
  items: readonly unknown[];
  shipments?: readonly { lines: readonly number[] }[] | undefined;
  withdrawals?: readonly { lines: readonly number[] }[] | undefined;
}

const linesOf = (parts: Sent['shipments'] = []): readonly number[] => parts.flatMap(({ lines }) => lines);

/** Places of the lines that have not left; those that their buyer withdrew from before they left stay here. */
export function placesToSend({ items, shipments, withdrawals }: Sent): number[] {
  const gone = new Set([...linesOf(shipments), ...linesOf(withdrawals)]);
  return [...items.keys()].filter((place) => !gone.has(place));
}

/** Places of the lines that a buyer gets, or got: all but those that were withdrawn from before they left. */
export function placesForBuyer(order: Sent): number[] {
  return [...linesOf(order.shipments), ...placesToSend(order)].toSorted((one, other) => one - other);
}

interface SentPieces extends Sent {
  items: readonly { quantity: number }[];
}

/** Pieces in parcels, of all that the buyer gets. */
export function piecesSent(order: SentPieces): { shipped: number; all: number } {
  const count = (places: readonly number[]) => places.reduce((sum, place) => sum + order.items[place]!.quantity, 0);
  return { shipped: count(linesOf(order.shipments)), all: count(placesForBuyer(order)) };
}
