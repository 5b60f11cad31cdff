import { type Matrix4 } from 'three';
import type { Bench } from '../bench.ts';
import { type Cut, isFaceted, type Set } from '../design.ts';
import { merged, type Surface, type Vector } from '../metal/surface.ts';
import { curve, wire } from '../metal/wire.ts';
import { along, outlineOf, RATIO, reach } from '../stones/outline.ts';

const { atan2, cos, PI, sin } = Math;
const rad = (degrees: number) => (degrees * PI) / 180;

export interface HeadOptions {
  /** Depth of the basket below the girdle; default 0.4 of the stone. */
  depth?: number;
  /** Directions of the prongs; by the cut by default. */
  prongs?: readonly number[];
  /** Diameter of a prong. */
  wireSize?: number;
  /** The two rims of the basket. */
  rims?: boolean;
}

export const FOUR = [45, 135, 225, 315].map(rad);
export const SIX = [30, 90, 150, 210, 270, 330].map(rad);

/** At the corners of cuts with corners, beside the points of cuts with points. */
function prongsOf(cut: Cut): readonly number[] {
  if (cut === 'round') return SIX;
  if (cut === 'pear') return [0, 72, 140, 220, 288].map(rad);
  if (cut === 'marquise') return [0, 68, 112, 180, 248, 292].map(rad);
  const corner = atan2(1, RATIO[cut]);
  return [corner, PI - corner, PI + corner, -corner];
}

/** A stone held by prongs in an open basket, which lets light in from below. */
export function head(bench: Bench, set: Set, at: Matrix4, options: HeadOptions = {}): void {
  bench.metal(basket(set, options), at);
  bench.stone(set, at);
}

/** The metal of `head`, for sharing among equal stones. */
export function basket(set: Set, options: HeadOptions = {}): Surface {
  const cut = set.cut === 'bead' ? 'round' : set.cut;
  const s = set.size;
  const { depth = s * 0.4, prongs = prongsOf(cut), wireSize = s * 0.112 + 0.06, rims = true } = options;
  const outline = outlineOf(cut);
  // A dome is higher over its girdle than a crown.
  const over = s * (isFaceted(set) ? 0.085 : 0.16) + wireSize * 0.3;
  const parts = prongs.map((azimuth) =>
    prong(azimuth, reach(outline, azimuth) * s - wireSize * 0.03, depth, wireSize, over),
  );
  if (rims) {
    parts.push(rim(cut, s * 0.74, -depth * 0.55, wireSize * 0.48), rim(cut, s * 0.46, -depth, wireSize * 0.54));
  }
  return merged(...parts);
}

const rim = (cut: Cut, scale: number, z: number, radius: number): Surface =>
  wire(
    along(outlineOf(cut), scale, 96).map(([x, y]): Vector => [x, y, z]),
    radius,
    { closed: true, up: [0, 0, 1] },
  );

/** From the foot of the basket out to the girdle and bent over it. */
function prong(azimuth: number, girdle: number, depth: number, size: number, over: number): Surface {
  const foot = girdle * 0.42;
  const path = curve(
    [
      [foot, 0, -depth],
      [foot + (girdle - foot) * 0.38, 0, -depth + depth * 0.42],
      [girdle - size * 0.05, 0, -depth * 0.14],
      [girdle + size * 0.2, 0, over * 0.2],
      [girdle - size * 0.02, 0, over * 0.72],
      [girdle - size * 0.72, 0, over],
    ],
    26,
  ).map(([r, , z]): Vector => [r * cos(azimuth), r * sin(azimuth), z]);
  const radii = path.map((_, i) => (size / 2) * (i < path.length * 0.6 ? 1 : 1 + 0.12 * (i / path.length - 0.6)));
  return wire(path, radii);
}
