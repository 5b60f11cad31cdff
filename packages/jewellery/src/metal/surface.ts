/** A mesh: points in mm, faces as loops of indices. z is up during construction. */
export interface Surface {
  points: Vector[];
  faces: number[][];
}
export type Vector = readonly [x: number, y: number, z: number];

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vector, f: number): Vector => [a[0] * f, a[1] * f, a[2] * f];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vector): Vector => times(a, 1 / (Math.hypot(...a) || 1));
export const between = (a: Vector, b: Vector, t: number): Vector => add(times(a, 1 - t), times(b, t));

export function merged(...surfaces: readonly Surface[]): Surface {
  const points: Vector[] = [];
  const faces: number[][] = [];
  for (const surface of surfaces) {
    const first = points.length;
    for (const point of surface.points) points.push(point);
    for (const face of surface.faces) faces.push(face.map((i) => i + first));
  }
  return { points, faces };
}

/**
 * Copies of one surface at many places, as one surface.
 * @throws Error where two are in the same place: light is mirrored between coincident surfaces, and gold turns orange
 */
export function strewn({ points, faces }: Surface, places: readonly Vector[]): Surface {
  const taken = new Set<string>();
  return merged(
    ...places.map((place) => {
      const key = place.map((length) => length.toFixed(3)).join(' ');
      if (taken.has(key)) throw new Error(`Two copies of a surface at ${key} mm`);
      taken.add(key);
      return { points: points.map((point) => add(point, place)), faces };
    }),
  );
}

/** Quads between rings of equally many points: the base of every sweep and revolution. */
export function skin(rings: readonly Vector[][], { closed = false, caps = false } = {}): Surface {
  const n = rings[0]!.length;
  const faces: number[][] = [];
  const last = closed ? rings.length : rings.length - 1;
  for (let i = 0; i < last; i++) {
    const [a, b] = [i * n, ((i + 1) % rings.length) * n];
    for (let j = 0; j < n; j++) {
      const k = (j + 1) % n;
      faces.push([a + j, a + k, b + k, b + j]);
    }
  }
  if (caps && !closed) {
    faces.push(Array.from({ length: n }, (_, j) => n - 1 - j));
    faces.push(Array.from({ length: n }, (_, j) => (rings.length - 1) * n + j));
  }
  return { points: rings.flat(), faces };
}
