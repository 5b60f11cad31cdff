import type { Surface, Vector } from './surface.ts';
import { ShapeUtils, Vector2 } from 'three';

/** A flat shape with thickness and a small bevel; outline anticlockwise, mid-plane at z = 0. */
export function extruded(outline: readonly (readonly [number, number])[], thickness: number, bevel = 0.18): Surface {
  const n = outline.length;
  const inset = outline.map(([x, y], i): [number, number] => {
    const [ax, ay] = outline[(i + n - 1) % n]!;
    const [bx, by] = outline[(i + 1) % n]!;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return [x - ((by - ay) / length) * bevel, y + ((bx - ax) / length) * bevel];
  });
  const half = thickness / 2;
  const ring = (shape: readonly (readonly [number, number])[], z: number) => shape.map(([x, y]): Vector => [x, y, z]);
  const BEVEL = [0, 0.3, 0.7, 1];
  const mixed = (t: number) =>
    outline.map(([x, y], i): [number, number] => [x + (inset[i]![0] - x) * t, y + (inset[i]![1] - y) * t]);
  const rings = [
    ...BEVEL.toReversed().map((t) =>
      ring(mixed(1 - Math.cos((t * Math.PI) / 2)), -half + bevel - bevel * Math.sin((t * Math.PI) / 2)),
    ),
    ...BEVEL.map((t) =>
      ring(mixed(1 - Math.cos((t * Math.PI) / 2)), half - bevel + bevel * Math.sin((t * Math.PI) / 2)),
    ),
  ];
  const faces: number[][] = [];
  for (let i = 0; i < rings.length - 1; i++) {
    for (let j = 0; j < n; j++) {
      const k = (j + 1) % n;
      faces.push([i * n + j, i * n + k, (i + 1) * n + k, (i + 1) * n + j]);
    }
  }
  const points = rings.flat();
  // The faces have separate points, so that their edge stays sharp.
  const top = points.length;
  points.push(...ring(inset, half), ...ring(inset, -half));
  for (const [a, b, c] of ShapeUtils.triangulateShape(
    inset.map(([x, y]) => new Vector2(x, y)),
    [],
  )) {
    faces.push([top + a!, top + b!, top + c!], [top + n + c!, top + n + b!, top + n + a!]);
  }
  return { points, faces };
}
