import type { Matrix4 } from 'three';
import { type Bench, chained, place } from '../bench.ts';
import type { Set, Stone } from '../design.ts';
import { strewn, type Vector } from '../metal/surface.ts';
import { ball, softened } from '../metal/turned.ts';
import { along, offset, outlineOf } from '../stones/outline.ts';
import { frameOf } from './bezel.ts';

/**
 * Small stones around a larger one, in a plate that follows its outline. `gap` in mm between the large stone and the
 * small ones. @returns the width of the halo from the girdle, in mm
 */
export function halo(bench: Bench, centre: Set, small: Stone, at: Matrix4, gap = 0.28): number {
  const s = centre.size;
  const d = small.size;
  const middle = gap + d / 2;
  const edge = middle + d / 2 + 0.16;
  bench.metal(
    frameOf(
      centre,
      softened(
        [
          [0.1, -0.1],
          [0.1, 0.12],
          [gap * 0.7, 0.12],
          [gap, -0.3],
          [middle + d / 2 - 0.04, -0.3],
          [edge - 0.16, 0.12],
          [edge, 0.12],
          [edge, -0.6],
          [edge - 0.3, -0.8],
          [0.3, -0.8],
          [0.1, -0.6],
          [0.1, -0.1],
        ],
        0.06,
      ),
    ),
    at,
  );
  const outline = offset(along(outlineOf(centre.cut === 'bead' ? 'round' : centre.cut), s, 240), middle);
  const length = outline.reduce((sum, [x, y], i) => {
    const [nx, ny] = outline[(i + 1) % outline.length]!;
    return sum + Math.hypot(nx - x, ny - y);
  }, 0);
  const count = Math.max(8, Math.floor(length / (d * 1.05)));
  const places = along(outline, 1, count * 2);
  bench.stone(
    small,
    places.filter((_, i) => i % 2 === 0).map(([x, y]) => chained(at, place([x, y, 0.1], [x * 0.03, y * 0.03, 1]))),
  );
  const beads = places.flatMap(([x, y], i) => {
    if (i % 2 === 0) return [];
    const r = Math.hypot(x, y);
    return [-1, 1].map((way): Vector => [x * (1 + (way * d * 0.4) / r), y * (1 + (way * d * 0.4) / r), 0.17]);
  });
  bench.metal(strewn(ball(d * 0.125, 12), beads), at);
  return edge;
}
