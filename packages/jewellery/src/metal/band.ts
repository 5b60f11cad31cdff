import { skin, type Surface, type Vector } from './surface.ts';

const { abs, cos, hypot, PI, sign, sin } = Math;

/** A length, constant or as a function of the angle around the band: 0 is +x, a right angle the top. */
type AngularLength = number | ((angle: number) => number);

interface BandOptions {
  /** Along the finger. */
  width: AngularLength;
  /** Radially. */
  thickness: AngularLength;
  /** Exponent of the section outside and inside: 2 is an ellipse, 5 nearly a box. */
  outer?: number;
  inner?: number;
  segments?: number;
  sectionSegments?: number;
  /** Raises or lowers the outer side: mm by angle and position across (-1 to 1). */
  relief?: (angle: number, across: number) => number;
  /** Shifts the section along the finger, for a wavy band. */
  sway?: (angle: number) => number;
  /** Start and end angle of an open band. */
  arc?: readonly [number, number];
}

/**
 * A band about the y axis; `radius` is that of the finger. The section's points are evenly spaced, because reflections
 * break where they crowd.
 */
export function band(radius: number, options: BandOptions): Surface {
  const { outer = 2.5, inner = 2.9, segments = 400, sectionSegments = 72, relief, sway, arc } = options;
  const at = (length: AngularLength, angle: number) => (typeof length === 'function' ? length(angle) : length);
  const section = evenSection(
    at(options.width, -PI / 2) / 2,
    at(options.thickness, -PI / 2) / 2,
    outer,
    inner,
    sectionSegments,
  );
  const [from, to] = arc ?? [0, 2 * PI];
  const rings = Array.from({ length: segments + (arc ? 1 : 0) }, (_, i) => {
    const angle = from + ((to - from) * i) / segments;
    const w = at(options.width, angle) / 2;
    const h = at(options.thickness, angle) / 2;
    const aside = sway?.(angle) ?? 0;
    return section.map(([across, away]): Vector => {
      const raise = relief && away > 0 ? relief(angle, across) : 0;
      const r = radius + h + h * away + raise;
      return [r * cos(angle), w * across + aside, r * sin(angle)];
    });
  });
  return skin(rings, arc ? { caps: true } : { closed: true });
}

/** A superellipse, outside and inside with different exponents, from -1 to 1 both ways. */
function evenSection(w: number, h: number, outer: number, inner: number, count: number) {
  const FINE = 1440;
  const fine = Array.from({ length: FINE + 1 }, (_, j) => {
    const [c, s] = [cos((2 * PI * j) / FINE), sin((2 * PI * j) / FINE)];
    const power = 2 / (s > 0 ? outer : inner);
    return [sign(c) * abs(c) ** power, sign(s) * abs(s) ** power] as const;
  });
  const lengths = [0];
  for (let j = 0; j < FINE; j++) {
    const [a, b] = [fine[j]!, fine[j + 1]!];
    lengths.push(lengths[j]! + hypot((b[0] - a[0]) * w, (b[1] - a[1]) * h));
  }
  let k = 0;
  return Array.from({ length: count }, (_, j) => {
    const t = (lengths.at(-1)! * j) / count;
    while (lengths[k + 1]! < t) k++;
    const f = (t - lengths[k]!) / Math.max(lengths[k + 1]! - lengths[k]!, 1e-12);
    const [a, b] = [fine[k]!, fine[k + 1]!];
    return [a[0] + f * (b[0] - a[0]), a[1] + f * (b[1] - a[1])] as const;
  });
}
