import { add, between, cross, dot, minus, type Surface, times, unit, type Vector } from '../metal/surface.ts';
import { curve } from '../metal/wire.ts';

const { abs, floor, hypot, max, min, sqrt } = Math;

/** Signed distance from a shape to a point in mm: negative inside. Near the surface it is exact enough to walk along. */
export type Field = (x: number, y: number, z: number) => number;

/** A rounded limb from `a` to `b`, with a radius at either end. */
export function limb(a: Vector, b: Vector, ra: number, rb: number): Field {
  const axis = minus(b, a);
  const length = hypot(...axis) || 1;
  const [ux, uy, uz] = unit(axis);
  const slope = (ra - rb) / length;
  const steep = sqrt(max(1 - slope * slope, 0.01));
  return (x, y, z) => {
    const [px, py, pz] = [x - a[0], y - a[1], z - a[2]];
    const along = px * ux + py * uy + pz * uz;
    const out = sqrt(max(px * px + py * py + pz * pz - along * along, 0));
    // Where the normal of a cone's side meets its axis.
    const t = min(max(along + (out * slope) / steep, 0), length);
    return hypot(out, along - t) - (ra + ((rb - ra) * t) / length);
  };
}

/** Of the curve between two points. */
const TUBE_STEPS = 6;
/** More than the softness of any blend. */
const FAR = 20;
/** A bent limb through points; the radii are spread evenly over its length. */
export function tube(points: readonly Vector[], radii: readonly number[]): Field {
  const steps = TUBE_STEPS * (points.length - 1);
  const path = curve(points, steps);
  const wide = curve(
    radii.map((radius, i): Vector => [i, radius, 0]),
    steps,
  );
  const limbs = path.slice(1).map((end, i) => limb(path[i]!, end, wide[i]![1], wide[i + 1]![1]));
  const middle = times(add(path[0]!, path.at(-1)!), 0.5);
  const reach = max(...path.map((point, i) => hypot(...minus(point, middle)) + wide[i]![1]));
  return (x, y, z) => {
    // Far away, where nothing blends with it, a rougher distance is enough.
    const outside = hypot(x - middle[0], y - middle[1], z - middle[2]) - reach;
    if (outside > FAR) return outside;
    let nearest = Infinity;
    for (const one of limbs) nearest = min(nearest, one(x, y, z));
    return nearest;
  };
}

/** Axes in mm along x, y and z. */
export const ellipsoid =
  (centre: Vector, [a, b, c]: Vector): Field =>
  (x, y, z) => {
    const [px, py, pz] = [x - centre[0], y - centre[1], z - centre[2]];
    const k0 = hypot(px / a, py / b, pz / c);
    const k1 = hypot(px / (a * a), py / (b * b), pz / (c * c));
    return k1 < 1e-9 ? -min(a, b, c) : (k0 * (k0 - 1)) / k1;
  };

/** A shape squeezed along y: the distance stays safe to walk along. */
export const squeezed =
  (field: Field, by: number): Field =>
  (x, y, z) =>
    field(x, y / by, z) * min(1, by);

/** The union, its inner edges filled over about `softness` mm. */
export const blended =
  (softness: number, ...fields: readonly Field[]): Field =>
  (x, y, z) => {
    let joined = Infinity;
    for (const field of fields) {
      const next = field(x, y, z);
      const h = max(softness - abs(joined - next), 0) / softness;
      joined = min(joined, next) - (h * h * softness) / 4;
    }
    return joined;
  };

/** The first shape without the second, its edge rounded over about `softness` mm. */
export const hollowed =
  (softness: number, from: Field, away: Field): Field =>
  (x, y, z) => {
    const [a, b] = [from(x, y, z), -away(x, y, z)];
    const h = max(softness - abs(a - b), 0) / softness;
    return max(a, b) + (h * h * softness) / 4;
  };

const STEP = 0.05;
/** The unit normal of the surface through, or nearest to, a point. */
export const normalOf = (field: Field, [x, y, z]: Vector): Vector =>
  unit([
    field(x + STEP, y, z) - field(x - STEP, y, z),
    field(x, y + STEP, z) - field(x, y - STEP, z),
    field(x, y, z + STEP) - field(x, y, z - STEP),
  ]);

/** The nearest place on the surface, and its normal. */
export function onSurface(field: Field, point: Vector): { point: Vector; normal: Vector } {
  let at = point;
  let normal = normalOf(field, at);
  for (let i = 0; i < 4; i++) {
    at = minus(at, times(normal, field(...at)));
    normal = normalOf(field, at);
  }
  return { point: at, normal };
}

/** Where one who walks from a place along a unit direction meets the surface. */
export function meets(field: Field, from: Vector, direction: Vector): Vector {
  let at = from;
  for (let i = 0; i < 60; i++) at = add(at, times(direction, field(...at) * 0.8));
  return at;
}

/** The surface of a field within a box, in cells of `cell` mm (surface nets); where the box cuts it, it is open. */
export function meshOf(field: Field, low: Vector, high: Vector, cell: number): Surface {
  const counts = [0, 1, 2].map((i) => floor((high[i]! - low[i]!) / cell) + 1) as [number, number, number];
  const [nx, ny, nz] = counts;
  const at = (i: number, j: number, k: number) => (k * ny + j) * nx + i;
  const values = new Float32Array(nx * ny * nz);
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const value = field(low[0] + i * cell, low[1] + j * cell, low[2] + k * cell);
        values[at(i, j, k)] = value;
        // A distance cannot change faster than one walks: the row is skipped up to where the surface can be.
        const skip = min(floor(abs(value) / cell / 1.5) - 2, nx - 1 - i);
        for (let s = 0; s < skip; s++) values[at(++i, j, k)] = value;
      }
    }
  }
  const points: Vector[] = [];
  const indices = new Int32Array(values.length).fill(-1);
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const first = values[at(i, j, k)]! < 0;
        let isCrossed = false;
        for (let c = 1; c < 8; c++) {
          if (values[at(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))]! < 0 !== first) isCrossed = true;
        }
        if (!isCrossed) continue;
        const middle: Vector = [low[0] + (i + 0.5) * cell, low[1] + (j + 0.5) * cell, low[2] + (k + 0.5) * cell];
        indices[at(i, j, k)] = points.length;
        points.push(onSurface(field, middle).point);
      }
    }
  }
  const faces: number[][] = [];
  const steps = [at(1, 0, 0), at(0, 1, 0), at(0, 0, 1)] as const;
  for (let k = 1; k < nz - 1; k++) {
    for (let j = 1; j < ny - 1; j++) {
      for (let i = 1; i < nx - 1; i++) {
        const here = at(i, j, k);
        for (let axis = 0; axis < 3; axis++) {
          const isInside = values[here]! < 0;
          if (isInside === values[here + steps[axis]!]! < 0) continue;
          const [u, v] = [steps[(axis + 1) % 3]!, steps[(axis + 2) % 3]!];
          const face = [here, here - u, here - u - v, here - v].map((cellAt) => indices[cellAt]!);
          if (face.includes(-1)) continue;
          faces.push(isInside ? face : face.toReversed());
        }
      }
    }
  }
  return { points, faces };
}

/** A closed curve on a surface by its length, with the direction along it, away from the neck, and out of the surface. */
export interface Line {
  length: number;
  at(along: number): { point: Vector; tangent: Vector; down: Vector; normal: Vector };
}

/** Around the surface through these places; 0 is the first of them, and `down` lies on the side of `below`. */
export function lineOf(field: Field, places: readonly Vector[], below: Vector): Line {
  const path = places.map((place) => onSurface(field, place).point);
  const lengths = [0];
  for (let i = 1; i <= path.length; i++) {
    lengths.push(lengths[i - 1]! + hypot(...minus(path[i % path.length]!, path[i - 1]!)));
  }
  const length = lengths.at(-1)!;
  const n = path.length;
  /** Of the surface beside the line, before it is known which side is which. */
  const frameAt = (along: number) => {
    const s = ((along % length) + length) % length;
    let [a, b] = [0, n];
    while (b - a > 1) {
      const middle = (a + b) >> 1;
      if (lengths[middle]! <= s) a = middle;
      else b = middle;
    }
    const share = (s - lengths[a]!) / max(lengths[a + 1]! - lengths[a]!, 1e-9);
    const point = between(path[a]!, path[(a + 1) % n]!, share);
    const normal = normalOf(field, point);
    const chord = minus(path[(a + 3) % n]!, path[(a - 2 + n) % n]!);
    const tangent = unit(minus(chord, times(normal, dot(chord, normal))));
    return { point, tangent, normal, down: cross(tangent, normal) };
  };
  const way = dot(frameAt(0).down, below) > 0 ? 1 : -1;
  return {
    length,
    at(along) {
      const { down, ...frame } = frameAt(along);
      return { ...frame, down: times(down, way) };
    },
  };
}
