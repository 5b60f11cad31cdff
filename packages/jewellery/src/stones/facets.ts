import type { Cut } from '../design.ts';
import { outlineOf, type Point2, support } from './outline.ts';

type Vector = readonly [number, number, number];
type Polygon = Vector[];
/** Keeps what is at most `distance` along `normal`. */
interface Plane {
  normal: Vector;
  distance: number;
}

const { abs, atan2, cos, hypot, PI, sin, tan } = Math;
const rad = (degrees: number) => (degrees * PI) / 180;
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => {
  const length = hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

/** Relative to the smaller diameter. */
const GIRDLE = 0.03;

/**
 * A faceted stone: flat convex polygons of a closed solid, the middle of the girdle at z = 0, the table up. `size` is
 * the smaller diameter in mm. `fine: false` omits star and girdle facets, for stones under two millimetres. Coloured
 * stones are cut deeper, otherwise they look like a window.
 */
export function facetsOf(cut: Cut, size: number, { fine = true, coloured = false } = {}): Polygon[] {
  const outline = outlineOf(cut, fine ? 96 : 32);
  const planes = PLANES[cut](outline, fine, coloured ? 43 : 40.75);
  return planes
    .reduce(clip, prism(outline))
    .map((polygon) => polygon.map(([x, y, z]) => [x * size, y * size, z * size]));
}

/** A plane that touches the outline at height `z` in direction `azimuth`, and rises (or falls) inwards by `slope`. */
function slanted(azimuth: number, slope: number, at: number, z: number, up: boolean): Plane {
  const length = hypot(slope, 1);
  const normal: Vector = [(cos(azimuth) * slope) / length, (sin(azimuth) * slope) / length, (up ? 1 : -1) / length];
  return { normal, distance: dot(normal, [cos(azimuth) * at, sin(azimuth) * at, z]) };
}

const table = (height: number): Plane => ({ normal: [0, 0, 1], distance: height });

/**
 * The round brilliant of 57 facets: table 56 %, crown 34.5°, pavilion 40.75°, stars 55 %, lower halves 78 %. The other
 * brilliants use the same planes stretched to their outline: slope times distance is constant, so that all facets still
 * meet.
 */
function brilliant(outline: readonly Point2[], fine: boolean, pavilion: number): Plane[] {
  const [T, R, e] = [0.56, 0.5, PI / 8];
  const crown = tan(rad(34.5));
  const below = tan(rad(pavilion));
  const height = R * (1 - T) * crown;
  const starTip = T * R * cos(e) + 0.55 * (R - T * R * cos(e));
  const halfTip = (1 - 0.78) * R;
  const starZ = (R - starTip * cos(e)) * crown;
  const halfZ = (R - halfTip * cos(e)) * below;
  const through = (p: Vector, q: Vector, r: Vector, up: boolean): Vector => {
    const normal = unit(cross(minus(q, p), minus(r, p)));
    return normal[2] > 0 === up ? normal : [-normal[0], -normal[1], -normal[2]];
  };
  const girdlePoint: Vector = [R * cos(e), R * sin(e), 0];
  const upperHalf = through([starTip * cos(e), starTip * sin(e), starZ], [R, 0, 0], girdlePoint, true);
  const lowerHalf = through([halfTip * cos(e), halfTip * sin(e), -halfZ], [R, 0, 0], girdlePoint, false);
  const star = through(
    [T * R, 0, height],
    [T * R * cos(2 * e), T * R * sin(2 * e), height],
    [starTip * cos(e), starTip * sin(e), starZ],
    true,
  );
  const slopeOf = (normal: Vector) => hypot(normal[0], normal[1]) / abs(normal[2]);
  const stretched = (azimuth: number, slope: number, at: number, up: boolean) => {
    const stretch = support(outline, azimuth) / R;
    return slanted(azimuth, slope / stretch, at * stretch, up ? GIRDLE / 2 : -GIRDLE / 2, up);
  };
  const planes: Plane[] = [table(height + GIRDLE / 2)];
  for (let i = 0; i < 8; i++) {
    const azimuth = (2 * PI * i) / 8;
    planes.push(stretched(azimuth, crown, R, true), stretched(azimuth, below, R, false));
    planes.push(stretched(azimuth + e, slopeOf(star), T * R * cos(e) + height / slopeOf(star), true));
    if (!fine) continue;
    for (const side of [1, -1]) {
      for (const [normal, up] of [
        [upperHalf, true],
        [lowerHalf, false],
      ] as const) {
        const turn = atan2(normal[1], normal[0]);
        planes.push(stretched(azimuth + side * turn, slopeOf(normal), R * cos(turn), up));
      }
    }
  }
  return planes;
}

/** Square with pointed corners: a wide table, and chevrons below. */
function princess(outline: readonly Point2[], fine: boolean): Plane[] {
  const up = GIRDLE / 2;
  const depth = 0.58;
  const planes: Plane[] = [table(0.5 * (1 - 0.68) * tan(rad(34)) + up)];
  for (let i = 0; i < 4; i++) {
    const side = (i * PI) / 2;
    const corner = side + PI / 4;
    const width = support(outline, side);
    planes.push(
      slanted(side, tan(rad(38)), width, up, true),
      slanted(side, tan(rad(26)), width - 0.035, up + 0.035 * tan(rad(38)) * 0.9, true),
      slanted(corner, tan(rad(28)), support(outline, corner), up, true),
      slanted(side, tan(rad(60)), width, -up, false),
    );
    for (const [turn, lift] of fine ? CHEVRONS : CHEVRONS.slice(0, 1)) {
      for (const way of [1, -1]) {
        const azimuth = corner + way * turn;
        const at = support(outline, azimuth);
        planes.push(slanted(azimuth, ((depth - lift * 0.7) / at) * (1 + lift * 0.25), at, -up, false));
      }
    }
  }
  return planes;
}
const CHEVRONS = [
  [0.42, 0],
  [0.3, 0.055],
  [0.15, 0.1],
] as const;

/** Long with cut corners: three steps above, three below. */
function emerald(outline: readonly Point2[]): Plane[] {
  const planes: Plane[] = [table(0.14 + GIRDLE / 2)];
  const steps = (azimuth: number, angles: readonly (readonly [angle: number, height: number])[], up: boolean) => {
    let at = support(outline, azimuth);
    let z = GIRDLE / 2;
    for (const [angle, height] of angles) {
      const slope = tan(rad(angle));
      planes.push(slanted(azimuth, slope, at, up ? z : -z, up));
      at -= height / slope;
      z += height;
    }
  };
  for (let i = 0; i < 8; i++) {
    const azimuth = (i * PI) / 4;
    steps(azimuth, STEPS_ABOVE, true);
    steps(azimuth, STEPS_BELOW, false);
  }
  return planes;
}
const STEPS_ABOVE = [
  [44, 0.055],
  [35, 0.05],
  [26, 0.05],
] as const;
const STEPS_BELOW = [
  [56, 0.16],
  [46, 0.14],
  [37, 0.2],
] as const;

const PLANES: Record<Cut, (outline: readonly Point2[], fine: boolean, pavilion: number) => Plane[]> = {
  round: brilliant,
  oval: brilliant,
  cushion: brilliant,
  pear: brilliant,
  marquise: brilliant,
  princess,
  emerald,
};

/** The rough stone: a prism over the outline. */
function prism(outline: readonly Point2[]): Polygon[] {
  const sides = outline.map(([x, y], i): Polygon => {
    const [nx, ny] = outline[(i + 1) % outline.length]!;
    return [
      [x, y, -1],
      [nx, ny, -1],
      [nx, ny, 1],
      [x, y, 1],
    ];
  });
  return [
    ...sides,
    outline.map(([x, y]): Vector => [x, y, 1]),
    outline.map(([x, y]): Vector => [x, y, -1]).toReversed(),
  ];
}

/** Cuts a convex solid: removes the part beyond the plane, and the cut becomes a facet. */
function clip(solid: Polygon[], { normal, distance }: Plane): Polygon[] {
  const remaining: Polygon[] = [];
  for (const polygon of solid) {
    const beyond = polygon.map((point) => dot(normal, point) - distance);
    if (beyond.every((d) => d <= NEAR)) {
      remaining.push(polygon);
      continue;
    }
    if (beyond.every((d) => d >= -NEAR)) continue;
    const rest: Polygon = [];
    polygon.forEach((a, i) => {
      const j = (i + 1) % polygon.length;
      const [sa, sb, b] = [beyond[i]!, beyond[j]!, polygon[j]!];
      if (sa <= NEAR) rest.push(a);
      if ((sa < -NEAR && sb > NEAR) || (sa > NEAR && sb < -NEAR)) {
        const t = sa / (sa - sb);
        rest.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])]);
      }
    });
    if (rest.length > 2) remaining.push(rest);
  }
  const facet = facetIn(remaining, normal, distance);
  if (facet) remaining.push(facet);
  return remaining;
}
const NEAR = 1e-9;

/** The points on the plane, in order around it; undefined if they are a facet already. */
function facetIn(solid: Polygon[], normal: Vector, distance: number): Polygon | undefined {
  const isOn = (point: Vector) => abs(dot(normal, point) - distance) <= 1e-7;
  if (solid.some((polygon) => polygon.every(isOn))) return undefined;
  const points: Vector[] = [];
  for (const point of solid.flat()) {
    if (isOn(point) && !points.some((known) => hypot(...minus(known, point)) < 1e-6)) points.push(point);
  }
  if (points.length < 3) return undefined;
  const centre = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k]!, 0) / points.length) as unknown as Vector;
  const e1 = unit(cross(normal, abs(normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  const e2 = cross(normal, e1);
  const angle = (point: Vector) => atan2(dot(minus(point, centre), e2), dot(minus(point, centre), e1));
  return points.toSorted((a, b) => angle(a) - angle(b));
}
