import { createStore } from '@shop/mfe-kit';

/** A piece as it is saved: one variant, with the price that is shown beside it, before tax. */
export interface Piece {
  _id: string;
  name: string;
  price: number;
}

/** Ids of what the visitor has saved; none until the list is loaded. */
export const savedPieces = createStore<ReadonlySet<string>>(new Set());
