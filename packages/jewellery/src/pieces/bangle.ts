import { Matrix4, type Group } from 'three';
import { Bench, chained, type Frame, moved, place, turnedBy } from '../bench.ts';
import type { BangleDesign, Set } from '../design.ts';
import { band } from '../metal/band.ts';
import { twist } from '../metal/chain.ts';
import { hammered } from '../metal/relief.ts';
import { merged, type Surface, type Vector } from '../metal/surface.ts';
import { ball } from '../metal/turned.ts';
import { circle, hoop, wire } from '../metal/wire.ts';
import { bezel } from '../settings/bezel.ts';
import { RATIO } from '../stones/outline.ts';

const { cos, floor, PI, sin } = Math;

/** A bangle lying on a table; of a stack, several that lean on each other. */
export function bangle(design: BangleDesign): Group {
  const bench = new Bench(design.metal);
  STYLES[design.style](bench, design);
  const { diameter, width, style, count = style === 'stack' ? 7 : 1 } = design;
  const R = diameter / 2;
  const high = style === 'stack' ? count * width * 1.1 : width;
  return bench.finished('bangle', {
    centre: [0, 0, high / 2],
    focus: [0, -R, high / 2],
    detail: [-R * 0.28, -R * 0.97, high * 0.5],
    close: 0.4,
    span: diameter * 1.24,
    elevation: style === 'stack' ? 24 : 20,
    blur: 0.006,
  } satisfies Frame);
}

/** From the wrist's axis (y) to the table. */
const lying = (z: number, turn = 0.3): Matrix4 => chained(moved(0, 0, z), turnedBy('Z', turn), turnedBy('X', PI / 2));

const STYLES: Record<BangleDesign['style'], (bench: Bench, design: BangleDesign) => void> = {
  plain: (bench, design) => body(bench, design, { outer: 2.3, inner: 3 }),
  square: (bench, design) => body(bench, design, { outer: 6, inner: 6 }),
  bevelled: (bench, design) => body(bench, design, { outer: 3.4, inner: 3 }),
  wave: (bench, design) =>
    body(bench, design, { outer: 2.3, inner: 3, sway: (angle) => 2.6 * sin(angle * 2) }, design.width / 2 + 2.6),
  row: (bench, design) => {
    body(bench, design, { outer: 3, inner: 3 });
    row(bench, design, [design.centre!], 1);
  },
  alternating: (bench, design) => {
    body(bench, design, { outer: 3, inner: 3 });
    row(bench, design, design.small ? [design.centre!, design.small] : [design.centre!], 1.22);
    rims(bench, design);
  },
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
function row(bench: Bench, { diameter, width, thickness }: BangleDesign, sets: readonly Set[], apart: number): void {
  const r = diameter / 2 + thickness;
  const lengths = sets.map((set) => set.size * (set.cut === 'bead' ? 1 : RATIO[set.cut]) * 1.24 * apart);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const rounds = floor((2 * PI * r) / whole);
  const at = lying(width / 2);
  let a = 0;
  const places = sets.map((): Matrix4[] => []);
  for (let k = 0; k < rounds; k++) {
    sets.forEach((set, i) => {
      const out = r + set.size * 0.1;
      places[i]!.push(chained(at, place([out * cos(a), 0, out * sin(a)], [cos(a), 0, sin(a)], [-sin(a), 0, cos(a)])));
      a += ((lengths[i]! / whole) * 2 * PI) / rounds;
    });
  }
  sets.forEach((set, i) => bezel(bench, set, places[i]!, { depth: 0.5, rim: set.size < 2.4 ? 0.07 : 0.1 }));
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
  const { diameter, width, thickness, centre, finish } = design;
  const R = diameter / 2;
  const gap = 0.22;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const at = lying(width / 2, -0.35);
  bench.metal(
    band(R, {
      width,
      thickness,
      outer: 2.2,
      inner: 2.4,
      arc: [-PI / 2 + gap, (3 * PI) / 2 - gap],
      segments: 640,
      sectionSegments: 84,
    }),
    at,
    antique,
  );
  for (const way of [1, -1]) {
    const a = -PI / 2 + way * (gap - 0.01);
    const end = chained(at, moved((R + thickness / 2) * cos(a), 0, (R + thickness / 2) * sin(a)));
    if (centre?.cut === 'bead') {
      bench.stone(centre, chained(end, moved(-way * centre.size * 0.42 * sin(a) * -1, 0, 0)));
      bench.metal(ball(width * 0.42, 32), end, antique);
    } else {
      // A bud, ribbed, with a small stone in its brow.
      bench.metal(bud(width * 0.92), chained(end, turnedBy('Y', -a + (way > 0 ? -PI / 2 : PI / 2))), antique);
      if (centre) {
        const out = place([0, 0, 0], [cos(a), 0, sin(a)], [0, 1, 0]).setPosition(
          (R + thickness / 2 + width * 0.52) * cos(a),
          0,
          (R + thickness / 2 + width * 0.52) * sin(a),
        );
        bezel(bench, centre, chained(at, out), { rim: 0.14 });
      }
    }
  }
}

/** An animal's head would be a sculptor's work; the bud of the south is a turner's. Along +x. */
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

/** Several thin rounds on each other, no two quite alike. */
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
function openwork(bench: Bench, { diameter, width, thickness, centre, finish }: BangleDesign): void {
  const R = diameter / 2 + thickness / 2;
  const r = thickness * 0.36;
  const antique = finish === 'antique' ? 'antique' : undefined;
  bench.metal(merged(hoop(R, r, r, 360), hoop(R, r, width - r, 360)), new Matrix4(), antique);
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
