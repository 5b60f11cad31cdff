import { Matrix4, type Group } from 'three';
import { Bench, place } from '../bench.ts';
import type { RingDesign, Set, Stone } from '../design.ts';
import { band } from '../metal/band.ts';
import { hammered } from '../metal/relief.ts';
import { merged, strewn, type Surface, type Vector } from '../metal/surface.ts';
import { ball, softened } from '../metal/turned.ts';
import { curve, wire } from '../metal/wire.ts';
import { bezel, frameOf } from '../settings/bezel.ts';
import { halo } from '../settings/halo.ts';
import { FOUR, head, SIX } from '../settings/prongs.ts';
import { RATIO } from '../stones/outline.ts';

const { atan2, cos, exp, floor, max, PI, sin } = Math;
const TOP = PI / 2;

/** Angle from the top of a ring, to either side. */
const fromTop = (angle: number) => atan2(sin(angle - TOP), cos(angle - TOP));

const SECTION = { court: { outer: 2.5, inner: 2.9 }, flat: { outer: 5, inner: 3 }, knife: { outer: 1.4, inner: 3 } };

/** A ring about the y axis, its stone at the top. */
export function ring(design: RingDesign): Group {
  const bench = new Bench(design.metal);
  buildRing(bench, design);
  const head = radiusOf(design) + design.thickness + (design.centre?.size ?? 2) * 0.5;
  const focus: Vector = [0, -1, head];
  return bench.finished(
    'ring',
    bench.framed({
      focus,
      detail: [0, -1, head - 0.6],
      ...RING_VIEWS[design.style],
      // Arches are visible only from the side.
      ...(design.cathedral && { elevation: 20, turn: -30 }),
    }),
  );
}

export const buildRing = (bench: Bench, design: RingDesign): void => STYLES[design.style](bench, design);

const RING_VIEWS: Record<RingDesign['style'], { elevation: number; turn: number; close?: number; lies?: boolean }> = {
  solitaire: { elevation: 30, turn: 24, lies: true },
  halo: { elevation: 30, turn: 24, lies: true },
  'three-stone': { elevation: 30, turn: 22, lies: true },
  eternity: { elevation: 20, turn: 38, close: 0.42 },
  'half-eternity': { elevation: 30, turn: 34, close: 0.42 },
  band: { elevation: 26, turn: 40, close: 0.5 },
  signet: { elevation: 38, turn: 28, close: 0.56 },
  stacking: { elevation: 30, turn: 30, close: 0.4 },
  wave: { elevation: 32, turn: 20, close: 0.5 },
};

const STYLES: Record<RingDesign['style'], (bench: Bench, design: RingDesign) => void> = {
  solitaire,
  halo: haloRing,
  'three-stone': threeStone,
  eternity: (bench, design) => eternity(bench, design, 2 * PI),
  'half-eternity': (bench, design) => eternity(bench, design, PI * 0.94),
  band: (bench, design) => shank(bench, design),
  signet,
  stacking,
  wave: (bench, design) => shank(bench, design, { sway: (angle) => 1.5 * exp(-((fromTop(angle) / 0.42) ** 2)) }),
};

const radiusOf = ({ diameter }: RingDesign) => diameter / 2;

function shank(
  bench: Bench,
  design: RingDesign,
  more: { sway?: (angle: number) => number; taper?: number } = {},
): void {
  const { width, thickness, profile = 'court', finish } = design;
  const taper = more.taper ?? 0;
  bench.metal(
    band(radiusOf(design), {
      width: (angle) => width * (1 - taper * max(sin(angle), 0)),
      thickness: (angle) => thickness + 0.05 * sin(angle),
      ...SECTION[profile],
      ...(more.sway && { sway: more.sway }),
      ...(finish === 'hammered' && {
        relief: hammered(radiusOf(design) + thickness, width),
        segments: 900,
        sectionSegments: 120,
      }),
    }),
    new Matrix4(),
    finish === 'brushed' ? 'brushed' : undefined,
  );
}

/** Height of the girdle above the finger, so that the lower rim of the basket rests in the band. */
const seat = (design: RingDesign, depth: number) => radiusOf(design) + design.thickness * 0.72 + depth;

function solitaire(bench: Bench, design: RingDesign): void {
  const set = design.centre!;
  shank(bench, design, { taper: 0.1 });
  const isBezel = design.setting === 'bezel';
  const depth = isBezel ? set.size * 0.34 : max(set.size * 0.38, 1.7);
  const z = seat(design, isBezel ? depth - 0.3 : depth);
  // Long cuts lie across the band, along the finger.
  const at = place([0, 0, z], [0, 0, 1], RATIO[set.cut === 'bead' ? 'round' : set.cut] > 1.2 ? [0, 1, 0] : [1, 0, 0]);
  if (isBezel) bezel(bench, set, at);
  else head(bench, set, at, { depth, ...(set.cut === 'round' && { prongs: design.prongs === 4 ? FOUR : SIX }) });
  if (design.cathedral) shoulders(bench, design, z - depth * 0.55, set.size * 0.4);
  if (design.pave && design.small) paveShoulders(bench, design, design.small, max(set.size * 0.5, 2.4));
}

/** Two arches from the band up to the basket. */
function shoulders(bench: Bench, design: RingDesign, top: number, inner: number): void {
  const r = radiusOf(design) + design.thickness * 0.6;
  const arch = (way: number): Surface => {
    const at = (angle: number, lift: number): Vector => [way * (r + lift) * sin(angle), 0, (r + lift) * cos(angle)];
    const path = curve([at(0.95, -0.2), at(0.72, 0.1), at(0.46, 0.75), [way * inner, 0, top]], 40);
    return wire(
      path,
      path.map((_, i) => 0.62 - 0.14 * (i / 40)),
      { segments: 24, flat: 1.15, up: [0, 1, 0] },
    );
  };
  bench.metal(merged(arch(1), arch(-1)));
}

/** Small stones in beads along both shoulders, starting `from` mm beside the middle. */
function paveShoulders(bench: Bench, design: RingDesign, small: Set, from: number, count = 7): void {
  const r = radiusOf(design) + design.thickness + 0.02;
  const step = (small.size * 1.06) / r;
  const places: Matrix4[] = [];
  const beads: Vector[] = [];
  for (const way of [1, -1]) {
    const angle = (k: number) => TOP + way * (from / r + 0.08 + step * k);
    for (let k = 0; k < count; k++) {
      const a = angle(k);
      places.push(place([r * cos(a), 0, r * sin(a)], [cos(a), 0, sin(a)]));
    }
    // Shared by each stone and the next.
    for (let k = 0; k <= count; k++) {
      const a = angle(k - 0.5);
      for (const y of [-1, 1]) beads.push([(r + 0.04) * cos(a), y * small.size * 0.42, (r + 0.04) * sin(a)]);
    }
  }
  bench.stone(small, places);
  bench.metal(strewn(ball(small.size * 0.115, 12), beads));
}

function haloRing(bench: Bench, design: RingDesign): void {
  const set = design.centre!;
  const small = design.small as Stone;
  shank(bench, design, { taper: 0.06 });
  const depth = max(set.size * 0.36, 1.75);
  const z = seat(design, depth) + 0.1;
  const cut = set.cut === 'bead' ? 'round' : set.cut;
  const x: Vector = RATIO[cut] > 1.2 ? [0, 1, 0] : [1, 0, 0];
  const at = place([0, 0, z + 0.3], [0, 0, 1], x);
  head(bench, set, at, {
    depth: depth + 0.3,
    wireSize: set.size * 0.1 + 0.08,
    ...(cut === 'round' && { prongs: FOUR }),
  });
  halo(bench, set, small, place([0, 0, z], [0, 0, 1], x));
  if (design.pave) paveShoulders(bench, design, small, set.size * 0.5 + small.size + 0.8);
}

function threeStone(bench: Bench, design: RingDesign): void {
  const set = design.centre!;
  const side = design.small!;
  shank(bench, design, { taper: 0.1 });
  const depth = max(set.size * 0.42, 2);
  const z = seat(design, depth);
  const cut = set.cut === 'bead' ? 'round' : set.cut;
  head(bench, set, place([0, 0, z], [0, 0, 1], [0, 1, 0]), { depth, ...(cut === 'round' && { prongs: FOUR }) });
  const sideCut = side.cut === 'bead' ? 'round' : side.cut;
  const isPear = sideCut === 'pear';
  const half = set.size / 2 + (side.size * (isPear ? RATIO.pear : 1)) / 2;
  for (const way of [1, -1]) {
    // Pears point outwards.
    const at = place([way * (half + 0.12), 0, z - half * 0.19], [way * 0.34, 0, 1], isPear ? [way, 0, 0] : [0, 1, 0]);
    head(bench, side, at, {
      depth: max(side.size * 0.46, 1.5),
      wireSize: side.size * 0.1 + 0.12,
      ...(sideCut === 'round' && { prongs: FOUR }),
    });
  }
}

function eternity(bench: Bench, design: RingDesign, over: number): void {
  const set = design.small!;
  const R = radiusOf(design);
  const d = set.size;
  const isWhole = over > 6;
  const base = d * 0.3;
  const r = R + base + d * 0.44;
  const n = floor((over * r) / (d * 1.04));
  bench.metal(band(R, { width: d * 0.92, thickness: base, outer: 3, inner: 2.8 }));
  const railArc = Array.from({ length: 361 }, (_, i) => TOP - over / 2 + (over * i) / 360);
  const rail = (y: number): Surface => {
    const path = (isWhole ? railArc.slice(0, -1) : railArc).map((a): Vector => [
      (R + base * 1.3) * cos(a),
      y,
      (R + base * 1.3) * sin(a),
    ]);
    return wire(path, d * 0.125, { closed: isWhole, segments: 18, up: [0, 1, 0] });
  };
  bench.metal(merged(rail(-d * 0.41), rail(d * 0.41)));
  const step = isWhole ? (2 * PI) / n : (d * 1.04) / r;
  const angle = (i: number) => TOP + step * (i - (n - 1) / 2);
  bench.stone(
    set,
    Array.from({ length: n }, (_, i) => {
      const a = angle(i);
      return place([r * cos(a), 0, r * sin(a)], [cos(a), 0, sin(a)], [0, 1, 0]);
    }),
  );
  // Shared prongs between each stone and the next.
  const prongs = Array.from({ length: isWhole ? n : n + 1 }, (_, i) => angle(i - 0.5)).flatMap((a) =>
    [-1, 1].map((way) => {
      const foot = R + base * 0.9;
      const path = Array.from({ length: 7 }, (_unused, k): Vector => {
        const h = foot + ((r + d * 0.16 - foot) * k) / 6;
        return [h * cos(a), way * d * (0.4 - 0.012 * k), h * sin(a)];
      });
      return wire(path, d * 0.1, { segments: 14 });
    }),
  );
  bench.metal(merged(...prongs));
  if (!isWhole) {
    // The plain half is as thick as the set one.
    const from = TOP + over / 2 - 0.02;
    bench.metal(
      band(R, {
        width: d * 0.94,
        thickness: base + d * 0.34,
        outer: 2.5,
        inner: 2.8,
        arc: [from, from + 2 * PI - over + 0.04],
        segments: 240,
      }),
    );
  }
}

function signet(bench: Bench, design: RingDesign): void {
  const R = radiusOf(design);
  const bell = (angle: number, w: number) => exp(-((fromTop(angle) / w) ** 2));
  const top = R + design.thickness + 1.35;
  const flat = (z: number, x: number, y: number): number => {
    // A smooth minimum: the table with a soft edge, very slightly domed.
    const limit = top - (x * x + y * y) / 140;
    const k = 0.16;
    const h = Math.min(max(0.5 + (0.5 * (limit - z)) / k, 0), 1);
    return limit * (1 - h) + z * h - k * h * (1 - h);
  };
  const surface = band(R, {
    width: (angle) => design.width + 7.6 * bell(angle, 0.62),
    thickness: (angle) => design.thickness + 2.4 * bell(angle, 0.7),
    outer: 2.6,
    inner: 3,
    segments: 900,
    sectionSegments: 128,
  });
  bench.metal({
    ...surface,
    points: surface.points.map(([x, y, z]): Vector => (z > R ? [x, y, flat(z, x, y)] : [x, y, z])),
  });
  const set = design.centre;
  if (!set) return;
  // Inlaid level with the table, in a low rim.
  const at = place([0, 0, top - 0.05]);
  bench.metal(
    frameOf(
      set,
      softened(
        [
          [-0.1, -0.9],
          [0.42, -0.9],
          [0.42, 0.16],
          [0.2, 0.26],
          [-0.06, 0.16],
          [-0.1, -0.9],
        ],
        0.1,
      ),
    ),
    at,
  );
  bench.stone(set, at);
}

function stacking(bench: Bench, design: RingDesign): void {
  shank(bench, design);
  const small = design.small;
  if (!small) return;
  const r = radiusOf(design) + design.thickness * 0.75;
  const step = (small.size * 1.75) / r;
  bezel(
    bench,
    small,
    [-2, -1, 0, 1, 2].map((k) => {
      const a = TOP + k * step;
      return place([(r + small.size * 0.22) * cos(a), 0, (r + small.size * 0.22) * sin(a)], [cos(a), 0, sin(a)]);
    }),
    { rim: 0.14, depth: 0.4 },
  );
}
