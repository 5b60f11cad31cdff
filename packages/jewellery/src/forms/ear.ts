import type { Vector } from '../metal/surface.ts';
import { blended, ellipsoid, type Field, hollowed, limb, tube } from './field.ts';

const HELIX: readonly Vector[] = [
  [-7, -8, -1],
  [-12, -9, 9],
  [-12, -10, 20],
  [-5, -12, 29],
  [6, -14, 30],
  [15, -16, 22],
  [17, -16, 8],
  [15, -15, -5],
  [9, -12, -16],
  [3, -9, -24],
];
const ANTIHELIX: readonly Vector[] = [
  [1, -11, 20],
  [7, -13, 12],
  [8, -14, 2],
  [5, -13, -9],
  [-1, -11, -14],
];

/** An ear on the side of a head, seen from -y, the face to the left (-x), z up; 65 mm high. */
export const EAR: Field = blended(
  4,
  ellipsoid([-14, 66, 0], [118, 64, 150]),
  hollowed(5, ellipsoid([3, -4, 3], [17, 9.5, 29]), ellipsoid([-1, -15, -1], [8.5, 11, 13])),
  tube(HELIX, [3.1, 2.9]),
  tube(ANTIHELIX, [2.1, 2.4]),
  limb([-11, -3, -3], [-9, -9, -7], 5, 3.4),
  ellipsoid([-1, -7.5, -26], [7.6, 4.4, 9]),
);
export const EAR_BOX = { low: [-76, -26, -112], high: [76, 44, 76], cell: 0.8 } as const;
/** Where the lobe is pierced. */
export const PIERCED: Vector = [-3, -8, -30];
/** Where a cuff sits on the edge of the ear. */
export const EDGE: Vector = [16.4, -15.6, 7];
