import type { Vector } from '../metal/surface.ts';
import { blended, ellipsoid, type Field, limb, type Line, lineOf } from './field.ts';

const { cos, exp, log, PI, sin } = Math;

/** A neck and its shoulders, z up, the front towards -y; the neck is 330 mm around. */
export const BUST: Field = blended(
  46,
  limb([0, 6, -30], [0, 20, 170], 53, 50),
  limb([0, 16, -34], [168, 18, -78], 44, 38),
  limb([0, 16, -34], [-168, 18, -78], 44, 38),
  ellipsoid([0, 22, -190], [168, 96, 140]),
);
export const BUST_BOX = { low: [-150, -90, -190], high: [150, 100, 110], cell: 2.5 } as const;

/** Where a necklace crosses the shoulder beside the neck. */
const SIDE = { x: 62, y: 14, z: 12 };
const NAPE_RISE = 14;

/** A necklace that hangs `deep` mm below the sides of the neck. */
function neckline(deep: number): Line {
  const COUNT = 720;
  const SOFT = 0.22;
  const bent = (c: number) => SOFT * log(1 + exp(c / SOFT));
  const places = Array.from({ length: COUNT }, (_, i): Vector => {
    const a = (2 * PI * i) / COUNT;
    const c = cos(a);
    const fall = NAPE_RISE * c + ((deep - NAPE_RISE) * (bent(c) - bent(0))) / (bent(1) - bent(0));
    return [SIDE.x * sin(a), SIDE.y - 78 * c, SIDE.z - fall];
  });
  return lineOf(BUST, places, [0, 0, -1]);
}

/** The line on which a necklace of this length (mm) lies, from the middle of its front. */
export function necklineOf(length: number): Line {
  let [low, high] = [10, 190];
  for (let i = 0; i < 18; i++) {
    const middle = (low + high) / 2;
    if (neckline(middle).length < length) low = middle;
    else high = middle;
  }
  return neckline((low + high) / 2);
}
