import { modelOfPiece } from '@shop/demo-data/models.ts';
import { pieces, type Piece } from '@shop/demo-data/pieces.ts';
import type { Design } from '@shop/jewellery';

export const VIEWS = ['quarter', 'second', 'detail'] as const;
/** `quarter` as a piece shows itself best, `second` from elsewhere (rings lie), `detail` close up. */
export type View = (typeof VIEWS)[number];

/** One photograph to take. */
export interface Shot {
  /** `AR-1001-yellow-quarter`. */
  name: string;
  model: Design;
  view: View;
  /** Pixels, both ways. */
  width: number;
}

/** Counts up when light, lens or materials change so that all must be taken anew. */
export const LOOK = 1;

const WIDTH = 1200;
const DETAIL_WIDTH = 1600;

export const shotName = ({ group }: Pick<Piece, 'group'>, metal: string, view: View): string =>
  `${group}-${metal}-${view}`;

/**
 * Every photograph of the catalogue, the most needed first: each piece in each metal from its best side, then the others
 * of the metal that a group opens with, then those of the other metals.
 */
export function plan(): Shot[] {
  const shown = pieces().flatMap((piece) => {
    const model = modelOfPiece(piece);
    return model ? [{ piece, model }] : [];
  });
  const shots = (view: View, isWanted: (piece: Piece) => boolean) =>
    shown
      .filter(({ piece }) => isWanted(piece))
      .map(({ piece, model }): Shot => ({
        name: shotName(piece, model.metal, view),
        model,
        view,
        width: view === 'detail' ? DETAIL_WIDTH : WIDTH,
      }));
  const isFirst = ({ position }: Piece) => position === 0;
  return [
    ...shots('quarter', isFirst),
    ...shots('quarter', (piece) => !isFirst(piece)),
    ...shots('detail', isFirst),
    ...shots('second', isFirst),
    ...shots('detail', (piece) => !isFirst(piece)),
  ];
}
