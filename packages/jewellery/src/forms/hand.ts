import { add, minus, times, unit, type Vector } from '../metal/surface.ts';
import { blended, type Field, limb, type Line, lineOf, squeezed, tube } from './field.ts';

const { cos, PI, sin } = Math;

/** Root, middle and tip of each finger, and its radius at the root. */
const FINGERS: readonly (readonly [Vector, Vector, Vector, number])[] = [
  [[-22, 2, 82], [-28, -1, 126], [-29, 5, 163], 7.8],
  [[-7.5, 0, 87], [-9, -4, 137], [-8, 2, 180], 8],
  [[8, 1, 84], [12.5, -3, 131], [16, 3, 170], 8.3],
  [[21.5, 4, 74], [31, 1, 108], [37, 6, 139], 6.7],
];
const RING_FINGER = 2;
/** From the root of the ring finger to a ring on it, and to its middle joint. */
const RING_AT = 21;

/** As wide at the ring as at its root, slender towards the tip. */
const finger = ([root, middle, tip]: (typeof FINGERS)[number], r: number): Field =>
  tube([minus(root, times(minus(middle, root), 0.35)), root, middle, tip], [r, r, r * 0.86, r * 0.62]);

/** A hand on its forearm, its back towards -y, fingers up; `radius` of its ring finger where a ring sits. */
export function hand(radius = 8.3): Field {
  const fingers = FINGERS.map((one, i) => finger(one, i === RING_FINGER ? radius : one[3]));
  const palm = blended(
    11,
    ...FINGERS.map(([root, , , r], i) => limb([-8 + 5 * i, 6, 8], add(root, [-1, 3, -15]), 13.5, r + 1.5)),
  );
  const forearm = squeezed(limb([0, 8, 14], [0, 10, -230], 21.2, 40), 0.8);
  const thumb = tube(
    [
      [-8, 8, 6],
      [-27, 5, 42],
      [-41, 0, 78],
      [-45, 1, 106],
    ],
    [13, 12, 8.4, 5.8],
  );
  return blended(5, blended(18, palm, forearm, thumb), blended(1.5, ...fingers));
}
export const HAND_BOX = { low: [-66, -34, 30], high: [62, 40, 184], cell: 1.3 } as const;
export const WRIST_BOX = { low: [-72, -48, -190], high: [60, 48, 130], cell: 1.8 } as const;

/** Where a ring sits: its place, and the direction of the finger. */
export function ringPlace(): { point: Vector; along: Vector } {
  const [root, middle] = FINGERS[RING_FINGER]!;
  const along = unit(minus(middle, root));
  return { point: add(root, times(along, RING_AT)), along };
}
/** Radius of the finger on which a ring of this inner radius sits. */
export const fingerFor = (radius: number): number => radius - 0.1;

/** Around the wrist at a height, lower in front by `tilt` mm. */
export function wristLine(z: number, tilt: number): Line {
  const COUNT = 480;
  return lineOf(
    hand(),
    Array.from({ length: COUNT }, (_, i): Vector => {
      const a = (2 * PI * i) / COUNT;
      return [30 * sin(a), 8 - 24 * cos(a), z - tilt * cos(a)];
    }),
    [0, 0, -1],
  );
}
