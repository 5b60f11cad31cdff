import type { Group } from 'three';
import { Bench, chained, type Frame, moved, place, turnedBy } from '../bench.ts';
import { type BraceletDesign, type ChainLinks, isFaceted, type Set } from '../design.ts';
import { band } from '../metal/band.ts';
import { chain, jumpRing, rolled, spaced } from '../metal/chain.ts';
import { hammered } from '../metal/relief.ts';
import { disc, petalOutline, pillow } from '../metal/sheet.ts';
import { merged, skin, type Surface, type Vector } from '../metal/surface.ts';
import { ball } from '../metal/turned.ts';
import { wire } from '../metal/wire.ts';
import { bezel } from '../settings/bezel.ts';
import { basket, FOUR } from '../settings/prongs.ts';
import { RATIO } from '../stones/outline.ts';
import { motif } from './motif.ts';

const { cos, PI, sin } = Math;

/** A bracelet, closed, as it lies on a table. */
export function bracelet(design: BraceletDesign): Group {
  const bench = new Bench(design.metal);
  return bench.finished('bracelet', buildBracelet(bench, design));
}

export const buildBracelet = (bench: Bench, design: BraceletDesign): Frame => STYLES[design.style](bench, design);

/** The line on the table along which a bracelet of this style lies. */
export const braceletLine = ({ style, centre }: BraceletDesign): Vector[] =>
  loop(0, style === 'double' ? 1 : style === 'beads' ? (centre ? 1.02 : 1.06) : 1);

const STYLES: Record<BraceletDesign['style'], (bench: Bench, design: BraceletDesign) => Frame> = {
  tennis,
  chain: (bench, { links = 'cable', thickness = 0.45 }) => {
    chain(bench, loop(LIFT[links] * thickness), links, thickness, true);
    return framed(bench);
  },
  stations,
  charm,
  cuff,
  beads,
  double: (bench, design) => {
    const { links = 'cable', thickness = 0.2 } = design;
    chain(bench, loop(LIFT[links] * thickness, 1.16), links, thickness, true);
    return bar(bench, design);
  },
};

const LIFT: Record<ChainLinks, number> = {
  cable: 3.4,
  paperclip: 3.1,
  curb: 2.6,
  rope: 2.1,
  box: 2.4,
  snake: 3,
  wheat: 2.4,
};

/** The whole bracelet from above by default. */
const framed = (bench: Bench, options: Partial<Frame> = {}): Frame =>
  bench.framed({
    focus: [0, -19, 1],
    detail: [3, -18.5, 1.5],
    close: 0.36,
    elevation: 54,
    fill: 0.86,
    blur: 0.005,
    ...options,
  });

/** Slightly irregular, as a chain falls. */
const loop = (z: number, size = 1): Vector[] =>
  Array.from({ length: 400 }, (_, i) => {
    const t = (2 * PI * (i + 0.5)) / 400 - PI / 2;
    return [(25 * cos(t) + 1.2 * cos(2 * t)) * size, (19 * sin(t) + 1.3 * sin(2 * t + 0.4)) * size, z];
  });

/** Stones in separate links, all round; `small` alternates with them. */
function tennis(bench: Bench, { centre, small, setting }: BraceletDesign): Frame {
  const set = centre!;
  const s = set.size;
  const long = set.cut === 'bead' ? s : s * RATIO[set.cut];
  const rim = setting === 'bezel' ? s * 0.2 : 0;
  const pitch = long * 1.1 + rim + (small ? small.size * 1.25 : 0);
  const steps = spaced(loop(s * 0.52), pitch, true);
  const places = steps.map(({ point, tangent }, i) => rolled(point, tangent, 0.05 * sin(i * 2.3)));
  const joint = wire(
    [
      [long * 0.4, 0, -s * 0.28],
      [pitch - long * 0.3, 0, -s * 0.28],
    ],
    s * 0.105,
    { segments: 14, flat: 1.6 },
  );
  if (setting === 'bezel') {
    bezel(bench, set, places, { depth: 0.4, rim: 0.1 });
    bench.metal(joint, places);
  } else {
    const prongs = set.cut === 'round' ? { prongs: FOUR } : {};
    bench.metal(merged(basket(set, { depth: s * 0.45, wireSize: s * 0.15, ...prongs }), joint), places);
    bench.stone(set, places);
  }
  if (small) {
    const between = places.map((at) => chained(at, moved(pitch / 2, 0, -s * 0.05)));
    bench.metal(basket(small, { depth: small.size * 0.5, prongs: FOUR, wireSize: small.size * 0.17 }), between);
    bench.stone(small, between);
  }
  return framed(bench, { elevation: 48 });
}

function stations(bench: Bench, { links = 'cable', thickness = 0.2, centre }: BraceletDesign): Frame {
  const set = centre!;
  const z = Math.max(set.size * 0.37, LIFT[links] * thickness);
  const path = loop(z);
  chain(bench, path, links, thickness, true);
  const count = set.cut === 'bead' ? 7 : 5;
  const steps = spaced(path, 138 / count, true);
  const places = steps.map(({ point, tangent }) => rolled(point, tangent, 0));
  if (set.cut === 'bead') {
    bench.stone(set, places);
    bench.metal(
      ball(0.55, 16),
      places.flatMap((at) => [-1, 1].map((way) => chained(at, moved(way * (set.size / 2 + 0.35), 0, 0)))),
    );
  } else bezel(bench, set, places, { depth: 0.32, rim: 0.1 });
  return framed(bench);
}

/** A chain with stones side by side in front, in one bar. */
function bar(bench: Bench, { links = 'cable', thickness = 0.2, centre }: BraceletDesign): Frame {
  const set = centre!;
  const path = loop(Math.max(set.size * 0.37, LIFT[links] * thickness));
  const pitch = set.size * 1.24;
  const count = 9;
  const steps = spaced(path, 0.5, true);
  // The path begins in front, so half of the bar is at its beginning and half at its end.
  const half = Math.round((count * pitch) / 2 / 0.5);
  chain(
    bench,
    steps.slice(half, -half).map(({ point }) => point),
    links,
    thickness,
  );
  const places = Array.from({ length: count }, (_, i) => {
    const { point, tangent } = steps.at(Math.round(((i - (count - 1) / 2) * pitch) / 0.5))!;
    return rolled(point, tangent, 0);
  });
  bezel(bench, set, places, { depth: 0.34, rim: 0.12 });
  return framed(bench);
}

/** A pointed oval, its ends slightly round. */
const lens = (length: number, width: number): [number, number][] =>
  Array.from({ length: 120 }, (_, i) => {
    const t = (2 * PI * i) / 120;
    return [(length / 2) * cos(t), (width / 2) * Math.sign(sin(t)) * Math.abs(sin(t)) ** 1.5];
  });

/** A chain with something that hangs from it, in front. */
function charm(
  bench: Bench,
  { links = 'cable', thickness = 0.3, charm: kind = 'disc', centre, small, finish }: BraceletDesign,
): Frame {
  const path = loop(LIFT[links] * thickness);
  chain(bench, path, links, thickness, true);
  const lowest = path.reduce((low, point) => (point[1] < low[1] ? point : low));
  const at = (y: number, z: number) => place([lowest[0], lowest[1] + y, z], [0, -0.06, 1]);
  bench.metal(
    jumpRing(1.1, 0.24),
    chained(moved(lowest[0], lowest[1] - 1.1, 1.3), turnedBy('Z', PI / 2), turnedBy('X', PI / 2.3)),
  );
  if (kind === 'disc') {
    bench.metal(disc(5.2), at(-7.6, 0.9), finish === 'brushed' ? 'brushed' : undefined);
    if (centre) bezel(bench, centre, chained(at(-7.6, 0.9), moved(0, 0, 0.62)), { depth: 0.2, rim: 0.13 });
  } else if (kind === 'eye') {
    const eye = at(-6.6, 1);
    bench.metal(pillow(lens(14, 8.6), 0.7, 0.5), eye);
    bench.metal(
      wire(
        lens(14, 8.6).map(([x, y]): Vector => [x, y, 0.05]),
        0.42,
        { closed: true, segments: 14, up: [0, 0, 1] },
      ),
      eye,
    );
    if (centre) bezel(bench, centre, chained(eye, moved(0, 0, 0.75)), { depth: 0.3, rim: 0.1 });
    if (small) {
      bezel(
        bench,
        small,
        Array.from({ length: 14 }, (_, i) => {
          const a = (2 * PI * (i + 0.5)) / 14;
          const r = centre ? centre.size * 0.5 + small.size * 0.75 + 0.45 : 3;
          return chained(eye, moved(r * cos(a) * 1.18, r * sin(a), 0.62));
        }),
        { depth: 0.34, rim: 0.1 },
      );
    }
  } else if (kind === 'kite') {
    motif(bench, 'kite', at(-11.4, 0.9), { height: 21, finish });
  } else {
    const flower = at(-7.2, 1.2);
    const turns = [-2, -1, 0, 1, 2].map((k) =>
      chained(flower, turnedBy('Z', PI / 2 + k * 0.62), moved(4.4, 0, 0), turnedBy('Y', 0.15)),
    );
    bench.metal(pillow(petalOutline(9, 4.4), 0.9, 0.5), turns);
    const set = centre ?? small;
    if (set)
      bezel(
        bench,
        set,
        turns.map((turn) => chained(turn, moved(0.4, 0, 0.8))),
        { depth: 0.24, rim: 0.12 },
      );
  }
  return framed(bench, { focus: [0, -24, 1], detail: [lowest[0], lowest[1] - 5.5, 1.5], elevation: 62 });
}

/** Open at the back of the wrist, which is slightly to the right here. */
function cuff(bench: Bench, design: BraceletDesign): Frame {
  const { width = 6, thickness = 1.9, centre, finish, pattern = 'plain' } = design;
  if (pattern !== 'plain') {
    PATTERNS[pattern](bench, design);
    return framed(bench, {
      focus: [0, -28, width / 2],
      detail: [-6, -27.5, width / 2],
      close: 0.42,
      elevation: pattern === 'leaf' ? 36 : 30,
    });
  }
  const R = 28.5;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const lying = chained(moved(0, 0, width / 2), turnedBy('Z', -0.5), turnedBy('X', PI / 2));
  const arc: readonly [number, number] = [PI / 2 - 2.66, PI / 2 + 2.66];
  bench.metal(
    band(R, {
      width: (angle) => width * (0.62 + 0.38 * Math.max(0, sin(angle)) ** 0.7),
      thickness,
      outer: centre ? 1.5 : 2.6,
      inner: 3,
      arc,
      segments: finish === 'hammered' ? 900 : 500,
      sectionSegments: finish === 'hammered' ? 140 : 84,
      ...(finish === 'hammered' && { relief: hammered(R + thickness, width, 0.14) }),
    }),
    lying,
    antique,
  );
  for (const way of [1, -1]) {
    const a = PI / 2 + way * 2.66;
    const r = (width * 0.62) / 2;
    bench.metal(
      ball(r, 36),
      chained(
        lying,
        moved((R + thickness / 2) * cos(a), 0, (R + thickness / 2) * sin(a)),
        turnedBy('Y', -a),
        scaled(thickness / 2 / r),
      ),
      antique,
    );
  }
  if (centre) {
    const r = R + thickness + centre.size * 0.12;
    const step = (centre.size * 1.12) / r;
    bezel(
      bench,
      centre,
      Array.from({ length: 25 }, (_, i) => {
        const a = PI / 2 + (i - 12) * step;
        return chained(lying, place([r * cos(a), 0, r * sin(a)], [cos(a), 0, sin(a)], [0, 1, 0]));
      }),
      { depth: 0.5, rim: 0.07 },
    );
  }
  return framed(bench, {
    focus: [0, -R, width / 2],
    detail: [-9, -R + 1, width / 2],
    close: 0.4,
    elevation: 30,
  });
}
/** Flattened along x: the end of a cuff is as thin as the cuff. */
const scaled = (x: number) => moved(0, 0, 0).makeScale(x, 1, 1);

const PATTERNS = { lattice, leaf: leaves };

/** Pierced like a stone lattice window: wires that cross between two rims, a bead on each crossing. */
function lattice(bench: Bench, { width = 12, thickness = 1.5, finish }: BraceletDesign): void {
  const R = 28.5;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const at = chained(moved(0, 0, width / 2), turnedBy('Z', -0.5), turnedBy('X', PI / 2));
  const over = 2.6;
  const high = width / 2 - thickness * 0.45;
  const on = (a: number, y: number, out = 0): Vector => [(R + out) * cos(a), y, (R + out) * sin(a)];
  const rim = (y: number) =>
    wire(
      Array.from({ length: 300 }, (_, i) => on(PI / 2 - over + (2 * over * i) / 299, y)),
      thickness * 0.5,
      { segments: 20, up: [0, 1, 0] },
    );
  const end = (way: number) =>
    wire(
      Array.from({ length: 30 }, (_, i) => {
        const t = -PI / 2 + (PI * i) / 29;
        return on(PI / 2 + way * (over + (0.06 * cos(t) * width) / 12), high * sin(t));
      }),
      thickness * 0.5,
      { segments: 20 },
    );
  const cells = 26;
  const step = (2 * over) / cells;
  const bar = (k: number, way: number) =>
    wire(
      Array.from({ length: 24 }, (_, i) => {
        const t = i / 23;
        return on(PI / 2 - over + step * (k + 2 * t), way * high * (2 * t - 1));
      }),
      thickness * 0.26,
      { segments: 12 },
    );
  const bars = Array.from({ length: cells - 1 }, (_, k) => k).flatMap((k) => [bar(k, 1), bar(k, -1)]);
  bench.metal(merged(rim(high), rim(-high), end(1), end(-1), ...bars), at, antique);
  const crossings = Array.from({ length: cells - 1 }, (_, k) => PI / 2 - over + step * (k + 1));
  bench.metal(
    ball(thickness * 0.42, 18),
    crossings.flatMap((a) => [chained(at, moved(...on(a, 0, 0.2)))]),
    antique,
  );
  // A small star in each window, above and below the crossings.
  bench.metal(
    ball(thickness * 0.24, 12),
    crossings.flatMap((a) => [-0.5, 0.5].map((y) => chained(at, moved(...on(a + step * 0.5, y * high, 0.12))))),
    antique,
  );
}

/** Two leaves that almost meet in front, on a stem around the wrist. */
function leaves(bench: Bench, { thickness = 1.6, width = 9, finish }: BraceletDesign): void {
  const R = 28.5;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const at = chained(moved(0, 0, width / 2 + 0.4), turnedBy('Z', 0.1), turnedBy('X', PI / 2));
  // A leaf drawn flat (along, up), wrapped around the wrist and raised in its middle.
  const LONG = 34;
  const half = (t: number) => (width / 2) * sin(PI * t ** 0.82) ** 0.8;
  const lift = (t: number) => 1.05 * sin(PI * t);
  // The stem sinks towards the back, so that the cuff stands on it and on both leaves.
  const radius = thickness * 0.62;
  const low = Math.min(...Array.from({ length: 50 }, (_, i) => lift(i / 49) - half(1 - i / 49)));
  const stem = Array.from({ length: 240 }, (_, i): Vector => {
    const a = PI / 2 + 0.62 + ((2 * PI - 1.24) * i) / 239;
    return [R * cos(a), (low + radius) * sin((PI * i) / 239), R * sin(a)];
  });
  bench.metal(wire(stem, radius, { segments: 24, up: [0, 1, 0] }), at, antique);
  const ROWS = 60;
  const ACROSS = 16;
  for (const way of [1, -1]) {
    const from = 0.075;
    const onWrist = (t: number, v: number, out: number): Vector => {
      const a = PI / 2 + way * (from + (LONG * t) / R);
      const r = R + out;
      return [r * cos(a), v + lift(t), r * sin(a)];
    };
    const rings = Array.from({ length: ROWS + 1 }, (_, i) => {
      const t = i / ROWS;
      const wide = Math.max(half(1 - t), 0.02);
      const section: Vector[] = [];
      for (let k = 0; k <= ACROSS; k++) {
        const v = -1 + (2 * k) / ACROSS;
        // A groove along the middle, ribs slanting away from it.
        const rib = 0.16 * cos(26 * t - 7 * Math.abs(v));
        section.push(
          onWrist(t, v * wide, 0.5 + 0.9 * (1 - v * v) - 0.5 * Math.exp(-((v / 0.1) ** 2)) + rib * (1 - v ** 4)),
        );
      }
      for (let k = ACROSS; k >= 0; k--) {
        const v = -1 + (2 * k) / ACROSS;
        section.push(onWrist(t, v * wide, -0.2 + 0.3 * (1 - v * v)));
      }
      return way > 0 ? section : section.toReversed();
    });
    bench.metal(skin(rings, { caps: true }), at, antique);
  }
}

/** A bead of metal with the furrows of a rudraksha seed. */
function furrowed(size: number): Surface {
  const plain = ball(size / 2, 72);
  return {
    faces: plain.faces,
    points: plain.points.map(([x, y, z]): Vector => {
      const a = Math.atan2(y, z);
      const t = Math.asin(Math.max(-1, Math.min(1, x / (size / 2))));
      const furrow = 1 - 0.13 * Math.exp(-((sin(a * 2.5) / 0.2) ** 2));
      const wart = 1 + 0.05 * sin(a * 15 + 2 * sin(t * 5)) * cos(t * 11) * cos(t);
      return [x * 0.94, y * furrow * wart, z * furrow * wart];
    }),
  };
}

function beads(bench: Bench, { centre, small, thickness = 8.4 }: BraceletDesign): Frame {
  if (!centre) {
    // On a cord, which shows between the beads.
    const path = loop(thickness / 2, 1.06);
    const steps = spaced(path, thickness * 1.03, true);
    bench.metal(
      furrowed(thickness),
      steps.map(({ point, tangent }, i) => rolled(point, tangent, (i * 1.3) % 3)),
    );
    bench.metal(
      ball(0.9, 18),
      steps.map(({ point, tangent }) => chained(rolled(point, tangent, 0), moved(thickness * 0.515, 0, 0))),
    );
    return framed(bench, { elevation: 50 });
  }
  const s = centre.size;
  const steps = spaced(loop(s / 2, 1.02), s * 1.03 + (small ? 1.1 : 0), true);
  const places = steps.map(({ point, tangent }, i) => rolled(point, tangent, (i * 1.7) % 3));
  const isOne = !small;
  // Without rondelles, one polished metal bead is placed among the others.
  const stones = isOne ? places.filter((_, i) => i !== 2) : places;
  if (isFaceted(centre)) bezel(bench, centre, stones);
  else bench.stone({ ...centre, cut: 'bead' } as Set, stones);
  if (isOne) bench.metal(ball(s / 2, 48), places[2]!);
  else {
    const rondelle = ball(0.5, 20);
    bench.metal(
      { ...rondelle, points: rondelle.points.map(([x, y, z]): Vector => [x, y * 3.2, z * 3.2]) },
      places.map((at) => chained(at, moved(s * 0.515 + 0.55, 0, 0))),
    );
  }
  return framed(bench, { elevation: 48 });
}
