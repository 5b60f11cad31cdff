import { modelOfPiece } from '@shop/demo-data/models.ts';
import { pieces, type Piece } from '@shop/demo-data/catalogue.ts';
import type { Design } from '@shop/jewellery';
import { type Scene, SCENES, type PlacedPiece } from './scenes.ts';

export const VIEWS = ['quarter', 'second', 'detail', 'worn'] as const;
/** `quarter` is the best view, `second` another one (rings lie), `detail` a close-up, `worn` on a display form. */
export type View = (typeof VIEWS)[number];

/** One photograph to render: of one piece, or of a scene. */
export type Shot = PieceShot | SceneShot;

interface PieceShot {
  /** E.g. `AR-1001-yellow-quarter`. */
  name: string;
  model: Design;
  view: View;
  /** Pixels, both ways. */
  width: number;
}

interface SceneShot {
  /** E.g. `scene-home-1`, `category-rings`. */
  name: string;
  scene: Scene;
  /** In the order of the scene's pieces. */
  models: readonly Design[];
}

/** Increment when light, lens or materials change so that all photographs must be rendered again. */
export const RENDER_REVISION = 1;

const WIDTHS: Record<View, number> = { quarter: 1200, second: 1200, detail: 1600, worn: 1000 };
/** For metals other than the group's first. */
const OTHER_WIDTH = 900;

export const shotName = ({ group }: Pick<Piece, 'group'>, metal: string, view: View): string =>
  `${group}-${metal}-${view}`;

/**
 * Every photograph of the catalogue, most important first: the main view of each group, the scenes, each group in its
 * other metals, then the other views. On a display form, a group is shown in its first metal only.
 */
export function plan(): Shot[] {
  const shown = pieces().flatMap((piece) => {
    const model = modelOfPiece(piece);
    return model ? [{ piece, model }] : [];
  });
  const shots = (view: View, isWanted: (piece: Piece) => boolean) =>
    shown
      .filter(({ piece }) => isWanted(piece))
      .map(({ piece, model }): Shot => {
        const name = shotName(piece, model.metal, view);
        if (!isFirst(piece)) return { name, model, view, width: OTHER_WIDTH };
        return { name, model, view, width: WIDTHS[view] };
      });
  const modelAt = ({ group, metal }: PlacedPiece): Design => {
    const found = shown.find(({ piece, model }) => piece.group === group && model.metal === metal);
    if (!found) throw new Error(`A scene shows ${group} in ${metal}, which the catalogue does not have`);
    return found.model;
  };
  return [
    ...shots('quarter', isFirst),
    ...SCENES.map((scene): Shot => ({ name: scene.name, scene, models: scene.pieces.map(modelAt) })),
    ...shots('quarter', (piece) => !isFirst(piece)),
    ...shots('detail', isFirst),
    ...shots('worn', isFirst),
    ...shots('second', isFirst),
    ...shots('detail', (piece) => !isFirst(piece)),
  ];
}

const isFirst = ({ position }: Piece) => position === 0;

/** Frames of a clip, at 24 per second. */
export const FRAMES = 48;
const CLIP_WIDTH = 480;

/** Pieces with a clip: two of each kind that stands or lies freely, and stones of every colour. */
const PIECES_WITH_CLIP = [
  'Meera Solitaire Ring',
  'Tara Cathedral Ring',
  'Gulnaz Ruby Halo Ring',
  'Neela Cushion Halo Ring',
  'Panna Trilogy Ring',
  'Anant Eternity Band',
  'Raja Signet Ring',
  'Chandni Tennis Bracelet',
  'Manik Ruby Bangle',
  'Sher Kada',
  'Meera Solitaire Studs',
  'Madhubani Jhumkas',
];

/** Clips of some pieces, in their first metal, turning once about their vertical axis. */
export const clips = (): Shot[] =>
  PIECES_WITH_CLIP.map((name): Shot => {
    const piece = pieces().find(({ design, position }) => design.name === name && position === 0);
    const model = piece && modelOfPiece(piece);
    if (!model) throw new Error(`${name} is not in the catalogue`);
    return { name: `${piece.group}-${model.metal}-turn`, model, view: 'quarter', width: CLIP_WIDTH };
  });
