import type { Group } from 'three';
import { Bench, chained, type Frame, moved, place, turnedBy } from '../bench.ts';
import { type BraceletDesign, type ChainLinks, isFaceted, type Set } from '../design.ts';
import { band } from '../metal/band.ts';
import { chain, jumpRing, rolled, spaced } from '../metal/chain.ts';
import { hammered } from '../metal/relief.ts';
import { disc, petalOutline, pillow } from '../metal/sheet.ts';
import { merged, type Vector } from '../metal/surface.ts';
import { ball } from '../metal/turned.ts';
import { wire } from '../metal/wire.ts';
import { bezel } from '../settings/bezel.ts';
import { basket, FOUR } from '../settings/prongs.ts';
import { RATIO } from '../stones/outline.ts';

const { cos, PI, sin } = Math;

/** A bracelet, closed, as it lies on a table. */
export function bracelet(design: BraceletDesign): Group {
  const bench = new Bench(design.metal);
  return bench.finished('bracelet', STYLES[design.style](bench, design));
}

const STYLES: Record<BraceletDesign['style'], (bench: Bench, design: BraceletDesign) => Frame> = {
  tennis,
  chain: (bench, { links = 'cable', thickness = 0.45 }) => {
    chain(bench, loop(LIFT[links] * thickness), links, thickness, true);
    return FRAME;
  },
  stations,
  charm,
  cuff,
  beads,
  double: (bench, design) => {
    const { links = 'cable', thickness = 0.2 } = design;
    chain(bench, loop(LIFT[links] * thickness, 1.1), links, thickness, true);
    return stations(bench, design);
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

const FRAME: Frame = {
  centre: [0, -2, 0.8],
  focus: [0, -19, 1],
  detail: [3, -18.5, 1.5],
  close: 0.36,
  span: 66,
  elevation: 50,
  blur: 0.006,
};

/** Round as it falls, not round as drawn. */
const loop = (z: number, size = 1): Vector[] =>
  Array.from({ length: 400 }, (_, i) => {
    const t = (2 * PI * (i + 0.5)) / 400 - PI / 2;
    return [(25 * cos(t) + 1.2 * cos(2 * t)) * size, (19 * sin(t) + 1.3 * sin(2 * t + 0.4)) * size, z];
  });

/** Stones in links of their own, all round; `small` stands between each and the next. */
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
  return { ...FRAME, elevation: 40, span: 62 };
}

function stations(bench: Bench, { links = 'cable', thickness = 0.2, centre }: BraceletDesign): Frame {
  const set = centre!;
  const z = Math.max(set.size * 0.37, LIFT[links] * thickness);
  const path = loop(z);
  chain(bench, path, links, thickness, true);
  const count = 9;
  const steps = spaced(path, 12.5, true).slice(0, count * 2);
  const places = steps.map(({ point, tangent }) => rolled(point, tangent, 0));
  if (set.cut === 'bead') {
    bench.stone(set, places);
    bench.metal(
      ball(0.55, 16),
      places.flatMap((at) => [-1, 1].map((way) => chained(at, moved(way * (set.size / 2 + 0.35), 0, 0)))),
    );
  } else bezel(bench, set, places, { depth: 0.32, rim: 0.1 });
  return { ...FRAME, elevation: 46 };
}

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
    bench.metal(pillow(petalOutline(14, 8.2), 0.7, 0.5), eye);
    if (centre) bezel(bench, centre, chained(eye, moved(0, 0, 0.75)), { depth: 0.3, rim: 0.1 });
    if (small) {
      bezel(
        bench,
        small,
        Array.from({ length: 14 }, (_, i) => {
          const a = (2 * PI * (i + 0.5)) / 14;
          const r = centre ? centre.size * 0.5 + small.size * 0.75 + 0.3 : 3;
          return chained(eye, moved(r * cos(a) * 1.18, r * sin(a), 0.62));
        }),
        { depth: 0.34, rim: 0.1 },
      );
    }
  } else {
    const flower = at(-6.4, 1.2);
    const turns = [-2, -1, 0, 1, 2].map((k) =>
      chained(flower, turnedBy('Z', PI / 2 + k * 0.62), moved(3.4, 0, 0), turnedBy('Y', 0.15)),
    );
    bench.metal(pillow(petalOutline(7, 3.4), 0.8, 0.5), turns);
    const set = centre ?? small;
    if (set)
      bezel(
        bench,
        set,
        turns.map((turn) => chained(turn, moved(0.4, 0, 0.8))),
        { depth: 0.24, rim: 0.12 },
      );
  }
  return { ...FRAME, centre: [0, -6, 0.8], focus: [0, -24, 1], detail: [lowest[0], lowest[1] - 5.5, 1.5] };
}

/** Open at the back of the wrist. */
function cuff(bench: Bench, { width = 6, thickness = 1.9, centre, finish }: BraceletDesign): Frame {
  const R = 28.5;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const lying = chained(moved(0, 0, width / 2), turnedBy('Z', 0.3), turnedBy('X', PI / 2));
  const arc: readonly [number, number] = [-PI / 2 - 2.66, -PI / 2 + 2.66];
  bench.metal(
    band(R, {
      width: (angle) => width * (0.62 + 0.38 * Math.max(0, sin(-angle)) ** 0.7),
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
    const a = -PI / 2 + way * 2.66;
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
        const a = -PI / 2 + (i - 12) * step;
        return chained(lying, place([r * cos(a), 0, r * sin(a)], [cos(a), 0, sin(a)], [0, 1, 0]));
      }),
      { depth: 0.5, rim: 0.07 },
    );
  }
  return {
    centre: [0, 0, width / 2],
    focus: [0, -R, width / 2],
    detail: [-9, -R + 1, width / 2],
    close: 0.4,
    span: 74,
    elevation: 22,
    blur: 0.006,
  };
}
/** Flattened along x: the end of a cuff is as thin as the cuff. */
const scaled = (x: number) => moved(0, 0, 0).makeScale(x, 1, 1);

function beads(bench: Bench, { centre, small }: BraceletDesign): Frame {
  const s = centre!.size;
  const steps = spaced(loop(s / 2, 1.02), s * 1.03 + (small ? 1.1 : 0), true);
  const places = steps.map(({ point, tangent }, i) => rolled(point, tangent, (i * 1.7) % 3));
  const isOne = !small;
  // Without rondelles one polished bead of metal stands among the others.
  const stones = isOne ? places.filter((_, i) => i !== 2) : places;
  if (isFaceted(centre!)) bezel(bench, centre!, stones);
  else bench.stone({ ...centre!, cut: 'bead' } as Set, stones);
  if (isOne) bench.metal(ball(s / 2, 48), places[2]!);
  else {
    const rondelle = ball(0.5, 20);
    bench.metal(
      { ...rondelle, points: rondelle.points.map(([x, y, z]): Vector => [x, y * 3.2, z * 3.2]) },
      places.map((at) => chained(at, moved(s * 0.515 + 0.55, 0, 0))),
    );
  }
  return { ...FRAME, elevation: 44 };
}
