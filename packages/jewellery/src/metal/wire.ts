import { add, cross, dot, minus, skin, type Surface, times, unit, type Vector } from './surface.ts';

const { abs, cos, max, PI, sin } = Math;

interface WireOptions {
  /** Points of the section. */
  segments?: number;
  closed?: boolean;
  /** Height over width of the section: 1 is round. */
  flat?: number;
  /** Keeps the section upright; by default it follows the bends without twisting. */
  up?: Vector;
}

/** A wire along points, with rounded ends. `radius` in mm: one, or one per point. */
export function wire(
  path: readonly Vector[],
  radius: number | readonly number[],
  { segments = 20, closed = false, flat = 1, up }: WireOptions = {},
): Surface {
  let points = [...path];
  let radii = typeof radius === 'number' ? points.map(() => radius) : [...radius];
  if (!closed) ({ points, radii } = rounded(points, radii));
  const n = points.length;
  const start = unit(closed ? minus(points[1]!, points.at(-1)!) : minus(points[1]!, points[0]!));
  const guide = up ?? (abs(start[2]) < 0.9 ? UP : SIDE);
  let normal = unit(minus(guide, times(start, dot(guide, start))));
  const rings = points.map((point, i) => {
    const tangent = unit(
      closed
        ? minus(points[(i + 1) % n]!, points.at(i - 1)!)
        : minus(points[Math.min(i + 1, n - 1)]!, points[max(i - 1, 0)]!),
    );
    const base = up ?? normal;
    normal = unit(minus(base, times(tangent, dot(base, tangent))));
    const binormal = cross(tangent, normal);
    return Array.from({ length: segments }, (_, j) => {
      const a = (2 * PI * j) / segments;
      return add(point, add(times(normal, radii[i]! * cos(a)), times(binormal, radii[i]! * flat * sin(a))));
    });
  });
  return skin(rings, { closed, caps: true });
}
const UP: Vector = [0, 0, 1];
const SIDE: Vector = [1, 0, 0];

/** Half a ball at either end. */
function rounded(points: Vector[], radii: number[]) {
  const STEPS = 6;
  const ball = (end: Vector, inner: Vector, radius: number) => {
    const out = unit(minus(end, inner));
    return Array.from({ length: STEPS }, (_, k) => {
      const t = ((PI / 2) * (k + 1)) / STEPS;
      return { point: add(end, times(out, radius * sin(t))), radius: max(radius * cos(t), 1e-4) };
    });
  };
  const first = ball(points[0]!, points[1]!, radii[0]!).toReversed();
  const last = ball(points.at(-1)!, points.at(-2)!, radii.at(-1)!);
  return {
    points: [...first.map(({ point }) => point), ...points, ...last.map(({ point }) => point)],
    radii: [...first.map(({ radius }) => radius), ...radii, ...last.map(({ radius }) => radius)],
  };
}

/** A circle of wire about the z axis. */
export const hoop = (radius: number, thickness: number, z = 0, segments = 96): Surface =>
  wire(circle(radius, z, segments), thickness, { closed: true, up: UP });

export const circle = (radius: number, z = 0, count = 96): Vector[] =>
  Array.from({ length: count }, (_, i) => {
    const a = (2 * PI * i) / count;
    return [radius * cos(a), radius * sin(a), z];
  });

/** A smooth curve through points (Catmull-Rom). */
export function curve(points: readonly Vector[], steps: number): Vector[] {
  const last = points.length - 1;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const t = (i / steps) * last;
    const k = Math.min(Math.floor(t), last - 1);
    const f = t - k;
    const [a, b, c, d] = [points[max(k - 1, 0)]!, points[k]!, points[k + 1]!, points[Math.min(k + 2, last)]!];
    const at = (j: 0 | 1 | 2) =>
      0.5 *
      (2 * b[j] +
        (c[j] - a[j]) * f +
        (2 * a[j] - 5 * b[j] + 4 * c[j] - d[j]) * f * f +
        (3 * b[j] - a[j] - 3 * c[j] + d[j]) * f * f * f);
    return [at(0), at(1), at(2)] as const;
  });
}
