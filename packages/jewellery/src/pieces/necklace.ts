import type { Group, Matrix4 } from 'three';
import { Bench, chained, type Frame, moved, place, turnedBy } from '../bench.ts';
import { type ChainLinks, isFaceted, type NecklaceDesign, type Set } from '../design.ts';
import { band } from '../metal/band.ts';
import { chain, jumpRing, rolled, spaced } from '../metal/chain.ts';
import { disc, petalOutline, pillow } from '../metal/sheet.ts';
import { merged, type Vector } from '../metal/surface.ts';
import { ball } from '../metal/turned.ts';
import { wire } from '../metal/wire.ts';
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

const STYLES: Record<NecklaceDesign['style'], (bench: Bench, design: NecklaceDesign) => Frame> = {
  chain: (bench, design) => {
    const { links = 'cable', thickness = 0.3, lay = 'bow' } = design;
    const path = LAYS[lay](lift(links, thickness));
    chain(bench, path, links, thickness);
    if (lay === 'coil') ends(bench, path, thickness);
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

/** The whole necklace: a wide bow, its lowest point at (0, -26 × wide). */
function neckline(wide: number, z: number, from = -1, to = 1): Vector[] {
  return Array.from({ length: 600 }, (_, i) => {
    const t = from + ((to - from) * i) / 599;
    const x = 52 * wide * sin((t * PI) / 2) * (1 + 0.16 * abs(t) ** 3);
    const y = -26 * wide + 92 * wide * abs(t) ** 2.15 + 0.4 * sin(7 * t);
    return [x, y, z];
  });
}

/** Stones side by side, each in its own link. `grow`: size by position from -1 to 1. */
function row(bench: Bench, { centre, lay = 'bow' }: NecklaceDesign, grow: (place: number) => number): Frame {
  const set = centre!;
  const path = LAYS[lay](set.size * 0.52);
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
  if (lay === 'coil') ends(bench, path, set.size * 0.14);
  return { ...NEAR, ...FRAMES[lay], elevation: 60, close: 0.36 };
}

/** A rigid collar, open at the back. With stones: set pieces that hang from it. */
function collar(bench: Bench, { thickness = 4, centre, small, finish }: NecklaceDesign): Frame {
  const R = 57;
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
function strand(bench: Bench, { centre, strands = 1, lay = 'bow' }: NecklaceDesign): Frame {
  const set = centre!;
  const s = set.size;
  if (strands === 1) {
    const path = LAYS[lay](s / 2);
    const steps = spaced(path, s * 1.045);
    // Closed by a ball: at the end of a coil; in a bow, as one of the beads at the side.
    const clasp = lay === 'bow' ? steps.findIndex(({ point: [x, y] }) => x > 0 && y > 11) : steps.length - 1;
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
  const middle = bow(s / 2, -19, 34).map(([x, y, z]): Vector => [x, y * 1.05, z]);
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
function layered(
  bench: Bench,
  { links = 'cable', thickness = 0.2, centre, small, strands = 3 }: NecklaceDesign,
): Frame {
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
    const path = bow(z, -20 + k * (strands > 2 ? 10 : 13), 27 - k * 1.6);
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
function lariat(bench: Bench, { links = 'cable', thickness = 0.2, centre }: NecklaceDesign): Frame {
  const set = centre!;
  const z = lift(links, thickness);
  chain(bench, bow(z, -3.4), links, thickness);
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
function stations(bench: Bench, { links = 'cable', thickness = 0.18, centre, lay = 'bow' }: NecklaceDesign): Frame {
  const set = centre!;
  const path = LAYS[lay](Math.max(set.size * 0.36, lift(links, thickness)));
  chain(bench, path, links, thickness);
  const every = spaced(path, 14).filter((_, i) => i > 0);
  const places = every.map(({ point, tangent }) => rolled(point, tangent, 0));
  if (set.cut === 'bead') bench.stone(set, places);
  else bezel(bench, set, places, { depth: 0.3, rim: 0.09 });
  return { ...NEAR, ...FRAMES[lay] };
}

/** Upright bars of stones on a round wire, neighbours of different lengths, like grass. */
function bars(bench: Bench, { thickness = 0.5, centre }: NecklaceDesign): Frame {
  const set = centre!;
  const z = Math.max(set.size * 0.45, thickness * 3);
  const path = bow(z, -15);
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

/** Coins or set drops side by side under a chain, for temple jewellery and coin necklaces. */
function fringe(bench: Bench, design: NecklaceDesign): Frame {
  const { centre, small, finish, medallion } = design;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const wide = 0.74;
  const path = neckline(wide, 1.5);
  chain(bench, path, 'rope', 0.62);
  const size = centre?.size ?? 11;
  const pitch = centre ? size * 2.1 : size * 0.62;
  const steps = spaced(path, pitch);
  const middle = (steps.length - 1) / 2;
  steps.forEach(({ point, tangent }, i) => {
    // Below the chain, which runs to the right.
    const down: Vector = [tangent[1], -tangent[0], 0];
    const from = abs(i - middle) / middle;
    if (!centre) {
      const at = place(
        [point[0] + down[0] * (size / 2 + 0.6), point[1] + down[1] * (size / 2 + 0.6), 1 + 0.1 * (i % 2)],
        [tangent[0] * -0.2 + down[0] * 0.04, tangent[1] * -0.2 + down[1] * 0.04, 1],
        down,
      );
      bench.metal(disc(size / 2, 0.9, 0.24), at, antique);
      // A lamp, struck in relief.
      bench.metal(
        pillow(petalOutline(size * 0.34, size * 0.2), 0.5, 0.1),
        chained(at, moved(-size * 0.1, 0, 0.3)),
        antique,
      );
      bench.metal(
        ball(0.42, 14),
        Array.from({ length: 18 }, (_, k) =>
          chained(at, moved(size * 0.37 * cos((2 * PI * k) / 18), size * 0.37 * sin((2 * PI * k) / 18), 0.32)),
        ),
        antique,
      );
      bench.metal(ball(size * 0.13, 24), chained(at, moved(size * 0.14, 0, 0.1)), antique);
      return;
    }
    // Room for the medallion.
    if (medallion && abs(i - middle) < (medallion === 'lotus' ? 1.1 : 1.6)) return;
    const scale = 1.15 - 0.35 * from;
    const s = (size * Math.round(scale * 8)) / 8;
    const set: Set = { ...centre, size: s };
    const long = s * (set.cut === 'bead' ? 1 : RATIO[set.cut]);
    const out = long * 0.95 + 0.8;
    const at = place(
      [point[0] + down[0] * out, point[1] + down[1] * out, s * 0.5],
      [down[0] * 0.06, down[1] * 0.06, 1],
      down,
    );
    const petal = pillow(petalOutline(long * 0.95, s * 0.62), 0.7, 0.4);
    bench.metal(
      petal,
      Array.from({ length: 8 }, (_, k) =>
        chained(at, turnedBy('Z', (2 * PI * k) / 8), moved(long * 0.72, 0, -s * 0.28)),
      ),
      antique,
    );
    bezel(bench, set, at, { depth: 0.4, rim: 0.11 });
    if (small) {
      const tip = out + long * 1.28 + small.size * 0.4;
      const hang = moved(point[0] + down[0] * tip, point[1] + down[1] * tip, small.size / 2 + 0.1);
      if (isFaceted(small)) bezel(bench, small, hang);
      else bench.stone(small, hang);
    }
  });
  if (medallion) MEDALLIONS[medallion](bench, design, -26 * wide - 1);
  return {
    ...FLAT,
    centre: [0, medallion ? -4 : 1, 1],
    focus: [0, -24, 2],
    detail: [2, medallion ? -27 : -25, 2],
    close: 0.4,
    span: medallion ? 84 : 76,
    elevation: 64,
  };
}

const MEDALLIONS = { lotus, peacocks };

/** A lotus: two rows of petals around a large stone, under a rim of beads. */
function lotus(bench: Bench, { centre, small, finish }: NecklaceDesign, y: number): void {
  const antique = finish === 'antique' ? 'antique' : undefined;
  const at = place([0, y - 7.6, 1.4], [0, -0.05, 1]);
  bench.metal(disc(8.4, 1.2, 0.3), at, antique);
  for (const [count, out, length, width, z, tilt] of [
    [16, 6.6, 5.4, 2.7, 0.5, 0.1],
    [10, 4.1, 4.6, 2.6, 1.1, 0.3],
  ] as const) {
    bench.metal(
      pillow(petalOutline(length, width), 0.7, 0.3),
      Array.from({ length: count }, (_, i) =>
        chained(at, moved(0, 0, z), turnedBy('Z', (2 * PI * i) / count), moved(out, 0, 0), turnedBy('Y', tilt)),
      ),
      antique,
    );
  }
  const large: Set = { ...centre!, cut: 'round', size: centre!.size * 1.35 };
  bezel(bench, large, chained(at, moved(0, 0, 2)), { depth: 0.4, rim: 0.13 });
  bench.metal(
    ball(0.34, 14),
    Array.from({ length: 20 }, (_, i) =>
      chained(at, turnedBy('Z', (2 * PI * i) / 20), moved(large.size * 0.5 + 0.9, 0, 1.9)),
    ),
    antique,
  );
  if (!small) return;
  // Stones between the outer petals, and three drops below.
  bezel(
    bench,
    { ...small, size: 1.5 } as Set,
    Array.from({ length: 16 }, (_, i) => chained(at, turnedBy('Z', (2 * PI * (i + 0.5)) / 16), moved(8.2, 0, 0.8))),
    { depth: 0.4, rim: 0.14 },
  );
  for (const x of [-4.6, 0, 4.6]) {
    const drop = chained(at, moved(x, -10.4 + abs(x) * 0.34, 0));
    if (isFaceted(small)) bezel(bench, { ...small, size: 2.8 }, drop, { rim: 0.14 });
    else bench.stone(small, drop);
  }
}

/** Two birds that face each other over a set stone. */
function peacocks(bench: Bench, { centre, small, finish }: NecklaceDesign, y: number): void {
  const antique = finish === 'antique' ? 'antique' : undefined;
  const middle = moved(0, y - 7, 1.2);
  const feather: Set = { ...centre!, cut: 'round', size: 1.7 };
  motif(bench, 'peacock', chained(middle, moved(-8.2, 0.6, 0)), { height: 15, finish: antique, small: feather });
  motif(bench, 'peacock', chained(middle, moved(8.2, 0.6, 0)), {
    height: 15,
    finish: antique,
    small: feather,
    isMirrored: true,
  });
  bezel(bench, { ...centre!, size: centre!.size * 1.2 }, chained(middle, place([0, -2.4, 0.6], [0, 0, 1], [0, 1, 0])), {
    depth: 0.4,
    rim: 0.12,
  });
  // From the chain down to the medallion.
  bench.metal(
    wire(
      [0.8, -3.4].map((dy): Vector => [0, y + dy, 1.4]),
      0.5,
    ),
    moved(0, 0, 0),
    antique,
  );
  if (!small) return;
  for (const x of [-11, -5.5, 0, 5.5, 11]) {
    const at = chained(middle, moved(x, -9.4 + abs(x) * 0.16, small.size / 2 - 1.1));
    if (isFaceted(small)) bezel(bench, small, at);
    else bench.stone(small, at);
    bench.metal(ball(0.5, 14), chained(at, moved(0, small.size * 0.56, 0)), antique);
  }
}
