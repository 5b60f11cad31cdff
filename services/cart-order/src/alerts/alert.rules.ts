import type { Alert } from './alert.schema.ts';

/** What the shop offers of a piece now. */
export interface Offered {
  pricePaise: number;
  stock: number;
}

/**
 * What becomes of a queued alert when its mail is written: `mail` it, let it `wait` for the next time because it is true no more, or
 * `end` it because the recipient has the piece.
 */
export function fateOf(
  { kind, referencePaise = 0 }: Pick<Alert, 'kind' | 'referencePaise'>,
  piece: Offered | undefined,
  hasBought: boolean,
): 'mail' | 'wait' | 'end' {
  if (hasBought) return 'end';
  if (!piece || piece.stock < 1) return 'wait';
  return kind === 'back-in-stock' || piece.pricePaise < referencePaise ? 'mail' : 'wait';
}

/** How many are told at once that a piece is back: a few for each free piece, so that most who come find it. */
export const sizeOfRound = (stock: number, peoplePerPiece: number): number => Math.max(0, stock) * peoplePerPiece;
