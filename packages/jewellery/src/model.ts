import type { Group } from 'three';
import type { Design } from './design.ts';
import { bangle } from './pieces/bangle.ts';
import { bracelet } from './pieces/bracelet.ts';
import { earring } from './pieces/earring.ts';
import { necklace } from './pieces/necklace.ts';
import { pendant } from './pieces/pendant.ts';
import { ring } from './pieces/ring.ts';

/**
 * The model of a design: millimetres, y up, the way it lies or stands. `userData.frame` says how it shows itself best
 * (see `Frame`). Materials carry names only: `metal_<tone>`, with a finish behind it, `gem_<gem>`, `stone_<stone>`.
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
