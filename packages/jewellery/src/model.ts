import type { Group } from 'three';
import type { Design } from './design.ts';
import { bangle } from './pieces/bangle.ts';
import { bracelet } from './pieces/bracelet.ts';
import { earring } from './pieces/earring.ts';
import { necklace } from './pieces/necklace.ts';
import { pendant } from './pieces/pendant.ts';
import { ring } from './pieces/ring.ts';

/**
 * The model of a design: millimetres, y up, in its resting position. `userData.frame` is its best view (see `Frame`).
 * Materials are names only: `metal_<tone>` with an optional finish, `gem_<gem>`, `stone_<stone>`.
 */
export function modelOf(design: Design): Group {
  switch (design.kind) {
    case 'ring':
      return ring(design);
    case 'pendant':
      return pendant(design);
    case 'earring':
      return earring(design);
    case 'necklace':
      return necklace(design);
    case 'bracelet':
      return bracelet(design);
    case 'bangle':
      return bangle(design);
  }
}
