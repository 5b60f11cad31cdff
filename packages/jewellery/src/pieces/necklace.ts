import type { Group, Matrix4 } from 'three';
import { Bench, chained, type Frame, moved, place, turnedBy } from '../bench.ts';
import { type ChainLinks, isFaceted, type NecklaceDesign, type Set } from '../design.ts';
import { band } from '../metal/band.ts';
import { chain, jumpRing, rolled, spaced, type Step } from '../metal/chain.ts';
import { extruded } from '../metal/extruded.ts';
import { disc, ellipse, petalOutline, pillow } from '../metal/sheet.ts';
import { merged, strewn, type Surface, type Vector } from '../metal/surface.ts';
import { ball, type ProfilePoint, softened, turned } from '../metal/turned.ts';
import { circle, curve, wire } from '../metal/wire.ts';
import { bezel } from '../settings/bezel.ts';
import { basket, FOUR } from '../settings/prongs.ts';
import { along, outlineOf, RATIO } from '../stones/outline.ts';
import { motif } from './motif.ts';

const { abs, cos, PI, sin } = Math;

/** A necklace lying on a table: its front towards the viewer, its ends outside the picture. */
export function necklace(design: NecklaceDesign): Group {
  const bench = new Bench(design.metal);
  return bench.finished('necklace', STYLES[design.style](bench, design));
}

/** A design whose chain of this length (mm) is laid straight along x, to be put on a neck. */
type Laid = NecklaceDesign & { straight?: number };

/** Height of the upper or only chain above the table's middle line, in the close view and straight. */
const UPPER: Partial<Record<NecklaceDesign['style'], number>> = { bars: -15, lariat: -3.4 };
const upperOf = ({ style, strands = 3 }: NecklaceDesign) =>
  style === 'layered' ? (strands > 2 ? 0 : -7) : (UPPER[style] ?? -20);

/** Built flat, to be put on a neck. @returns the line on the table that comes to lie on the neckline */
export function buildNecklace(bench: Bench, design: NecklaceDesign, length: number): Vector[] {
  STYLES[design.style](bench, { ...design, straight: length });
  if (design.style === 'fringe') return closedNeckline(0);
  if (design.style === 'collar') return circle(COLLAR + (design.thickness ?? 4) / 2, 0, 720);
  const y = upperOf(design);
  return [-length / 2, length / 2].map((x): Vector => [x, y, 0]);
}

const STYLES: Record<NecklaceDesign['style'], (bench: Bench, design: Laid) => Frame> = {
  chain: (bench, design) => {
    const { links = 'cable', thickness = 0.3, lay = 'bow', straight } = design;
    const path = pathOf(design, lift(links, thickness));
    chain(bench, path, links, thickness);
    if (lay === 'coil' && !straight) ends(bench, path, thickness);
    return { ...NEAR, ...FRAMES[lay] };
  },
  tennis: (bench, design) => row(bench, design, () => 1),
  graduated: (bench, design) => row(bench, design, (place) => 1 - 0.55 * abs(place) ** 0.9),
  collar,
  strand,
  layered,
  stations,
  bars,
  lariat,
  fringe,
};

const FLAT: Frame = {
  centre: [0, 14, 1],
  focus: [0, -24, 2],
  detail: [3, -23, 1],
  close: 0.34,
  span: 112,
  elevation: 66,
  blur: 0.005,
};

/** Close enough to see the links: the bow leaves the picture at the top. */
const NEAR: Frame = {
  centre: [0, 1.5, 1],
  focus: [0, -19, 1],
  detail: [2, -19, 1],
  close: 0.4,
  span: 56,
  elevation: 66,
  blur: 0.005,
};
const FRAMES: Record<NonNullable<NecklaceDesign['lay']>, Partial<Frame>> = {
  bow: {},
  wave: { centre: [0, 0, 1], focus: [6, -14, 1], detail: [-10, -12, 1] },
  coil: { centre: [0, 0, 1], focus: [0, -18, 1], detail: [0, -17, 1], span: 64, elevation: 58 },
};

/** Height of the wire's or link's middle above the table. */
const LIFT: Partial<Record<ChainLinks, number>> = { snake: 3, rope: 2.1, wheat: 2.4, box: 2.4, curb: 2.6 };
const lift = (links: ChainLinks, size: number) => (LIFT[links] ?? 3.4) * size;

const POINTS = 700;
const traced = (at: (t: number) => readonly [number, number], z: number): Vector[] =>
  Array.from({ length: POINTS }, (_, i) => [...at(i / (POINTS - 1)), z] as const);

/** Paths of the close view. */
const LAYS: Record<NonNullable<NecklaceDesign['lay']>, (z: number) => Vector[]> = {
  bow: (z) => bow(z),
  wave: (z) =>
    traced((t) => [19.5 * sin(2 * PI * (1.3 * t - 0.1)), 38 - 76 * t + 3 * sin(2 * PI * (2.6 * t - 0.2))], z),
  // One and three quarter turns inwards, both ends in the picture.
  coil: (z) =>
    traced((t) => {
      const a = 0.9 + 2 * PI * (-0.35 + 2.1 * t);
      const r = 27 - 13.5 * t;
      return [r * cos(a) * 1.02, r * sin(a) * 0.9 + 0.5 * sin(3 * a)];
    }, z),
};

/** A bow whose middle hangs at `low`; all bows leave the picture at the same places. */
const bow = (z: number, low = -20, half = 27): Vector[] =>
  traced((t) => {
    const side = 2 * t - 1;
    return [
      half * sin((side * PI) / 2) * (1 + 0.16 * abs(side) ** 3),
      low + (62 - low) * abs(side) ** 2.15 + 0.2 * sin(7 * side),
    ];
  }, z);

/** The path of a style: as it lies in the picture, or straight. */
const pathOf = ({ lay = 'bow', straight }: Laid, z: number): Vector[] =>
  straight ? level(straight, -20, z) : LAYS[lay](z);

const level = (length: number, y: number, z: number): Vector[] => traced((t) => [length * (t - 0.5), y], z);

/** A bow, or straight: then it begins and ends at the height `upper`, like all chains on one clasp. */
const bowOf = ({ straight }: Laid, z: number, low: number, half: number, upper = low): Vector[] =>
  straight
    ? traced((t) => [straight * (t - 0.5), upper + ((low - upper) * (1 - cos(2 * PI * t))) / 2], z)
    : bow(z, low, half);

/** The ring and bar of the closure. */
function ends(bench: Bench, path: readonly Vector[], size: number): void {
  const wide = Math.max(size * 0.8, 0.42);
  const radius = Math.max(size * 4.6, 2);
  const beyond = (from: Vector, to: Vector, by: number): Matrix4 => {
    const along = Math.atan2(to[1] - from[1], to[0] - from[0]);
    return chained(moved(to[0] + by * cos(along), to[1] + by * sin(along), wide * 1.1), turnedBy('Z', along));
  };
  bench.metal(jumpRing(radius, wide), beyond(path.at(-6)!, path.at(-1)!, radius + wide));
  const bar = wire(
    [-1, 0, 1].map((y): Vector => [1.6, y * radius * 1.5, 0]),
    wide,
  );
  const neck = wire(
    [0, 1.6].map((x): Vector => [x - 0.6, 0, 0]),
    wide * 0.8,
  );
  bench.metal(merged(bar, neck), beyond(path[5]!, path[0]!, 0.4));
}

/** Stones side by side, each in its own link. `grow`: size by position from -1 to 1. */
function row(bench: Bench, design: Laid, grow: (place: number) => number): Frame {
  const { centre, lay = 'bow', straight } = design;
  const set = centre!;
  const path = pathOf(design, set.size * 0.52);
  // Few sizes, so that equal links share one geometry.
  let t = 0;
  const all = spaced(path, 0.25);
  const groups = new Map<number, ReturnType<typeof place>[]>();
  while (t < all.length) {
    const where = (t / all.length) * 2 - 1;
    const factor = Math.round(grow(where) * 8) / 8;
    const size = set.size * factor;
    const step = all[t]!;
    const places = groups.get(factor) ?? [];
    groups.set(factor, places);
    places.push(rolled([step.point[0], step.point[1], size * 0.52], step.tangent, 0.05 * sin(t)));
    t += Math.max(1, Math.round((size * 1.14) / 0.25));
  }
  for (const [factor, places] of groups) {
    const one: Set = { ...set, size: set.size * factor };
    const s = one.size;
    bench.metal(
      merged(
        basket(one, { depth: s * 0.45, prongs: FOUR, wireSize: s * 0.17 }),
        wire(
          [
            [s * 0.4, 0, -s * 0.29],
            [s * 0.74, 0, -s * 0.29],
          ],
          s * 0.11,
          { segments: 14, flat: 1.6 },
        ),
      ),
      places,
    );
    bench.stone(one, places);
  }
  if (lay === 'coil' && !straight) ends(bench, path, set.size * 0.14);
  return { ...NEAR, ...FRAMES[lay], elevation: 60, close: 0.36 };
}

/** Inner radius of a collar. */
const COLLAR = 57;

/** A rigid collar, open at the back. With stones: set pieces that hang from it. */
function collar(bench: Bench, { thickness = 4, centre, small, finish }: NecklaceDesign): Frame {
  const R = COLLAR;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const r = thickness / 2;
  // Its middle towards the viewer.
  const lying = chained(turnedBy('Z', PI), turnedBy('X', PI / 2));
  bench.metal(
    band(R, {
      width: (angle) => thickness * (0.55 + 0.45 * Math.max(0, -sin(angle)) ** 0.6),
      thickness: (angle) => thickness * (0.55 + 0.35 * Math.max(0, -sin(angle)) ** 0.6),
      outer: 2.2,
      inner: 2.2,
      arc: [-PI / 2 - 2.72, -PI / 2 + 2.72],
      segments: 600,
    }),
    chained(moved(0, 0, r), lying),
    antique,
  );
  // Round ends.
  for (const way of [1, -1]) {
    const a = -PI / 2 + way * 2.72;
    bench.metal(ball(r * 0.62, 32), moved((R + r * 0.55) * cos(a), (R + r * 0.55) * sin(a), r), antique);
  }
  if (centre) {
    const count = 15;
    const long = centre.size * (centre.cut === 'bead' ? 1 : RATIO[centre.cut]);
    for (let i = 0; i < count; i++) {
      const a = -PI / 2 + (i - (count - 1) / 2) * ((centre.size * 1.9) / R);
      const out = R + thickness + long * 0.62 + 1.2;
      const at = place(
        [out * cos(a), out * sin(a), centre.size * 0.4],
        [cos(a) * 0.06, sin(a) * 0.06, 1],
        [cos(a), sin(a), 0],
      );
      bench.metal(
        pillow(petalOutline(long * 1.75, centre.size * 1.85), 0.9, 0.6),
        chained(at, moved(0, 0, -centre.size * 0.16)),
        antique,
      );
      bezel(bench, centre, chained(at, moved(0, 0, 0.7)), { depth: 0.26, rim: 0.1 });
      const ring = R + thickness + 0.2;
      bench.metal(
        jumpRing(0.8, 0.22),
        chained(moved(ring * cos(a), ring * sin(a), r * 0.8), turnedBy('Z', a), turnedBy('X', PI / 2)),
        antique,
      );
      if (small) {
        const tip = out + long * 0.88 + small.size * 0.75;
        const hang = moved(tip * cos(a), tip * sin(a), small.size / 2 + 0.1);
        if (isFaceted(small)) bezel(bench, small, hang);
        else bench.stone(small, hang);
        bench.metal(
          ball(0.42, 14),
          moved((tip - small.size * 0.62) * cos(a), (tip - small.size * 0.62) * sin(a), small.size / 2),
          antique,
        );
      }
    }
  }
  if (!centre)
    return bench.framed({
      focus: [0, -R, 2],
      detail: [-R * 0.45, -R * 0.88, 2],
      close: 0.36,
      elevation: 44,
      fill: 0.84,
    });
  return {
    centre: [0, -R * 0.66, 1],
    focus: [0, -R - 6, 2],
    detail: [6, -R - 7, 2],
    close: 0.34,
    span: small ? 118 : 104,
    elevation: 62,
    blur: 0.005,
  };
}

/** Beads on silk, one or several strands side by side, gathered at two plaques. */
function strand(bench: Bench, design: Laid): Frame {
  const { centre, strands = 1, lay = 'bow', straight } = design;
  const set = centre!;
  const s = set.size;
  if (strands === 1) {
    const path = pathOf(design, s / 2);
    const steps = spaced(path, s * 1.045);
    // Closed by a ball: at the end of a coil; in a bow, as one of the beads at the side.
    const clasp =
      lay === 'bow' && !straight ? steps.findIndex(({ point: [x, y] }) => x > 0 && y > 11) : steps.length - 1;
    const places = steps.map(({ point, tangent }, i) => rolled(point, tangent, (i * 1.7) % 3));
    bench.stone(
      set,
      places.filter((_, i) => i !== clasp),
    );
    bench.metal(ball(s * 0.48, 48), places[clasp], 'brushed');
    silk(bench, path);
    return {
      ...NEAR,
      ...FRAMES[lay],
      focus: [0, -18, s / 2],
      span: lay === 'coil' ? 70 : 62,
      elevation: 58,
      close: 0.42,
    };
  }
  // Wide enough that the innermost strand still forms a bow.
  const middle = straight ? pathOf(design, s / 2) : bow(s / 2, -19, 34).map(([x, y, z]): Vector => [x, y * 1.05, z]);
  for (let k = 0; k < strands; k++) {
    const aside = (k - (strands - 1) / 2) * s * 1.03;
    const path = spaced(middle, 0.4).map(({ point: [x, y, z], tangent: [tx, ty] }): Vector => [
      x + ty * aside,
      y - tx * aside,
      z,
    ]);
    bench.stone(
      set,
      spaced(path, s * 1.03).map(({ point, tangent }, i) => rolled(point, tangent, (i * 1.7 + k) % 3)),
    );
    silk(bench, path);
  }
  const steps = spaced(middle, 0.4);
  for (const t of [0.24, 0.76]) {
    const { point, tangent } = steps[Math.round(steps.length * t)]!;
    const at = rolled([point[0], point[1], s * 0.62], tangent, 0);
    const [long, wide] = [s * 1.9, strands * s * 1.06];
    const outline = along(outlineOf('cushion'), 1, 96).map(([x, y]): [number, number] => [(x / 1.08) * long, y * wide]);
    bench.metal(pillow(outline, s * 0.8, s * 0.5), at);
    bench.metal(
      ball(s * 0.13, 14),
      Array.from({ length: 40 }, (_, i) => {
        const [x, y] = outline[Math.round((i * 96) / 40) % 96]!;
        return chained(at, moved(x * 0.86, y * 0.95, s * 0.2));
      }),
    );
  }
  return {
    ...FLAT,
    centre: [0, 8, 2],
    detail: [2, -16, s / 2],
    focus: [0, -18, s / 2],
    span: 78,
    elevation: 62,
    close: 0.4,
  };
}

function silk(bench: Bench, path: readonly Vector[]): void {
  bench.metal(
    wire(
      spaced(path, 0.8).map(({ point }) => point),
      0.16,
      { segments: 8 },
    ),
  );
}

/** Chains of several lengths on one clasp, with stones on the longest, or one on each of two. */
function layered(bench: Bench, design: Laid): Frame {
  const { links = 'cable', thickness = 0.2, centre, small, strands = 3 } = design;
  const hang = (set: Set, x: number, y: number, z: number) => {
    const long = set.size * (set.cut === 'bead' ? 1 : RATIO[set.cut]);
    bezel(bench, set, place([x, y - long / 2 - 1.5, set.size * 0.36], [0.02, -0.06, 1], [0, 1, 0]), {
      depth: 0.3,
      rim: 0.085,
    });
    bench.metal(jumpRing(0.75, 0.18), chained(moved(x, y - 0.7, z), turnedBy('X', PI / 2.4)));
  };
  for (let k = 0; k < strands; k++) {
    const z = lift(links, thickness) + k * 0.02;
    const path = bowOf(design, z, -20 + k * (strands > 2 ? 10 : 13), 27 - k * 1.6, upperOf(design));
    chain(bench, path, k === 1 && strands > 2 ? 'paperclip' : links, thickness * (k === 1 && strands > 2 ? 1.3 : 1));
    const set = k === 0 ? centre : k === 1 ? small : undefined;
    if (!set) continue;
    const lowest = path[POINTS / 2]!;
    if (strands > 2) hang(set, lowest[0], lowest[1], z);
    else {
      // All along the longer one.
      const steps = spaced(path, 9.2);
      const first = ((steps.length - 1) / 2) % 1 ? 0.5 : 0;
      for (let i = -4; i <= 4; i++) {
        const step = steps[Math.round((steps.length - 1) / 2 + first + i)];
        if (step) hang(set, step.point[0], step.point[1], z);
      }
    }
  }
  return { ...NEAR, centre: [0, -0.5, 1], focus: [0, -22, 1], detail: [0, -22, 1.5], span: 62 };
}

/** One chain without a clasp: its end runs through a ring, a pearl at either end. */
function lariat(bench: Bench, design: Laid): Frame {
  const { links = 'cable', thickness = 0.2, centre } = design;
  const set = centre!;
  const z = lift(links, thickness);
  chain(bench, bowOf(design, z, -3.4, 27), links, thickness);
  const ring = 3;
  bench.metal(jumpRing(ring, 0.5), moved(0, -3.2 - ring, 0.9));
  const tail = (x: number, length: number) => {
    const path = traced((t) => [x * t ** 1.4 + 0.4 * sin(5 * t), -4.4 - length * t], z);
    chain(bench, path, links, thickness);
    const end = path.at(-1)!;
    const size = set.size;
    if (set.cut === 'bead') bench.stone(set, moved(end[0], end[1] - size / 2, size / 2));
    else {
      // A drop, its point up.
      const long = size * RATIO[set.cut];
      bench.stone(drop(set), place([end[0], end[1] - long / 2 - 0.5, size * 0.42], [0, 0, 1], [0, 1, 0]));
    }
    bench.metal(ball(0.85, 24), moved(end[0], end[1] - 0.3, size * 0.42));
  };
  tail(-2.6, 10);
  tail(2.2, 17);
  return { ...NEAR, centre: [0, -4, 1], focus: [0, -16, 2], detail: [0.5, -21, 2], span: 60, close: 0.42 };
}
const drop = (set: Set): Set => (isFaceted(set) ? set : { ...set, height: 0.42 });

/** Evenly spaced stones along a chain. */
function stations(bench: Bench, design: Laid): Frame {
  const { links = 'cable', thickness = 0.18, centre, lay = 'bow' } = design;
  const set = centre!;
  const path = pathOf(design, Math.max(set.size * 0.36, lift(links, thickness)));
  chain(bench, path, links, thickness);
  const every = spaced(path, 14).filter((_, i) => i > 0);
  const places = every.map(({ point, tangent }) => rolled(point, tangent, 0));
  if (set.cut === 'bead') bench.stone(set, places);
  else bezel(bench, set, places, { depth: 0.3, rim: 0.09 });
  return { ...NEAR, ...FRAMES[lay] };
}

/** Upright bars of stones on a round wire, neighbours of different lengths, like grass. */
function bars(bench: Bench, design: Laid): Frame {
  const { thickness = 0.5, centre } = design;
  const set = centre!;
  const z = Math.max(set.size * 0.45, thickness * 3);
  const path = bowOf(design, z, -15, 27);
  chain(bench, path, 'snake', thickness);
  const pitch = set.size * 1.2;
  const steps = spaced(path, set.size * 1.62);
  const middle = Math.round((steps.length - 1) / 2);
  const LENGTHS = [5, 3, 4, 2, 4, 3, 5, 2, 3];
  const places: ReturnType<typeof place>[] = [];
  for (let i = -13; i <= 13; i++) {
    const { point, tangent } = steps[middle + i]!;
    const length = Math.max(2, LENGTHS[(i + 18) % LENGTHS.length]! - Math.floor(abs(i) / 6));
    for (let k = 0; k < length; k++) {
      // Down from the wire, which runs to the right.
      const down = (k - 0.6) * pitch;
      places.push(rolled([point[0] + tangent[1] * down, point[1] - tangent[0] * down, z + 0.3], tangent, 0));
    }
  }
  bezel(bench, set, places, { depth: 0.34, rim: 0.11 });
  return { ...NEAR, centre: [0, 0, 1], focus: [0, -17, 1], detail: [1, -17, 1] };
}

/** Length of a fringe's chain; 16 inches. */
const FRINGE_LOOP = { across: 57, along: 71 };
/** Share of the chain, from the middle of the front, from which a fringe hangs; the rest lies on the shoulders. */
const FRINGE_SHARE = 0.62;
const BARREL = 11;

/** A closed chain on a table, from its clasp to its clasp, its lowest point in the middle at (0, -20). */
function closedNeckline(z: number): Vector[] {
  const { across, along: long } = FRINGE_LOOP;
  return Array.from({ length: 901 }, (_, i) => {
    const a = PI * (-1 + i / 450);
    // Narrower at the nape than in front.
    return [across * sin(a) * (1 + 0.08 * cos(a)), long - 20 - long * cos(a), z] as const;
  });
}

/**
 * Places at both sides of the middle, in mirrored pairs: the first at the distance `first` from it, the last within
 * `share` of the chain.
 */
function mirroredSteps(path: readonly Vector[], pitch: number, first: number, share: number) {
  const FINE = 0.1;
  const right = spaced(path.slice((path.length - 1) / 2), FINE);
  const count = 1 + Math.floor((right.length * FINE * share - first) / pitch);
  return Array.from({ length: count }, (_, rank) => {
    const out = first + rank * pitch;
    const { point, tangent } = right[Math.round(out / FINE)]!;
    const from = count > 1 ? rank / (count - 1) : 0;
    const step = { point, tangent, way: 1, from, rank };
    if (out === 0) return [{ ...step, tangent: [1, 0, 0] as Vector, way: 0 }];
    const [x, y, z] = point;
    const [tx, ty] = tangent;
    return [step, { ...step, point: [-x, y, z] as Vector, tangent: [tx, -ty, 0] as Vector, way: -1 }];
  }).flat();
}

/** A screw clasp about the x axis. */
const barrel = (radius: number): Surface => {
  const half = BARREL / 2;
  const ridge = (x: number): ProfilePoint[] => [
    [radius, x - 0.5],
    [radius * 1.16, x - 0.3],
    [radius * 1.16, x + 0.3],
    [radius, x + 0.5],
  ];
  return turned(
    softened(
      [
        [0.01, -half],
        [radius * 0.72, -half],
        [radius * 0.86, -half + 0.9],
        ...ridge(-half + 1.9),
        ...ridge(0),
        ...ridge(half - 1.9),
        [radius * 0.86, half - 0.9],
        [radius * 0.72, half],
        [0.01, half],
      ],
      0.16,
    ),
    48,
  );
};

/** Coins or set drops under a closed chain, the same on both sides: temple jewellery and coin necklaces. */
function fringe(bench: Bench, design: NecklaceDesign): Frame {
  const { finish, medallion } = design;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const z = 1.5;
  const path = closedNeckline(z);
  const nape = path[0]![1];
  chain(
    bench,
    path.filter(([x, y]) => y < nape - 1 || abs(x) > BARREL / 2 - 1.2),
    'rope',
    0.62,
  );
  bench.metal(barrel(1.75), place([0, nape, 1.9], [1, 0, 0]), antique);
  const at = ({ point, tangent }: Step, out: number, height: number, lean = 0) => {
    const down: Vector = [tangent[1], -tangent[0], 0];
    return place(
      [point[0] + down[0] * out, point[1] + down[1] * out, height],
      [tangent[0] * lean + down[0] * 0.05, tangent[1] * lean + down[1] * 0.05, 1],
      down,
    );
  };
  const sides = { bench, antique, path, at };
  if (medallion) {
    SIDES[medallion](sides, design);
    MEDALLIONS[medallion](bench, design, -21);
  } else coins(sides);
  return {
    ...bench.framed({
      focus: [0, -24, 2],
      detail: [0, medallion ? -33 : -25, 2],
      close: medallion ? 0.32 : 0.27,
      detailElevation: 62,
      elevation: 66,
      fill: 0.9,
      blur: 0.004,
    }),
    // The second view is a closer one.
    isWhole: false,
  };
}

interface Sides {
  bench: Bench;
  antique: string | undefined;
  path: readonly Vector[];
  /** A place below a step of the chain; x points away from the neck. */
  at: (step: Step, out: number, height: number, lean?: number) => Matrix4;
}

/** Thickness of a coin: thin, so that they overlap like scales. */
const COIN = 0.5;
/** Petals by the hundred need few points. */
const petal = (length: number, width: number, height: number, below: number): Surface =>
  pillow(petalOutline(length, width, 28), height, below, 5);

/** A struck coin: its face up, x downwards on the wearer. */
function coin(bench: Bench, size: number, places: readonly Matrix4[], struck: Surface, antique: string | undefined) {
  const r = size / 2;
  bench.metal(disc(r, COIN, 0.16, 64), places, antique);
  bench.metal(
    strewn(
      ball(size * 0.034, 8),
      Array.from({ length: 26 }, (_, k): Vector => [
        r * 0.77 * cos((2 * PI * k) / 26),
        r * 0.77 * sin((2 * PI * k) / 26),
        0.16,
      ]),
    ),
    places,
    antique,
  );
  bench.metal(struck, places, antique);
}

/** An oil lamp on its foot, with a flame. */
function lamp(size: number): Surface {
  const shape = (points: readonly (readonly [number, number])[], height: number, x: number): Surface => {
    const { points: all, faces } = pillow(
      points.map(([a, b]): [number, number] => [a * size, b * size]),
      height,
      0.05,
      6,
    );
    return { points: all.map(([a, b, c]): Vector => [a + x * size, b, c + 0.08]), faces };
  };
  const bowl = Array.from({ length: 48 }, (_, i): [number, number] => {
    const a = (2 * PI * i) / 48;
    // A half moon: flat towards the flame.
    return [0.12 * (cos(a) > 0 ? cos(a) : cos(a) * 0.22), 0.22 * sin(a)];
  });
  const foot = Array.from({ length: 48 }, (_, i): [number, number] => {
    const a = (2 * PI * i) / 48;
    return [0.035 * cos(a), 0.14 * sin(a)];
  });
  return merged(
    shape(
      petalOutline(0.26, 0.12).map(([a, b]): [number, number] => [-a, b]),
      0.5,
      -0.15,
    ),
    shape(bowl, 0.5, 0.02),
    wire(
      [
        [size * 0.1, 0, 0.2],
        [size * 0.22, 0, 0.2],
      ],
      size * 0.03,
      { segments: 12 },
    ),
    shape(foot, 0.3, 0.25),
  );
}

/** A lotus in flower, seen from the side. */
const bloom = (size: number): Surface =>
  merged(
    ...[-1.15, -0.6, 0, 0.6, 1.15].map((turn, i): Surface => {
      const one = petal(size * 0.36, size * 0.16, 0.42, 0.05);
      return {
        faces: one.faces,
        points: one.points.map(([x, y, z]): Vector => {
          const [out, aside] = [-x - size * 0.2, y];
          return [
            out * cos(turn) - aside * sin(turn) + size * 0.16,
            out * sin(turn) + aside * cos(turn),
            z + 0.1 + 0.05 * (2 - abs(i - 2)),
          ];
        }),
      };
    }),
    wire(
      [-0.2, -0.07, 0.07, 0.2].map((y): Vector => [size * (0.24 - 0.9 * y * y), y * size, 0.15]),
      size * 0.03,
      { segments: 12 },
    ),
  );

/** Coins that overlap like scales, outwards from the middle one. */
function coins({ bench, antique, path, at }: Sides): void {
  const size = 11;
  const steps = mirroredSteps(path, size * 0.64, 0, 0.7);
  coin(
    bench,
    size,
    steps.map((step) => at(step, size / 2 + 0.9, 1.75 - step.rank * 0.012, step.way * 0.07)),
    lamp(size),
    antique,
  );
  bench.metal(
    jumpRing(0.75, 0.2),
    steps.map((step) => chained(at(step, 0.7, 1.7), turnedBy('X', PI / 2))),
  );
}

/** Coins with a ruby between two, an emerald below each coin. */
function coinsAndStones({ bench, antique, path, at }: Sides, { centre, small }: NecklaceDesign): void {
  const size = 9.4;
  const pitch = 14.2;
  const steps = mirroredSteps(path, pitch, 15, FRINGE_SHARE);
  const places = steps.map((step) => at(step, size / 2 + 1.5, 1.2));
  coin(bench, size, places, bloom(size), antique);
  bench.metal(
    jumpRing(0.75, 0.2),
    steps.map((step) => chained(at(step, 1, 1.5), turnedBy('X', PI / 2))),
  );
  const round: Set = { ...centre!, cut: 'round', size: centre!.size * 0.86 };
  const between = mirroredSteps(path, pitch, 15 + pitch / 2, FRINGE_SHARE).map((step) => at(step, 3.4, 1.5));
  bench.metal(
    merged(
      ...Array.from({ length: 8 }, (_, k): Surface => {
        const one = petal(2.6, 1.9, 0.6, 0.3);
        const a = (2 * PI * k) / 8;
        return {
          faces: one.faces,
          points: one.points.map(([x, y, z]): Vector => [
            (x + 2.1) * cos(a) - y * sin(a),
            (x + 2.1) * sin(a) + y * cos(a),
            z - 0.5,
          ]),
        };
      }),
    ),
    between,
    antique,
  );
  bezel(bench, round, between, { depth: 0.4, rim: 0.12 });
  if (!small) return;
  hung(
    bench,
    small,
    between.map((place) => chained(place, moved(3.3, 0, 0))),
    antique,
  );
  hung(
    bench,
    small,
    places.map((place) => chained(place, moved(size / 2, 0, 0))),
    antique,
  );
}

/** Drops below their places, each on a ring. */
function hung(bench: Bench, set: Set, places: readonly Matrix4[], antique: string | undefined): void {
  bench.metal(
    jumpRing(0.5, 0.16),
    places.map((place) => chained(place, moved(0.45, 0, 0.1))),
    antique,
  );
  const out = 0.9 + set.size / 2;
  if (isFaceted(set)) {
    bezel(
      bench,
      set,
      places.map((place) => chained(place, moved(out, 0, 0))),
      { rim: 0.13 },
    );
    return;
  }
  bench.stone(
    set,
    places.map((place) => chained(place, moved(out + 0.5, 0, 0.3))),
  );
  bench.metal(
    merged(ball(0.5, 16), strewn(ball(0.34, 14), [[set.size + 0.25, 0, 0]])),
    places.map((place) => chained(place, moved(out - set.size / 2 + 0.4, 0, 0.3))),
    antique,
  );
}

/** Set drops in flowers of petals, a pearl below each. */
function flowers({ bench, antique, path, at }: Sides, { centre, small }: NecklaceDesign): void {
  const set = centre!;
  const steps = mirroredSteps(path, set.size * 2.75, 23.5, FRINGE_SHARE);
  for (const step of steps) {
    const s = (set.size * Math.round((1.1 - 0.3 * step.from) * 8)) / 8;
    const one: Set = { ...set, size: s };
    const long = s * (set.cut === 'bead' ? 1 : RATIO[set.cut]);
    const place = at(step, long * 0.95 + 1.4, s * 0.5);
    bench.metal(
      petal(long * 0.85, s * 0.62, 0.7, 0.4),
      Array.from({ length: 8 }, (_, k) =>
        chained(place, turnedBy('Z', (2 * PI * k) / 8), moved(long * 0.66, 0, -s * 0.28)),
      ),
      antique,
    );
    bezel(bench, one, place, { depth: 0.4, rim: 0.11 });
    bench.metal(jumpRing(0.75, 0.2), chained(at(step, 0.9, 1.5), turnedBy('X', PI / 2)));
    if (small) hung(bench, small, [chained(place, moved(long * 1.02, 0, -s * 0.2))], antique);
  }
}

const SIDES = { lotus: coinsAndStones, peacocks: flowers };
const MEDALLIONS = { lotus: goddess, peacocks };

/** A shape in relief: an outline of the wearer's x and y, placed at a height. */
const relief = (
  outline: readonly (readonly [number, number])[],
  [x, y, z]: Vector,
  height: number,
  turn = 0,
): Surface => {
  const { points, faces } = pillow(outline, height, height * 0.3, 6);
  return {
    faces,
    points: points.map(([a, b, c]): Vector => [
      x + a * cos(turn) - b * sin(turn),
      y + a * sin(turn) + b * cos(turn),
      z + c,
    ]),
  };
};

/** The goddess seated on her lotus under an arch of rubies, a lotus in either upper hand; drops below. */
function goddess(bench: Bench, { centre, small, finish }: NecklaceDesign, y: number): void {
  const antique = finish === 'antique' ? 'antique' : undefined;
  const at = place([0, y - 12.5, 1.5], [0, -0.05, 1]);
  const arch = (r: number, count: number, over = 2.5) =>
    Array.from({ length: count }, (_, i): Vector => {
      const a = PI / 2 + over * (-1 + (2 * i) / (count - 1));
      return [r * cos(a), r * sin(a) * 1.14 + 0.6, 0];
    });
  const plate = [...arch(11, 60, 2.45)].map(([x, py]): [number, number] => [x, py]);
  bench.metal(extruded(plate, 0.9), at, antique);
  // Two hangers to the chain.
  bench.metal(
    jumpRing(0.9, 0.28),
    [-4.2, 4.2].map((x) => chained(at, moved(x, 12.6, 0.3), turnedBy('Y', PI / 2))),
    antique,
  );
  const dots = strewn(
    ball(0.36, 14),
    arch(8.15, 34, 2.2).map(([x, py]): Vector => [x, py, 0.55]),
  );
  const rim = wire(
    arch(11.1, 90).map(([x, py]): Vector => [x, py, 0.35]),
    0.5,
    { segments: 14 },
  );
  const limb = (points: readonly Vector[], from: number, to: number): Surface => {
    const way = curve(points, 20);
    return wire(
      way,
      way.map((_, i) => from + ((to - from) * i) / 20),
      { segments: 14 },
    );
  };
  const throne = [-1.2, -0.8, -0.4, 0, 0.4, 0.8, 1.2].map((turn) =>
    relief(petalOutline(4.6, 2.1), [sin(turn) * 5.4, -7.2 - cos(turn) * 0.9, 0.75], 0.9, -PI / 2 + turn),
  );
  const parts: Surface[] = [
    dots,
    rim,
    ...throne,
    // The seat, the crossed legs and the skirt between the knees.
    relief(ellipse(10.6, 2.6), [0, -5.6, 0.8], 1),
    limb(
      [
        [-4.9, -3.6, 1.3],
        [-2.4, -4.9, 1.9],
        [1, -4.9, 2],
      ],
      1.15,
      0.8,
    ),
    limb(
      [
        [4.9, -3.6, 1.3],
        [2.4, -4.3, 2],
        [-1, -4.6, 2.3],
      ],
      1.15,
      0.8,
    ),
    limb(
      [
        [-4.9, -3.6, 1.3],
        [-2.6, -2.5, 1.4],
        [-1, -2, 1.4],
      ],
      1.15,
      1.3,
    ),
    limb(
      [
        [4.9, -3.6, 1.3],
        [2.6, -2.5, 1.4],
        [1, -2, 1.4],
      ],
      1.15,
      1.3,
    ),
    // Waist to shoulders, garland, neck and head.
    limb(
      [
        [0, -2.4, 1.4],
        [0, -0.6, 1.5],
        [0, 1.4, 1.5],
      ],
      1.5,
      1.9,
    ),
    relief(ellipse(5.6, 2.2), [0, 1.7, 1.2], 1.3),
    limb(
      [
        [-1.5, 2.1, 2.5],
        [0, -0.4, 3.2],
        [1.5, 2.1, 2.5],
      ],
      0.24,
      0.24,
    ),
    limb(
      [
        [0, 2.2, 1.6],
        [0, 3.4, 1.7],
      ],
      0.7,
      0.65,
    ),
    strewn(ball(1.45, 28), [[0, 4.3, 1.6]]),
    // The crown in three tiers.
    strewn(
      ball(0.3, 12),
      [-1.2, -0.6, 0, 0.6, 1.2].map((x): Vector => [x, 5.3 - x * x * 0.12, 2.5 - x * x * 0.3]),
    ),
    limb(
      [
        [0, 5.2, 1.6],
        [0, 6.4, 1.6],
        [0, 7.7, 1.5],
      ],
      1.25,
      0.3,
    ),
    strewn(ball(0.42, 14), [[0, 8, 1.5]]),
    // Arms: the upper pair raised, the lower pair on the knees in blessing.
    ...[-1, 1].flatMap((way) => [
      limb(
        [
          [way * 2.4, 1.9, 1.5],
          [way * 4.6, 1.3, 1.5],
          [way * 5, 3.6, 1.5],
        ],
        0.72,
        0.5,
      ),
      limb(
        [
          [way * 2.4, 1.5, 1.6],
          [way * 3.6, -0.8, 1.8],
          [way * 3.9, -2, 2.3],
        ],
        0.72,
        0.5,
      ),
      relief(ellipse(1.5, 1.9), [way * 3.9, -1.9, 2.3], 0.6),
      ...[-0.6, 0, 0.6].map((turn) =>
        relief(petalOutline(2.2, 1.1), [way * 5 - sin(turn) * 0.9, 4.3 + cos(turn) * 0.7, 1.2], 0.7, PI / 2 + turn),
      ),
    ]),
  ];
  bench.metal(merged(...parts), at, antique);
  // Rubies around the arch, a large one under the throne.
  const round: Set = { ...centre!, cut: 'round', size: 1.9 };
  bezel(
    bench,
    round,
    arch(9.65, 15, 2.16).map(([x, py]) => chained(at, moved(x, py, 0.75))),
    { depth: 0.3, rim: 0.12 },
  );
  const large: Set = { ...centre!, cut: 'round', size: centre!.size * 0.95 };
  bezel(bench, large, chained(at, moved(0, -10.6, 1)), { depth: 0.36, rim: 0.14 });
  bench.metal(
    strewn(
      ball(0.32, 12),
      Array.from({ length: 14 }, (_, i): Vector => {
        const a = (2 * PI * i) / 14;
        return [2.55 * cos(a), -10.6 + 2.55 * sin(a), 0.75];
      }),
    ),
    at,
    antique,
  );
  if (!small) return;
  const down = (x: number, dy: number) => chained(at, moved(x, dy, 0.3), turnedBy('Z', -PI / 2));
  hung(
    bench,
    small,
    [-7.2, 7.2]
      .map((x) => down(x, -7.9))
      .concat(
        [-4, 4].map((x) => down(x, -9.6)),
        [down(0, -13)],
      ),
    antique,
  );
}

/** Two birds that face each other over a set stone, their tails fanned outwards and up; pearls below. */
function peacocks(bench: Bench, { centre, small, finish }: NecklaceDesign, y: number): void {
  const antique = finish === 'antique' ? 'antique' : undefined;
  const middle = moved(0, y - 11, 1.4);
  const feather: Set = { ...centre!, cut: 'round', size: 1.7 };
  for (const way of [-1, 1]) {
    motif(bench, 'peacock', chained(middle, moved(way * 9.2, 0, 0)), {
      height: 20,
      finish: antique,
      small: feather,
      isMirrored: way > 0,
    });
  }
  // The perch that both stand on, and the stone between them.
  const perch = Array.from({ length: 41 }, (_, i): Vector => {
    const x = -13.5 + (27 * i) / 40;
    return [x, -9.7 - 1.3 * cos((x / 13.5) * (PI / 2)), 0.4];
  });
  bench.metal(merged(wire(perch, 0.62), strewn(ball(0.95, 20), [perch[0]!, perch.at(-1)!])), middle, antique);
  const large: Set = { ...centre!, size: centre!.size * 1.2 };
  const long = large.size * (large.cut === 'bead' ? 1 : RATIO[large.cut]);
  bezel(bench, large, chained(middle, place([0, -3.2, 0.6], [0, 0, 1], [0, -1, 0])), { depth: 0.4, rim: 0.12 });
  bench.metal(
    strewn(
      ball(0.34, 14),
      Array.from({ length: 22 }, (_, i): Vector => {
        const a = (2 * PI * i) / 22;
        return [(large.size / 2 + 1.15) * sin(a), -3.2 + (long / 2 + 1.1) * cos(a), 0.5];
      }),
    ),
    middle,
    antique,
  );
  // From the chain to the stone, and from the stone to the perch.
  bench.metal(
    merged(
      wire(
        [11, -3.2 + long / 2 + 0.6].map((dy): Vector => [0, dy, 0.3]),
        0.5,
      ),
      wire(
        [-3.2 - long / 2 - 0.6, -11].map((dy): Vector => [0, dy, 0.3]),
        0.5,
      ),
    ),
    middle,
    antique,
  );
  bench.metal(
    jumpRing(0.9, 0.26),
    [-7.4, 7.4].map((x) => chained(middle, moved(x, 10.9, 0.2), turnedBy('Y', PI / 2))),
    antique,
  );
  if (!small) return;
  hung(
    bench,
    small,
    [-11.4, -5.7, 0, 5.7, 11.4].map((x) =>
      chained(middle, moved(x, -10.3 - 1.3 * cos((x / 13.5) * (PI / 2)), 0.3), turnedBy('Z', -PI / 2)),
    ),
    antique,
  );
}
