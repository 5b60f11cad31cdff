import { Matrix4, type Group } from 'three';
import { Bench, chained, moved, place, turnedBy } from '../bench.ts';
import type { BangleDesign, Set } from '../design.ts';
import { band } from '../metal/band.ts';
import { twist } from '../metal/chain.ts';
import { hammered } from '../metal/relief.ts';
import { petalOutline, pillow } from '../metal/sheet.ts';
import { merged, type Surface, type Vector } from '../metal/surface.ts';
import { ball } from '../metal/turned.ts';
import { circle, curve, hoop, wire } from '../metal/wire.ts';
import { randomFrom } from '../random.ts';
import { bezel } from '../settings/bezel.ts';
import { basket, FOUR } from '../settings/prongs.ts';
import { RATIO } from '../stones/outline.ts';

const { cos, floor, PI, sin } = Math;

/** A bangle lying on a table; a stack leans on each other. */
export function bangle(design: BangleDesign): Group {
  const bench = new Bench(design.metal);
  buildBangle(bench, design);
  const { diameter, width, style, count = style === 'stack' ? 7 : 1 } = design;
  const R = diameter / 2;
  const high = style === 'stack' ? count * width * 1.02 : width;
  return bench.finished(
    'bangle',
    bench.framed({
      focus: [0, -R, high / 2],
      detail: [-R * 0.28, -R * 0.97, high * 0.5],
      close: 0.4,
      elevation: ELEVATIONS[style] ?? 28,
      fill: 0.86,
      blur: 0.005,
    }),
  );
}

/** `isClosed`: a hinged one as it is worn. */
export const buildBangle = (bench: Bench, design: BangleDesign, isClosed = false): void =>
  STYLES[design.style](bench, design, isClosed);

const ELEVATIONS: Partial<Record<BangleDesign['style'], number>> = { pair: 48, hinged: 58, wave: 24, open: 40 };

/** From the wrist's axis (y) to the table. */
const lying = (z: number, turn = 0.3): Matrix4 => chained(moved(0, 0, z), turnedBy('Z', turn), turnedBy('X', PI / 2));

type Style = (bench: Bench, design: BangleDesign, isClosed: boolean) => void;
const STYLES: Record<BangleDesign['style'], Style> = {
  plain: (bench, design) => body(bench, design, { outer: 2.3, inner: 3 }),
  square: (bench, design) => body(bench, design, { outer: 6, inner: 6 }),
  bevelled: (bench, design) => body(bench, design, { outer: 3.4, inner: 3 }),
  wave: (bench, design) =>
    body(bench, design, { outer: 2.3, inner: 3, sway: (angle) => 2.6 * sin(angle * 2) }, design.width / 2 + 2.6),
  row: (bench, design) => {
    body(bench, design, { outer: 3, inner: 3 });
    row(bench, design, [design.centre!], 1);
    if (design.isHalf) channel(bench, design);
  },
  alternating: (bench, design) => {
    body(bench, design, { outer: 3, inner: 3 });
    row(bench, design, design.small ? [design.centre!, design.small] : [design.centre!], 1.22);
    rims(bench, design);
    if (design.clasp) clasp(bench, design);
  },
  scatter,
  hinged,
  pair,
  twisted: (bench, { diameter, width, finish }) => {
    const r = width / 4;
    const path = circle(diameter / 2 + r * 2, r * 2.05, 720);
    bench.metal(twist(path, r, 2, true), new Matrix4(), finish === 'antique' ? 'antique' : undefined);
  },
  open,
  stack,
  openwork,
};

interface Section {
  outer: number;
  inner: number;
  sway?: (angle: number) => number;
}

function body(bench: Bench, design: BangleDesign, section: Section, z = design.width / 2): void {
  const { diameter, width, thickness, finish } = design;
  const isHammered = finish === 'hammered';
  bench.metal(
    band(diameter / 2, {
      width,
      thickness,
      ...section,
      segments: isHammered ? 1200 : 720,
      sectionSegments: isHammered ? 120 : 96,
      ...(isHammered && { relief: hammered(diameter / 2 + thickness, width, 0.13) }),
    }),
    lying(z),
    finish === 'antique' || finish === 'brushed' ? finish : undefined,
  );
}

/** Stones in turn around the outside; `apart` is their distance in stone lengths. */
function row(bench: Bench, design: BangleDesign, sets: readonly Set[], apart: number): void {
  const { diameter, width, thickness, setting, isHalf, clasp: isClasped } = design;
  const r = diameter / 2 + thickness;
  const lengths = sets.map((set) => set.size * (set.cut === 'bead' ? 1 : RATIO[set.cut]) * 1.24 * apart);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const rounds = floor((2 * PI * r) / whole);
  const at = lying(width / 2, isHalf || isClasped ? 0 : 0.3);
  let a = 0;
  const places = sets.map((): Matrix4[] => []);
  for (let k = 0; k < rounds; k++) {
    sets.forEach((set, i) => {
      const out = r + set.size * 0.1;
      // The visible half is at half a turn: its middle is that of `lying`.
      const isSeen = sin(a) > 0.04 && !(isClasped && Math.abs(a - PI / 2) < 0.2);
      if (isSeen || (!isHalf && !isClasped)) {
        places[i]!.push(chained(at, place([out * cos(a), 0, out * sin(a)], [cos(a), 0, sin(a)], [-sin(a), 0, cos(a)])));
      }
      a += ((lengths[i]! / whole) * 2 * PI) / rounds;
    });
  }
  sets.forEach((set, i) => {
    if (setting === 'prongs') {
      bench.metal(basket(set, { depth: set.size * 0.45, prongs: FOUR, wireSize: set.size * 0.17 }), places[i]!);
      bench.stone(set, places[i]!);
    } else bezel(bench, set, places[i]!, { depth: 0.5, rim: set.size < 2.4 ? 0.07 : 0.1 });
  });
}

/** Two walls beside the stones over the visible half. */
function channel(bench: Bench, { diameter, width, thickness, centre }: BangleDesign): void {
  const r = diameter / 2 + thickness + 0.1;
  const wall = (y: number) =>
    wire(
      Array.from({ length: 200 }, (_, i): Vector => {
        const a = (PI * (i + 1.5)) / 202;
        return [r * cos(a), y, r * sin(a)];
      }),
      0.34,
      { segments: 16, up: [0, 1, 0] },
    );
  const y = centre!.size * 0.58;
  bench.metal(merged(wall(y), wall(-y)), lying(width / 2, 0));
}

/** Stones of three sizes, flush, irregularly spread. */
function scatter(bench: Bench, design: BangleDesign): void {
  body(bench, design, { outer: 3.4, inner: 3 });
  const { diameter, width, thickness, centre } = design;
  const r = diameter / 2 + thickness;
  const random = randomFrom(11);
  const sizes = [1, 0.72, 0.5];
  const places = sizes.map((): Matrix4[] => []);
  const taken: { a: number; y: number; size: number }[] = [];
  const at = lying(width / 2);
  for (let k = 0; k < 600 && taken.length < 96; k++) {
    const which = taken.length < 26 ? 0 : taken.length < 58 ? 1 : 2;
    const size = centre!.size * sizes[which]!;
    const [a, y] = [random() * 2 * PI, (random() - 0.5) * (width - size - 1.2)];
    const isFree = taken.every((other) => Math.hypot((a - other.a) * r, y - other.y) > (size + other.size) * 0.72);
    if (!isFree) continue;
    taken.push({ a, y, size });
    places[which]!.push(
      chained(at, place([(r - 0.12) * cos(a), y, (r - 0.12) * sin(a)], [cos(a), 0, sin(a)], [0, 1, 0])),
    );
  }
  sizes.forEach((size, i) =>
    bezel(bench, { ...centre!, size: centre!.size * size }, places[i]!, { depth: 0.3, rim: 0.12 }),
  );
}

/** Opened at its hinge, the set half towards the viewer. */
function hinged(bench: Bench, { diameter, width, thickness, centre }: BangleDesign, isClosed: boolean): void {
  const R = diameter / 2;
  const section = { width, thickness, outer: 3, inner: 3, segments: 380, sectionSegments: 84 };
  const flat = chained(moved(0, 0, width / 2), turnedBy('Z', 0.16), turnedBy('X', PI / 2));
  const pivot = R + thickness / 2;
  const opened = chained(flat, moved(-pivot, 0, 0), turnedBy('Y', isClosed ? 0 : 0.34), moved(pivot, 0, 0));
  bench.metal(band(R, { ...section, arc: [0.015, PI - 0.015] }), flat);
  bench.metal(band(R, { ...section, arc: [PI + 0.015, 2 * PI - 0.015] }), opened);
  const barrel = wire(
    [-0.46, 0, 0.46].map((y): Vector => [-pivot - thickness * 0.2, y * width, 0]),
    thickness * 0.42,
    { segments: 24 },
  );
  // The tongue that clicks into the other half.
  const tongue = wire(
    [0, 0.02, 0.05].map((a): Vector => [pivot * cos(-a + 0.0), 0, pivot * sin(a + 0.01)]),
    thickness * 0.26,
    { segments: 16, flat: 1.6, up: [0, 1, 0] },
  );
  bench.metal(barrel, flat);
  bench.metal(tongue, chained(opened, turnedBy('Y', 0.05)));
  const set = centre!;
  const r = R + thickness + set.size * 0.1;
  const step = (set.size * 1.22) / r;
  const count = floor((PI - 0.2) / step);
  const places = Array.from({ length: count }, (_, i) => {
    const a = PI / 2 + (i - (count - 1) / 2) * step;
    return chained(flat, place([r * cos(a), 0, r * sin(a)], [cos(a), 0, sin(a)], [0, 1, 0]));
  });
  bezel(bench, set, places, { depth: 0.5, rim: 0.08 });
}

/** Two thin bangles, the second leaning on the first. */
function pair(bench: Bench, { diameter, width, thickness }: BangleDesign): void {
  const round = band(diameter / 2, { width, thickness, outer: 2.2, inner: 2.6, segments: 720, sectionSegments: 60 });
  const R = diameter / 2 + thickness;
  bench.metal(round, chained(moved(-R * 0.3, R * 0.22, 0), lying(width / 2)));
  // It touches the table at the front right, and rests on the other's rim at the back left.
  const lean = Math.asin((width * 1.04) / (R * 1.37));
  const middle = width / 2 + R * sin(lean);
  bench.metal(
    round,
    chained(moved(R * 0.3, -R * 0.22, middle), turnedBy('Z', -0.64), turnedBy('Y', lean), turnedBy('X', PI / 2)),
  );
}

/** A flower in front that hides the catch. */
function clasp(bench: Bench, { diameter, width, thickness, centre }: BangleDesign): void {
  const r = diameter / 2 + thickness + 0.5;
  const at = chained(lying(width / 2, 0), place([0, 0, r], [0, 0, 1], [1, 0, 0]));
  const petal = pillow(petalOutline(5, 2.9), 0.9, 0.4);
  bench.metal(
    petal,
    Array.from({ length: 8 }, (_, i) =>
      chained(at, turnedBy('Z', (2 * PI * i) / 8), moved(3, 0, 0), turnedBy('Y', 0.18)),
    ),
  );
  bezel(bench, { ...centre!, size: 3 }, chained(at, moved(0, 0, 0.9)), { depth: 0.4, rim: 0.12 });
}

/** A row of beads along either edge. */
function rims(bench: Bench, { diameter, width, thickness, finish }: BangleDesign): void {
  const r = diameter / 2 + thickness;
  const count = floor((2 * PI * r) / 1.15);
  const at = lying(width / 2);
  bench.metal(
    ball(0.46, 12),
    [-1, 1].flatMap((way) =>
      Array.from({ length: count }, (_, i) => {
        const a = (2 * PI * i) / count;
        return chained(at, moved(r * cos(a), way * (width / 2 - 0.55), r * sin(a)));
      }),
    ),
    finish === 'antique' ? 'antique' : undefined,
  );
}

/** Open in front, with something on either end. */
function open(bench: Bench, design: BangleDesign): void {
  const { diameter, width, thickness, centre, finish, ends = 'bud' } = design;
  const R = diameter / 2;
  const isPearl = centre?.cut === 'bead';
  const gap = isPearl ? 0.31 : ends === 'bud' ? 0.22 : 0.34;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const at = lying(width / 2, 0.12);
  bench.metal(
    band(R, {
      width: (angle) => width * (0.72 + 0.28 * sin(angle) ** 2),
      thickness,
      outer: 2.2,
      inner: 2.4,
      arc: [PI / 2 + gap, (5 * PI) / 2 - gap],
      segments: 640,
      sectionSegments: 84,
    }),
    at,
    antique,
  );
  for (const way of [1, -1]) {
    const a = PI / 2 + way * gap;
    const r = R + thickness / 2;
    // Forward into the gap, up from the table.
    const forwards: Vector = [way * sin(a), 0, -way * cos(a)];
    const end = chained(at, place([r * cos(a), 0, r * sin(a)], [0, 1, 0], forwards));
    if (isPearl) {
      bench.stone(centre, chained(end, moved(centre.size * 0.46, 0, 0)));
      bench.metal(ball(width * 0.42, 32), end, antique);
    } else if (ends === 'lion') lion(bench, width, end, antique);
    else if (ends === 'elephant') elephant(bench, width, end, antique, centre);
    else bench.metal(bud(width * 0.92), end, antique);
  }
}

/** Stretched and moved balls in units of the bangle's width, for modelling heads. */
const lumpsOf = (w: number) => (x: number, y: number, z: number, size: readonly [number, number, number]) => {
  const one = ball(1, 40);
  return {
    faces: one.faces,
    points: one.points.map(([px, py, pz]): Vector => [
      (x + px * size[0]) * w,
      (y + py * size[1]) * w,
      (z + pz * size[2]) * w,
    ]),
  };
};

/** Along +x, z up. */
function lion(bench: Bench, w: number, at: Matrix4, finish: string | undefined): void {
  const lump = lumpsOf(w);
  bench.metal(
    merged(
      lump(0.2, 0, 0.1, [0.46, 0.46, 0.46]),
      // Muzzle, nose, chin and cheeks.
      lump(0.6, 0, -0.04, [0.26, 0.28, 0.2]),
      lump(0.8, 0, 0.08, [0.09, 0.13, 0.08]),
      lump(0.62, 0, -0.24, [0.2, 0.2, 0.1]),
      ...[1, -1].flatMap((way) => [
        lump(0.68, way * 0.16, -0.06, [0.17, 0.15, 0.15]),
        lump(0.42, way * 0.3, 0.08, [0.17, 0.15, 0.18]),
        lump(0.54, way * 0.2, 0.28, [0.12, 0.13, 0.07]),
        lump(0.14, way * 0.36, 0.46, [0.1, 0.13, 0.15]),
      ]),
    ),
    at,
    finish,
  );
  bench.metal(
    ball(w * 0.055, 14),
    [1, -1].map((way) => chained(at, moved(w * 0.6, way * w * 0.2, w * 0.22))),
    finish,
  );
  // The mane: three rows of locks that overlap backwards.
  const lock = pillow(petalOutline(w * 0.62, w * 0.26), w * 0.1, w * 0.06);
  for (const [x, r, count, tilt] of [
    [0.12, 0.5, 13, 0.5],
    [-0.12, 0.56, 15, 0.24],
    [-0.38, 0.5, 15, 0.05],
  ] as const) {
    bench.metal(
      lock,
      Array.from({ length: count }, (_, i) => {
        const a = (2 * PI * (i + (tilt > 0.3 ? 0.5 : 0))) / count;
        return chained(
          at,
          place([x * w, cos(a) * r * w, sin(a) * r * w], [tilt, cos(a), sin(a)], [-1, cos(a) * tilt, sin(a) * tilt]),
        );
      }),
      finish,
    );
  }
}

/** Along +x, z up; a stone for each eye. */
function elephant(bench: Bench, w: number, at: Matrix4, finish: string | undefined, eye: Set | undefined): void {
  const lump = lumpsOf(w);
  const trunk = curve(
    [
      [0.5, 0, 0.16],
      [0.82, 0, 0],
      [0.98, 0, -0.26],
      [1.12, 0, -0.42],
      [1.32, 0, -0.36],
      [1.36, 0, -0.16],
    ].map(([x, y, z]): Vector => [x! * w, y! * w, z! * w]),
    70,
  );
  const rings = trunk.map((_, i) => w * (0.3 - 0.2 * (i / 70)) * (1 + 0.035 * cos(i * 1.9)));
  bench.metal(
    merged(
      lump(0.2, 0, 0.08, [0.52, 0.46, 0.5]),
      ...[1, -1].map((side) => lump(0.3, side * 0.18, 0.4, [0.26, 0.2, 0.2])),
      wire(trunk, rings, { segments: 28 }),
      ...[1, -1].map((side) =>
        wire(
          curve(
            [
              [0.56, side * 0.22, -0.1],
              [0.84, side * 0.32, -0.3],
              [1.06, side * 0.28, -0.26],
            ].map(([x, y, z]): Vector => [x! * w, y! * w, z! * w]),
            20,
          ),
          Array.from({ length: 21 }, (_, i) => w * (0.085 - 0.0035 * i)),
        ),
      ),
      wire(
        circle(0.5 * w, 0, 64).map(([y, z]): Vector => [-0.12 * w, y, z]),
        w * 0.09,
        { closed: true, segments: 14 },
      ),
    ),
    at,
    finish,
  );
  const ear = pillow(petalOutline(w * 0.86, w * 0.74), w * 0.1, w * 0.05);
  bench.metal(
    ear,
    [1, -1].map((side) =>
      chained(at, place([w * 0.08, side * w * 0.5, w * 0.02], [0.5, side, 0.14], [-0.3, side * 0.2, -1])),
    ),
    finish,
  );
  if (eye)
    bezel(
      bench,
      eye,
      [1, -1].map((side) => chained(at, place([w * 0.5, side * w * 0.34, w * 0.24], [0.55, side, 0.35]))),
      { depth: 0.3, rim: 0.16 },
    );
}

/** A ribbed bud in South Indian style, along +x. */
function bud(size: number): Surface {
  const knob = ball(size * 0.62, 64);
  return merged(
    {
      points: knob.points.map(([x, y, z]): Vector => {
        const a = Math.atan2(y, z);
        const rib = 1 + 0.07 * cos(a * 9) * (1 - Math.abs(x) / (size * 0.62)) ** 0.5;
        return [x * 1.25, y * (Number.isFinite(rib) ? rib : 1), z * (Number.isFinite(rib) ? rib : 1)];
      }),
      faces: knob.faces,
    },
    wire(
      circle(size * 0.52, 0, 64).map(([x, y]): Vector => [-size * 0.5, x, y]),
      size * 0.11,
      { closed: true, segments: 14 },
    ),
  );
}

/** Several thin bangles on top of each other, slightly irregular. */
function stack(bench: Bench, { diameter, width, thickness, count = 7 }: BangleDesign): void {
  for (let k = 0; k < count; k++) {
    const shift = place([0.9 * sin(k * 2.4), 0.7 * cos(k * 1.7), 0]);
    const at = chained(shift, lying(width * (0.5 + k * 1.02), k * 0.9));
    const kind = k % 3;
    bench.metal(
      band(diameter / 2, {
        width,
        thickness,
        outer: 2.2,
        inner: 2.6,
        segments: kind === 0 ? 720 : 1000,
        sectionSegments: kind === 0 ? 48 : 64,
        ...(kind === 1 && { relief: hammered(diameter / 2 + thickness, width, 0.1) }),
        ...(kind === 2 && { relief: (angle: number) => -0.16 * (0.5 + 0.5 * cos(angle * 110)) }),
      }),
      at,
    );
  }
}

/** Wire coiled between two rims. */
function openwork(bench: Bench, design: BangleDesign): void {
  const { diameter, width, thickness, centre, finish, pattern = 'coil' } = design;
  const R = diameter / 2 + thickness / 2;
  const r = thickness * 0.36;
  const antique = finish === 'antique' ? 'antique' : undefined;
  bench.metal(merged(hoop(R, r, r, 360), hoop(R, r, width - r, 360)), new Matrix4(), antique);
  if (pattern !== 'coil') return PATTERNS[pattern](bench, design);
  const count = 30;
  const coil = (way: number): Vector[] =>
    Array.from({ length: 60 * count }, (_, i) => {
      const t = i / 60;
      const a = (2 * PI * t) / count + way * (0.14 * sin(2 * PI * t));
      return [R * cos(a), R * sin(a), width / 2 + way * (width / 2 - r * 1.6) * cos(2 * PI * t)];
    });
  bench.metal(
    merged(...[1, -1].map((way) => wire(coil(way), r * 0.55, { closed: true, segments: 10 }))),
    new Matrix4(),
    antique,
  );
  const buds = Array.from({ length: count }, (_, i) => {
    const a = (2 * PI * (i + 0.5)) / count;
    return place([(R + r) * cos(a), (R + r) * sin(a), width / 2], [cos(a), sin(a), 0]);
  });
  if (centre) {
    bezel(
      bench,
      centre,
      buds.filter((_, i) => i % 3 === 0),
      { depth: 0.4, rim: 0.13 },
    );
    bench.metal(
      ball(r * 1.5, 20),
      buds.filter((_, i) => i % 3 !== 0),
      antique,
    );
  } else bench.metal(ball(r * 1.5, 20), buds, antique);
}

const PATTERNS = { flower: blossoms, vine };

/** A drawing on the plane (along, up; mm) wrapped around the cylinder of the bangle. */
const wound = (R: number, points: readonly (readonly [number, number])[], from: number, z: number): Vector[] =>
  points.map(([u, v]) => [R * cos(from + u / R), R * sin(from + u / R), z + v]);

/** Flowers of six looped petals between the rims, with beads in and between them. */
function blossoms(bench: Bench, { diameter, width, thickness, finish }: BangleDesign): void {
  const antique = finish === 'antique' ? 'antique' : undefined;
  const R = diameter / 2 + thickness / 2;
  const room = width - thickness * 0.9;
  const count = Math.round((2 * PI * R) / (room * 1.02));
  const long = room / 2 - 0.2;
  const parts: Surface[] = [];
  for (let k = 0; k < count; k++) {
    const from = (2 * PI * k) / count;
    for (let petal = 0; petal < 6; petal++) {
      const turn = (PI * petal) / 3 + PI / 6;
      const loop = Array.from({ length: 36 }, (_, i): [number, number] => {
        const t = (2 * PI * i) / 36;
        const [x, y] = [long * (0.58 + 0.42 * cos(t)), long * 0.3 * sin(t) * (1 + 0.35 * cos(t))];
        return [x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)];
      });
      parts.push(wire(wound(R, loop, from, width / 2), thickness * 0.15, { closed: true, segments: 10 }));
    }
    // Scrolls fill the corners between two flowers.
    for (const way of [1, -1]) {
      const scroll = Array.from({ length: 40 }, (_, i): [number, number] => {
        const t = i / 39;
        const a = -PI / 2 + t * 2.2 * PI;
        const r = room * (0.19 - 0.13 * t);
        return [((2 * PI * R) / count) * 0.5 + r * cos(a), way * (room * 0.3 + r * sin(a))];
      });
      parts.push(wire(wound(R, scroll, from, width / 2), thickness * 0.13, { segments: 10 }));
    }
  }
  bench.metal(merged(...parts), new Matrix4(), antique);
  bench.metal(
    ball(thickness * 0.34, 20),
    Array.from({ length: count }, (_, k) => {
      const a = (2 * PI * k) / count;
      return moved((R + thickness * 0.12) * cos(a), (R + thickness * 0.12) * sin(a), width / 2);
    }),
    antique,
  );
}

/** A stem that waves between the rims, with a leaf in each bend and stones as buds. */
function vine(bench: Bench, { diameter, width, thickness, centre, finish }: BangleDesign): void {
  const antique = finish === 'antique' ? 'antique' : undefined;
  const R = diameter / 2 + thickness / 2;
  const bends = 18;
  const high = width / 2 - thickness * 0.85;
  const stem = Array.from({ length: 900 }, (_, i): Vector => {
    const a = (2 * PI * i) / 900;
    return [R * cos(a), R * sin(a), width / 2 + high * 0.8 * sin(a * bends)];
  });
  bench.metal(wire(stem, thickness * 0.2, { closed: true, segments: 12 }), new Matrix4(), antique);
  const step = (2 * PI) / bends;
  const leaf = pillow(petalOutline(step * R * 0.5, high * 0.62), 0.42, 0.2);
  const onSide = (a: number, z: number, turn: number) =>
    chained(
      place(
        [(R + thickness * 0.1) * cos(a), (R + thickness * 0.1) * sin(a), width / 2 + z],
        [cos(a), sin(a), 0],
        [-sin(a), cos(a), 0],
      ),
      turnedBy('Z', turn),
    );
  const bendsOf = Array.from({ length: bends }, (_, i) => i);
  bench.metal(
    leaf,
    bendsOf.flatMap((i) => [onSide((i + 0.3) * step, -high * 0.42, 0.5), onSide((i + 0.8) * step, high * 0.42, -0.5)]),
    antique,
  );
  if (!centre) return;
  bezel(
    bench,
    centre,
    bendsOf.filter((i) => i % 2 === 0).map((i) => onSide((i + 0.02) * step, -high * 0.1, 0)),
    { depth: 0.34, rim: 0.14 },
  );
}
