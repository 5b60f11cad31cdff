import type { BodyOf, catalog } from '@shop/contracts';

type Recorded = BodyOf<typeof catalog.recordStockMovement>;

/** Pieces of a product: free ones, and those held for checkouts. */
interface Pieces {
  stock: number;
  held: number;
}

/** By how much a record changes the free pieces, or what is wrong with it, by field. */
export type Recording = { delta: number } | { errors: { pieces?: string; reason?: string } };

/**
 * Held pieces lie in the shop and are promised to a checkout: they are counted with the free ones, and none can be written off.
 */
export function recordingOf({ kind, pieces, reason }: Recorded, { stock, held }: Pieces): Recording {
  const delta = { received: pieces, 'written-off': -pieces, counted: pieces - held - stock }[kind];
  if (stock + delta < 0) return { errors: { pieces: kind === 'counted' ? tooFewOf(held) : tooManyOf(stock, held) } };
  if (kind === 'counted' && delta !== 0 && !reason) {
    return { errors: { reason: `Say why: ${stock + held} were expected` } };
  }
  return { delta };
}

const tooFewOf = (held: number): string =>
  `${held} ${held === 1 ? 'is' : 'are'} held for checkouts: it cannot be fewer`;

const tooManyOf = (stock: number, held: number): string =>
  `Only ${stock} ${stock === 1 ? 'is' : 'are'} free${held > 0 ? `, ${held} more are held for checkouts` : ''}`;
