import { createStore } from '@shop/mfe-kit';

/** A piece as it is saved: one variant, with the price that is shown beside it, before tax. */
export interface Piece {
  _id: string;
  name: string;
  price: number;
}

interface SavedPieces {
  /** The account whose list it is; none for the list of this browser. */
  of: string | undefined;
  ids: ReadonlySet<string>;
}

/** Ids of what a visitor has saved; none until the list is loaded. It outlives the visitor: see `of`. */
export const savedPieces = createStore<SavedPieces>({ of: undefined, ids: new Set() });
