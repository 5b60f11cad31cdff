import type { Matrix4 } from 'three';
import type { Bench } from '../bench.ts';
import { isFaceted, type Set } from '../design.ts';
import { skin, type Surface, type Vector } from '../metal/surface.ts';
import { type ProfilePoint, softened } from '../metal/turned.ts';
import { along, outlineOf } from '../stones/outline.ts';

export interface BezelOptions {
  /** Below the girdle, per mm of stone. */
  depth?: number;
  /** Of the rim seen from above, per mm of stone. */
  rim?: number;
}

/** A stone in a full metal rim that is pressed over its edge. */
export function bezel(bench: Bench, set: Set, at: Matrix4 | readonly Matrix4[], options: BezelOptions = {}): void {
  bench.metal(cup(set, options), at);
  bench.stone(set, at);
}

/** The metal of `bezel`. */
export function cup(set: Set, { depth = 0.34, rim = 0.09 }: BezelOptions = {}): Surface {
  const s = set.size;
  const wall = rim * s;
  // A dome is held by a higher rim.
  const lip = isFaceted(set) ? 1 : 1.5;
  const profile: ProfilePoint[] = [
    [-0.02 * s, -depth * s],
    [wall, -depth * s],
    [wall, 0.05 * s * lip],
    [wall * 0.55, 0.1 * s * lip],
    [-0.035 * s, 0.075 * s * lip],
    [-0.02 * s, 0],
    [-0.02 * s, -depth * s],
  ];
  return frameOf(set, softened(profile, 0.06 * s, 5));
}

/** A profile (out from the girdle, up) swept along the girdle of a stone. */
export function frameOf(set: Set, profile: readonly ProfilePoint[], scale = set.size): Surface {
  const path = along(outlineOf(set.cut === 'bead' ? 'round' : set.cut), scale, 120);
  return skin(
    path.map(([x, y], i) => {
      const [ax, ay] = path.at(i - 1)!;
      const [bx, by] = path[(i + 1) % path.length]!;
      const length = Math.hypot(bx - ax, by - ay);
      const [nx, ny] = [(by - ay) / length, -(bx - ax) / length];
      return profile.map(([out, z]): Vector => [x + nx * out, y + ny * out, z]);
    }),
    { closed: true },
  );
}
