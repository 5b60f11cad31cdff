import type { Metal } from '@shop/jewellery';

/** A piece on a set: group and metal, position (mm), rotation (degrees). */
export interface PlacedPiece {
  group: string;
  metal: Metal;
  at: readonly [x: number, y: number, z: number];
  turn?: number;
  /** On its side, like a ring. */
  lies?: boolean;
}

/** A picture of several pieces, for banners and categories. */
export interface Scene {
  name: string;
  /** One of `blender/scenes.py`. */
  set: 'steps' | 'ledge' | 'plinths' | 'table';
  pieces: readonly PlacedPiece[];
  frame: {
    centre: readonly [number, number, number];
    focus: readonly [number, number, number];
    span: number;
    elevation: number;
    blur?: number;
  };
  /** Pixels across, and height over width. */
  width: number;
  aspect: number;
}

const BANNER = { width: 2000, aspect: 0.55 };
const CATEGORY = { width: 1000, aspect: 1 };

/** The left half of a banner stays free for its text. */
export const SCENES: readonly Scene[] = [
  {
    name: 'scene-home-1',
    set: 'steps',
    pieces: [
      { group: 'AR-1001', metal: 'yellow', at: [0, 0, 0], turn: 26 },
      { group: 'AR-1007', metal: 'yellow', at: [20, 16, 0], turn: -22 },
    ],
    frame: { centre: [-14, 0, 9.6], focus: [0, -2, 16], span: 92, elevation: 15 },
    ...BANNER,
  },
  {
    name: 'scene-home-2',
    set: 'table',
    pieces: [{ group: 'AR-1074', metal: 'yellow', at: [0, 0, 0] }],
    frame: { centre: [-34, -7, 1], focus: [0, -28, 2], span: 172, elevation: 60, blur: 0.004 },
    ...BANNER,
  },
  {
    name: 'scene-home-3',
    set: 'ledge',
    pieces: [
      { group: 'AR-1047', metal: 'yellow', at: [14, -4, 0], turn: 10 },
      { group: 'AR-1051', metal: 'yellow', at: [58, 78, 20] },
    ],
    frame: { centre: [-14, 0, 15], focus: [12, -32, 4], span: 204, elevation: 17 },
    ...BANNER,
  },
  {
    name: 'scene-home-4',
    set: 'plinths',
    pieces: [
      { group: 'AR-1118', metal: 'yellow', at: [-6, -4, 0], turn: 8 },
      { group: 'AR-1102', metal: 'yellow', at: [18, 18, 9], turn: -6 },
    ],
    frame: { centre: [-28, 0, 8], focus: [-8, -10, 10], span: 112, elevation: 12 },
    ...BANNER,
  },
  {
    name: 'category-rings',
    set: 'plinths',
    pieces: [
      { group: 'AR-1019', metal: 'rose', at: [-9, -8, 0], turn: 22 },
      { group: 'AR-1003', metal: 'yellow', at: [17, 19, 9], turn: 26 },
    ],
    frame: { centre: [3, 4, 13], focus: [-9, -9, 18], span: 66, elevation: 14 },
    ...CATEGORY,
  },
  {
    name: 'category-bracelets',
    set: 'table',
    pieces: [
      { group: 'AR-1025', metal: 'yellow', at: [-10, 21, 0], turn: 12 },
      { group: 'AR-1027', metal: 'yellow', at: [11, -22, 0], turn: -8 },
    ],
    frame: { centre: [0, -1, 1], focus: [8, -38, 2], span: 106, elevation: 58, blur: 0.004 },
    ...CATEGORY,
  },
  {
    name: 'category-bangles',
    set: 'ledge',
    pieces: [
      { group: 'AR-1048', metal: 'yellow', at: [16, -2, 0], turn: 14 },
      { group: 'AR-1054', metal: 'yellow', at: [55, 76, 20] },
    ],
    frame: { centre: [27, 10, 16], focus: [12, -30, 4], span: 118, elevation: 20 },
    ...CATEGORY,
  },
  {
    name: 'category-necklaces',
    set: 'table',
    pieces: [{ group: 'AR-1075', metal: 'yellow', at: [0, 0, 0] }],
    frame: { centre: [0, -8, 1], focus: [0, -28, 2], span: 92, elevation: 60, blur: 0.004 },
    ...CATEGORY,
  },
  {
    name: 'category-pendants',
    set: 'table',
    pieces: [{ group: 'AR-1087', metal: 'yellow', at: [0, 0, 0] }],
    frame: { centre: [0, 1, 1], focus: [0, -6, 2], span: 34, elevation: 66 },
    ...CATEGORY,
  },
  {
    name: 'category-earrings',
    set: 'plinths',
    pieces: [{ group: 'AR-1119', metal: 'yellow', at: [-6, -4, 0], turn: 6 }],
    frame: { centre: [-5, -2, 9.4], focus: [-9, -8, 9], span: 48, elevation: 13 },
    ...CATEGORY,
  },
];
