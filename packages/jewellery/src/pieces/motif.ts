import type { Matrix4 } from 'three';
import { type Bench, chained, moved, place, turnedBy } from '../bench.ts';
import type { Motif, Set } from '../design.ts';
import { extruded } from '../metal/extruded.ts';
import { disc, ellipse, petalOutline, pillow } from '../metal/sheet.ts';
import { merged, strewn, type Surface, type Vector } from '../metal/surface.ts';
import { ball, turned } from '../metal/turned.ts';
import { circle, curve, hoop, wire } from '../metal/wire.ts';
import { bezel } from '../settings/bezel.ts';
import { head } from '../settings/prongs.ts';
import { along } from '../stones/outline.ts';

const { cos, PI, sin } = Math;

type Point = readonly [x: number, y: number];

export interface MotifOptions {
  /** Of the whole, in mm. */
  height: number;
  finish?: string | undefined;
  centre?: Set | undefined;
  small?: Set | undefined;
  /** Faces to the left. */
  isMirrored?: boolean;
}

/**
 * A motif in metal in the plane of `at`: x to the right, y up, its middle at the origin, its top at half its height.
 */
export function motif(bench: Bench, kind: Motif, at: Matrix4, options: MotifOptions): void {
  MOTIFS[kind](bench, at, options);
}

const MOTIFS: Record<Motif, (bench: Bench, at: Matrix4, options: MotifOptions) => void> = {
  om,
  ganesha,
  trishul,
  khanda,
  feather,
  butterfly,
  tree,
  pomegranate,
  heart,
  kite,
  leaf,
  peacock,
};

/** Suspension point above its middle, in half heights; default 1. */
const HANGS: Partial<Record<Motif, number>> = { heart: 0.5, butterfly: 0.62, feather: 0.94 };
export const hangsAt = (kind: Motif): number => HANGS[kind] ?? 1;

/**
 * A pen stroke in metal: a flattened wire that swells and tapers. `widths` in mm, from start to end; `rise` is height
 * over width.
 */
export function stroke(
  points: readonly Point[],
  widths: readonly number[],
  { scale = 1, rise = 0.6, z = 0, steps = 48 } = {},
): Surface {
  const path = curve(
    points.map(([x, y]): Vector => [x * scale, y * scale, z]),
    steps,
  );
  const radii = path.map((_, i) => {
    const t = (i / steps) * (widths.length - 1);
    const k = Math.min(Math.floor(t), widths.length - 2);
    return ((widths[k]! + (widths[k + 1]! - widths[k]!) * (t - k)) / 2) * rise;
  });
  return wire(path, radii, { segments: 20, flat: 1 / rise, up: [0, 0, 1] });
}

const mirrored = (points: readonly Point[]): Point[] => points.map(([x, y]) => [-x, y]);

/** The syllable, in a fine ring that holds its crescent and its dot. */
function om(bench: Bench, at: Matrix4, { height, finish }: MotifOptions): void {
  const s = height / 2;
  const w = height * 0.1;
  const line = (points: Point[], widths: number[]) =>
    stroke(points, widths, { scale: s * 0.86, rise: 0.62, steps: 70 });
  bench.metal(
    merged(
      line(
        [
          [-0.62, 0.34],
          [-0.46, 0.55],
          [-0.2, 0.5],
          [-0.08, 0.28],
          [-0.2, 0.08],
          [-0.4, 0.0],
        ],
        [w * 0.6, w * 1.1, w * 1.1, w, w * 0.7],
      ),
      line(
        [
          [-0.4, 0.0],
          [-0.12, -0.06],
          [0.06, -0.3],
          [-0.04, -0.58],
          [-0.34, -0.68],
          [-0.6, -0.56],
          [-0.72, -0.3],
        ],
        [w * 0.7, w * 1.1, w * 1.25, w * 1.2, w * 0.9, w * 0.5],
      ),
      line(
        [
          [-0.02, -0.14],
          [0.2, -0.02],
          [0.38, -0.14],
          [0.46, -0.36],
          [0.62, -0.46],
          [0.76, -0.28],
          [0.72, -0.04],
          [0.56, 0.02],
        ],
        [w * 0.7, w, w, w, w * 1.05, w * 0.9, w * 0.5],
      ),
      line(
        [
          [-0.06, 0.64],
          [0.12, 0.48],
          [0.36, 0.5],
          [0.54, 0.72],
        ],
        [w * 0.4, w, w, w * 0.4],
      ),
      hoop(s - w * 0.3, w * 0.3, 0, 160),
      strewn(ball(w * 0.66, 32), [[0.26 * s * 0.86, 0.84 * s * 0.9, 0]]),
    ),
    at,
    finish,
  );
}

/** Shaft, two bowed prongs, and the hourglass drum tied to it. */
function trishul(bench: Bench, at: Matrix4, { height, finish }: MotifOptions): void {
  const s = height / 2;
  const w = height * 0.062;
  const prong: Point[] = [
    [0, 0.02],
    [0.34, 0.1],
    [0.52, 0.34],
    [0.5, 0.62],
    [0.38, 0.9],
  ];
  const line = (points: Point[], widths: number[]) => stroke(points, widths, { scale: s, rise: 0.72, steps: 60 });
  const blade: Point[] = [
    [0, 1],
    [-0.13, 0.64],
    [-0.05, 0.3],
    [0.05, 0.3],
    [0.13, 0.64],
  ];
  bench.metal(
    merged(
      line(prong, [w, w * 1.25, w * 1.5, w * 1.35, w * 0.16]),
      line(mirrored(prong), [w, w * 1.25, w * 1.5, w * 1.35, w * 0.16]),
      line(
        [
          [0, 0.5],
          [0, 0],
          [0, -0.5],
          [0, -0.94],
        ],
        [w, w, w, w],
      ),
      strewn(ball(w * 0.8, 24), [
        [0, -0.95 * s, 0],
        [0, 0.03 * s, 0.05],
      ]),
    ),
    at,
    finish,
  );
  bench.metal(
    pillow(
      rounded(blade).map(([x, y]): [number, number] => [x * s, (y - 0.64) * s]),
      w * 0.75,
      w * 0.75,
    ),
    chained(at, moved(0, 0.64 * s, 0)),
    finish,
  );
  // Skins at either end, a waist between them, and the cord with its two beads.
  const [half, waist, wide] = [s * 0.3, s * 0.075, s * 0.19];
  const drum = turned(
    [
      [0.001, -half],
      [wide * 0.86, -half],
      [wide, -half * 0.96],
      [wide, -half * 0.8],
      [wide * 0.8, -half * 0.66],
      [waist, -half * 0.12],
      [waist * 1.25, 0],
      [waist, half * 0.12],
      [wide * 0.8, half * 0.66],
      [wide, half * 0.8],
      [wide, half * 0.96],
      [wide * 0.86, half],
      [0.001, half],
    ],
    64,
  );
  bench.metal(drum, chained(at, place([0, -0.32 * s, w * 0.3], [1, 0, 0])), finish);
  const cord: Point[] = [
    [0, -0.32],
    [0.1, -0.5],
    [0.2, -0.56],
  ];
  bench.metal(
    merged(
      ...[cord, mirrored(cord)].map((points) =>
        stroke(points, [w * 0.35, w * 0.35], { scale: s, rise: 1, z: w * 0.5 }),
      ),
      strewn(
        ball(w * 0.5, 20),
        [1, -1].map((way): Vector => [way * 0.21 * s, -0.57 * s, w * 0.5]),
      ),
    ),
    at,
    finish,
  );
}

/** A shape with its corners rounded by a closed curve. */
const rounded = (points: readonly Point[]): Point[] => {
  const closed = [...points, ...points.slice(0, 3)];
  const smooth = curve(
    closed.map(([x, y]): Vector => [x, y, 0]),
    (closed.length - 1) * 12,
  );
  return smooth.slice(12, 12 + points.length * 12).map(([x, y]) => [x, y]);
};

/** A double-edged sword in a ring, between two bowed single-edged ones. */
function khanda(bench: Bench, at: Matrix4, { height, finish }: MotifOptions): void {
  const s = height / 2;
  const w = height * 0.075;
  const sword: Point[] = [
    [0.2, -0.9],
    [-0.24, -0.78],
    [-0.56, -0.42],
    [-0.66, 0.04],
    [-0.54, 0.5],
    [-0.34, 0.8],
  ];
  const widths = [w * 0.5, w * 1.0, w * 1.5, w * 1.55, w * 1.1, w * 0.12];
  bench.metal(
    merged(
      stroke(sword, widths, { scale: s, rise: 0.5, steps: 70 }),
      stroke(mirrored(sword), widths, { scale: s, rise: 0.5, steps: 70, z: w * 0.22 }),
      strewn(
        ball(w * 0.5, 24),
        [1, -1].map((way): Vector => [way * 0.22 * s, -0.91 * s, way > 0 ? 0 : w * 0.22]),
      ),
    ),
    at,
    finish,
  );
  // The crossguards of the two.
  bench.metal(
    merged(
      ...[1, -1].map((way) =>
        stroke(
          [
            [way * -0.0, -0.62],
            [way * -0.16, -0.78],
            [way * -0.22, -0.96],
          ],
          [w * 0.35, w * 0.6, w * 0.35],
          { scale: s, rise: 0.8, z: w * 0.1 },
        ),
      ),
      wire(
        circle(0.36 * s, w * 0.05).map(([x, y, z]): Vector => [x, y + 0.06 * s, z]),
        w * 0.34,
        { closed: true, up: [0, 0, 1], flat: 1.35 },
      ),
    ),
    at,
    finish,
  );
  const blade: Point[] = [
    [0, 1],
    [-0.105, 0.78],
    [-0.085, 0.5],
    [-0.12, 0.1],
    [-0.15, -0.2],
    [-0.04, -0.44],
    [0.04, -0.44],
    [0.15, -0.2],
    [0.12, 0.1],
    [0.085, 0.5],
    [0.105, 0.78],
  ];
  bench.metal(
    ridged(
      blade.map(([x, y]): Point => [x * s, y * s]),
      w * 0.5,
    ),
    chained(at, moved(0, 0, w * 0.4)),
    finish,
  );
  bench.metal(
    merged(
      stroke(
        [
          [-0.2, -0.4],
          [0, -0.46],
          [0.2, -0.4],
        ],
        [w * 0.4, w * 0.7, w * 0.4],
        { scale: s, rise: 0.8, z: w * 0.35 },
      ),
      stroke(
        [
          [0, -0.44],
          [0, -0.66],
        ],
        [w * 0.6, w * 0.5],
        { scale: s, rise: 0.9, z: w * 0.35 },
      ),
      strewn(ball(w * 0.5, 24), [[0, -0.7 * s, w * 0.35]]),
    ),
    at,
    finish,
  );
}

/** A blade: flat bevels from its edge up to a ridge along the y axis. */
function ridged(outline: readonly Point[], height: number): Surface {
  const n = outline.length;
  const points: Vector[] = [];
  const faces: number[][] = [];
  // Each bevel has separate points, so that the ridge stays sharp.
  for (const side of [1, -1]) {
    outline.forEach((a, i) => {
      const b = outline[(i + 1) % n]!;
      const first = points.length;
      const [top, low]: [Vector, Vector] = [
        [0, a[1], side * height],
        [0, b[1], side * height],
      ];
      points.push([a[0], a[1], 0], [b[0], b[1], 0], low, top);
      faces.push(side > 0 ? [first, first + 1, first + 2, first + 3] : [first + 3, first + 2, first + 1, first]);
    });
  }
  return { points, faces };
}

/** Ganesha's head in relief on a coin: ears, trunk, tusks, crown. */
function ganesha(bench: Bench, at: Matrix4, { height, finish, centre }: MotifOptions): void {
  const r = height / 2;
  const plate = place([0, 0, 0]);
  bench.metal(disc(r, 1.3, 0.35), chained(at, plate), finish);
  const rim = r - 1.55;
  const count = Math.round((2 * PI * rim) / 0.78);
  bench.metal(
    strewn(
      ball(0.3, 14),
      Array.from({ length: count }, (_, i): Vector => {
        const a = (2 * PI * i) / count;
        return [rim * cos(a), rim * sin(a), 0.42];
      }),
    ),
    at,
    finish,
  );
  const s = r * 0.66;
  const lying = (x: number, y: number, z: number, turn = 0) =>
    chained(at, moved(x * s, y * s, 0.35 + z), turnedBy('Z', turn));
  const ear: Point[] = [
    [0.05, 0.34],
    [0.42, 0.46],
    [0.66, 0.26],
    [0.62, -0.06],
    [0.4, -0.36],
    [0.18, -0.2],
    [0.02, -0.02],
  ];
  for (const way of [1, -1]) {
    const outline = rounded(ear.map(([x, y]): Point => [x * s * 1.12 - 0.36 * s, y * s * 1.12]));
    bench.metal(
      pillow(
        way > 0
          ? outline.map(([x, y]): [number, number] => [x, y])
          : outline.map(([x, y]): [number, number] => [-x, y]).toReversed(),
        0.55,
        0.2,
      ),
      chained(at, moved(way * 0.66 * s, 0.06 * s, 0.4)),
      finish,
    );
  }
  bench.metal(pillow(ellipse(s * 0.86, s * 1.0), 1.25, 0.3), lying(0, 0.14, 0), finish);
  // Two domes of the brow.
  bench.metal(
    pillow(ellipse(s * 0.42, s * 0.4), 0.5, 0.1),
    [1, -1].map((way) => lying(way * 0.19, 0.34, 0.85)),
    finish,
  );
  // The trunk curls to the sweet in his hand.
  bench.metal(
    merged(
      stroke(
        [
          [0, 0.12],
          [0.02, -0.22],
          [-0.02, -0.56],
          [0.12, -0.84],
          [0.36, -0.86],
          [0.42, -0.66],
          [0.3, -0.6],
        ],
        [s * 0.4, s * 0.34, s * 0.28, s * 0.24, s * 0.2, s * 0.16, s * 0.12],
        { scale: s, rise: 0.8, z: 1.2, steps: 70 },
      ),
      ...[1, -1].map((way) =>
        stroke(
          [
            [way * 0.2, -0.12],
            [way * 0.32, -0.3],
            [way * 0.46, -0.34],
          ],
          [s * 0.14, s * 0.11, s * 0.03],
          { scale: s, rise: 0.9, z: 1.1 },
        ),
      ),
    ),
    at,
    finish,
  );
  bench.metal(
    ball(0.2, 12),
    [1, -1].map((way) => lying(way * 0.27, 0.13, 1.12)),
    finish,
  );
  // The crown in three tiers.
  for (const [y, width, z] of [
    [0.58, 0.74, 0.7],
    [0.77, 0.52, 0.62],
    [0.94, 0.3, 0.55],
  ] as const) {
    bench.metal(pillow(ellipse(width * s, 0.24 * s), 0.5, 0.2), lying(0, y, z - 0.2), finish);
  }
  if (centre) bezel(bench, centre, lying(0, 0.62, 1), { depth: 0.3, rim: 0.14 });
  else bench.metal(ball(0.34, 16), lying(0, 0.62, 0.95), finish);
}

/** A bent quill, its barbs overlapping from the tip down. */
function feather(bench: Bench, at: Matrix4, { height, finish }: MotifOptions): void {
  const s = height / 2;
  const quill: Point[] = [
    [0.2, -1],
    [0.24, -0.6],
    [0.2, 0],
    [0.12, 0.55],
    [0, 0.98],
  ];
  const COUNT = 30;
  const spine = curve(
    quill.map(([x, y]): Vector => [x * s, y * s, 0]),
    COUNT * 2,
  );
  const barbs: Surface[] = [];
  for (let i = 0; i < COUNT; i++) {
    const t = i / (COUNT - 1);
    const index = Math.round((0.26 + 0.72 * t) * COUNT * 2);
    const root = spine[Math.min(index, spine.length - 1)]!;
    // Broad below the middle, narrow at the tip, with one gap.
    const width = s * 0.47 * sin(PI * (0.16 + 0.82 * (1 - t))) ** 0.7;
    for (const way of [1, -1]) {
      const isParted = way > 0 ? i === 11 : i === 17;
      const lift = isParted ? 0.55 : 0.72 + 0.25 * t;
      const long = width * (1 + 0.05 * sin(i * 2.3 + way));
      barbs.push(
        stroke(
          [
            [root[0], root[1] - 0.1],
            [root[0] + way * long * 0.5, root[1] + long * lift * 0.34],
            [root[0] + way * long * 0.95, root[1] + long * lift * 0.98],
          ],
          [height * 0.03, height * 0.052, height * 0.008],
          { rise: 0.42, z: 0.02 * (i % 2) - 0.1, steps: 14 },
        ),
      );
    }
  }
  bench.metal(merged(...barbs), at, finish);
  bench.metal(
    stroke(quill, [height * 0.03, height * 0.05, height * 0.045, height * 0.03, height * 0.012], {
      scale: s,
      rise: 0.9,
      z: 0.16,
    }),
    at,
    finish,
  );
}

/** Two pairs of open wings about a body; larger stones in the upper ones. */
function butterfly(bench: Bench, at: Matrix4, { height, finish, small }: MotifOptions): void {
  const s = height / 2;
  const upper: Point[] = [
    [0.04, 0.02],
    [0.3, 0.5],
    [0.8, 0.86],
    [1.14, 0.78],
    [1.1, 0.36],
    [0.74, 0.02],
    [0.36, -0.06],
  ];
  const lower: Point[] = [
    [0.04, -0.08],
    [0.36, -0.1],
    [0.72, -0.22],
    [0.86, -0.56],
    [0.64, -0.86],
    [0.36, -0.7],
    [0.14, -0.36],
  ];
  for (const way of [1, -1]) {
    // A wing is a sheet between two rims, angled away from the body.
    const lifted = chained(at, turnedBy('Y', way * -0.2));
    for (const wing of [upper, lower]) {
      const outline = rounded(wing).map(([x, y]): Point => [x * s * way, y * s]);
      const path = outline.map(([x, y]): Vector => [x, y, 0]);
      bench.metal(wire(path, height * 0.026, { closed: true, segments: 14, up: [0, 0, 1] }), lifted, finish);
      const sheet = way > 0 ? outline : outline.toReversed();
      // Brushed: a polished plane has a single reflection, and may turn black next to its neighbour.
      bench.metal(extruded(sheet, 0.36, 0.06), chained(lifted, moved(0, 0, -0.12)), finish ?? 'brushed');
    }
    if (!small) continue;
    const large = { ...small, size: small.size * 1.25 };
    const set = (one: Set, places: readonly Point[]) =>
      bezel(
        bench,
        one,
        places.map(([x, y]) => chained(lifted, moved(way * x * s, y * s, 0.3))),
        { depth: 0.2, rim: 0.1 },
      );
    set(large, [
      [0.5, 0.34],
      [0.86, 0.54],
    ]);
    set(small, [
      [0.38, -0.3],
      [0.62, -0.5],
    ]);
    set({ ...small, size: small.size * 0.72 }, [
      [0.6, 0.6],
      [0.84, 0.24],
    ]);
  }
  bench.metal(
    merged(
      stroke(
        [
          [0, 0.5],
          [0, 0.2],
          [0, -0.2],
          [0, -0.66],
        ],
        [height * 0.07, height * 0.1, height * 0.08, height * 0.03],
        { scale: s, rise: 0.9, z: 0.3 },
      ),
      ...[1, -1].map((way) =>
        stroke(
          [
            [0, 0.48],
            [way * 0.12, 0.8],
            [way * 0.3, 1],
          ],
          [height * 0.02, height * 0.02],
          { scale: s, rise: 1, z: 0.3 },
        ),
      ),
      strewn(
        ball(height * 0.022, 16),
        [1, -1].map((way): Vector => [way * 0.31 * s, 1.01 * s, 0.3]),
      ),
    ),
    at,
    finish,
  );
}

/** Roots, trunk and branches of wire in a ring, stones for leaves. */
function tree(bench: Bench, at: Matrix4, { height, finish, small, centre }: MotifOptions): void {
  const s = height / 2;
  const w = height * 0.034;
  const R = s - w * 0.7;
  const ends: readonly (readonly [angle: number, out: number])[] = [
    [18, 0.72],
    [42, 0.76],
    [66, 0.74],
    [90, 0.8],
    [114, 0.74],
    [138, 0.76],
    [162, 0.72],
    [60, 0.4],
    [122, 0.4],
  ];
  const branches = ends.map(([degrees, out], i) => {
    const a = (degrees * PI) / 180;
    const [x, y] = [cos(a) * out, sin(a) * out + 0.06];
    const foot = (i - 4) * 0.018;
    return stroke(
      [
        [foot * 1.6, -0.5],
        [foot, -0.2],
        [x * 0.24, y * 0.18 + 0.04],
        [x * 0.66, y * 0.62 + 0.03],
        [x, y],
      ],
      [w * 1.1, w * 1.25, w, w * 0.8, w * 0.6],
      { scale: R, rise: 0.9, z: 0.06 * (i % 3), steps: 40 },
    );
  });
  // Each branch continues to the ring.
  const twigs = ends.slice(0, 7).map(([degrees, out]) => {
    const a = (degrees * PI) / 180;
    return stroke(
      [
        [cos(a) * out, sin(a) * out + 0.06],
        [cos(a + 0.05) * 0.99, sin(a + 0.05) * 0.99],
      ],
      [w * 0.6, w * 0.5],
      { scale: R, rise: 0.9, steps: 8 },
    );
  });
  const roots = [-0.56, -0.3, 0, 0.3, 0.56].map((x) =>
    stroke(
      [
        [x * 0.06, -0.36],
        [x * 0.2, -0.62],
        [x, -Math.sqrt(1 - x * x) * 0.985],
      ],
      [w * 1.2, w, w * 0.5],
      { scale: R, rise: 0.9, steps: 24 },
    ),
  );
  bench.metal(merged(...branches, ...twigs, ...roots, hoop(R, w * 0.7, 0, 160)), at, finish);
  const leaves = ends.map(([degrees, out]): [number, number] => {
    const a = (degrees * PI) / 180;
    return [cos(a) * out * R, (sin(a) * out + 0.06) * R];
  });
  const set = small ?? centre;
  if (set)
    bezel(
      bench,
      set,
      leaves.map(([x, y]) => chained(at, moved(x, y, 0.35))),
      { depth: 0.3, rim: 0.12 },
    );
}

/** The fruit with its crown, split open to show its seeds. */
function pomegranate(bench: Bench, at: Matrix4, { height, finish, small }: MotifOptions): void {
  const s = height / 2;
  const body: Point[] = [
    [0.78, -0.2],
    [0.62, 0.3],
    [0.22, 0.52],
    [-0.22, 0.52],
    [-0.62, 0.3],
    [-0.78, -0.2],
    [-0.58, -0.76],
    [0, -0.98],
    [0.58, -0.76],
  ];
  const outline = rounded(body).map(([x, y]): [number, number] => [x * s, (y + 0.2) * s]);
  bench.metal(pillow(outline, s * 0.34, s * 0.2), chained(at, moved(0, -0.2 * s, 0)), finish);
  // The calyx.
  const petal = pillow(petalOutline(s * 0.56, s * 0.26), 0.5, 0.3);
  bench.metal(
    petal,
    [-0.62, -0.31, 0, 0.31, 0.62].map((turn) =>
      chained(at, moved(0, 0.44 * s, 0.1), turnedBy('Z', PI / 2 + turn), moved(s * 0.26, 0, 0)),
    ),
    finish,
  );
  // The split: a bed with a rolled edge, seeds in rows that touch.
  const rift: Point[] = [
    [0.1, 0.34],
    [-0.3, 0.2],
    [-0.5, -0.24],
    [-0.36, -0.66],
    [0.02, -0.8],
    [0.38, -0.6],
    [0.5, -0.2],
    [0.38, 0.18],
  ];
  const edge = rounded(rift).map(([x, y]): Vector => [x * s, y * s, s * 0.3]);
  bench.metal(wire(edge, height * 0.028, { closed: true, segments: 14, up: [0, 0, 1] }), at, finish);
  if (!small) return;
  const pitch = small.size * 1.16;
  const rows = Math.floor((1.04 * s) / (pitch * 0.87));
  const seeds: [number, number][] = [];
  for (let row = 0; row <= rows; row++) {
    const y = 0.2 * s - row * pitch * 0.87;
    for (let k = -4; k <= 4; k++) {
      const x = (k + (row % 2) / 2) * pitch;
      if (isInside([x + small.size * 0.3 * Math.sign(x), y + small.size * 0.3 * Math.sign(y + 0.24 * s)], edge))
        seeds.push([x, y]);
    }
  }
  bezel(
    bench,
    small,
    seeds.map(([x, y]) => chained(at, moved(x, y, s * 0.36), turnedBy('X', y / s / 4), turnedBy('Y', -x / s / 4))),
    { depth: 0.4, rim: 0.08 },
  );
}

const isInside = ([x, y]: Point, outline: readonly Vector[]): boolean =>
  outline.reduce((inside, [ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % outline.length]!;
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside;
  }, false);

/** Two pear cuts that lean together, their points below, in one outline of small stones. */
function heart(bench: Bench, at: Matrix4, { height, centre, small }: MotifOptions): void {
  const set = centre!;
  for (const way of [1, -1]) {
    // A pear's point is along +x: rotated down and inwards.
    const middle = chained(at, moved(way * set.size * 0.53, height * 0.02, 0.35), turnedBy('Z', -PI / 2 - way * 0.44));
    head(bench, set, middle, { depth: set.size * 0.36, wireSize: set.size * 0.1 + 0.06 });
  }
  if (!small) return;
  const scale = height * 0.0345;
  const path = along(
    Array.from({ length: 360 }, (_, i): Point => {
      const t = (2 * PI * i) / 360;
      return [scale * 16.5 * sin(t) ** 3, scale * (13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t) + 2.6)];
    }),
    1,
    240,
  );
  const length = path.reduce((sum, [x, y], i) => {
    const [nx, ny] = path[(i + 1) % path.length]!;
    return sum + Math.hypot(nx - x, ny - y);
  }, 0);
  bezel(
    bench,
    small,
    along(path, 1, Math.round(length / (small.size * 1.26))).map(([x, y]) => chained(at, moved(x, y, 0.1))),
    { depth: 0.5, rim: 0.11 },
  );
  bench.metal(
    wire(
      path.map(([x, y]): Vector => [x, y, -small.size * 0.4]),
      small.size * 0.3,
      { closed: true, segments: 16, up: [0, 0, 1], flat: 1.3 },
    ),
    at,
  );
}

/** A diamond-shaped sheet with crossed spars, and a waving tail of bows. */
function kite(bench: Bench, at: Matrix4, { height, finish }: MotifOptions): void {
  const s = height * 0.34;
  const top = height / 2 - s;
  const sail: Point[] = [
    [0, 1],
    [-0.86, 0.18],
    [0, -1],
    [0.86, 0.18],
  ];
  bench.metal(
    extruded(
      sail.map(([x, y]): [number, number] => [x * s, y * s + top]),
      0.8,
      0.2,
    ),
    at,
    finish,
  );
  const w = height * 0.028;
  const tail: Point[] = [
    [0, top - s * 0.96],
    [height * 0.07, top - s * 1.28],
    [-height * 0.05, top - s * 1.62],
    [height * 0.04, top - s * 1.94],
  ];
  bench.metal(
    merged(
      stroke(
        [
          [0, s * 0.94 + top],
          [0, top - s * 0.94],
        ],
        [w, w],
        { rise: 0.7, z: 0.42 },
      ),
      stroke(
        [
          [-s * 0.8, top + s * 0.18],
          [0, top + s * 0.4],
          [s * 0.8, top + s * 0.18],
        ],
        [w, w, w],
        { rise: 0.7, z: 0.42 },
      ),
      stroke(tail, [w * 0.9, w * 0.8, w * 0.7, w * 0.6], { rise: 0.9 }),
    ),
    at,
    finish,
  );
  const bow = pillow(petalOutline(height * 0.1, height * 0.055), 0.3, 0.2);
  bench.metal(
    bow,
    tail
      .slice(1)
      .flatMap(([x, y], i) =>
        [0, PI].map((turn) =>
          chained(at, moved(x, y, 0.15), turnedBy('Z', turn + 0.35 * (i % 2 ? -1 : 1)), moved(height * 0.05, 0, 0)),
        ),
      ),
    finish,
  );
}

/** A pointed leaf with its veins, hanging from its stalk. */
function leaf(bench: Bench, at: Matrix4, { height, finish }: MotifOptions): void {
  const s = height / 2;
  const outline = petalOutline(height, height * 0.5).map(([x, y]): [number, number] => [y, -x]);
  bench.metal(pillow(outline.toReversed(), height * 0.06, height * 0.04), at, finish);
  const w = height * 0.035;
  const veins = [0.4, 0.1, -0.2, -0.5].flatMap((y) =>
    [1, -1].map((way) =>
      stroke(
        [
          [0, y],
          [way * 0.2, y + 0.14],
          [way * 0.36 * (1 - Math.abs(y) * 0.5), y + 0.34],
        ],
        [w * 0.7, w * 0.55, w * 0.2],
        { scale: s, rise: 0.9, z: height * 0.045, steps: 14 },
      ),
    ),
  );
  bench.metal(
    merged(
      ...veins,
      stroke(
        [
          [0, 0.98],
          [0, -0.9],
        ],
        [w * 1.2, w * 0.4],
        { scale: s, rise: 0.9, z: height * 0.055 },
      ),
    ),
    at,
    finish,
  );
}

/** A standing bird that faces right: crest, wing, two rows of tail feathers behind it, a stone in the eye of each. */
function peacock(bench: Bench, at: Matrix4, { height, finish, small, isMirrored = false }: MotifOptions): void {
  const s = height / 2;
  const way = isMirrored ? -1 : 1;
  const line = (points: readonly Point[], widths: readonly number[], { steps = 48, z = 0.6, rise = 0.9 } = {}) =>
    stroke(isMirrored ? mirrored(points) : points, widths, { scale: s, rise, z, steps });
  const shape = (points: readonly Point[]): [number, number][] => {
    const outline = rounded(points).map(([x, y]): [number, number] => [way * x * s, y * s]);
    return isMirrored ? outline.toReversed() : outline;
  };
  const feather = (turn: number, out: number, z: number) =>
    chained(
      at,
      moved(way * -0.02 * s, -0.34 * s, z),
      turnedBy('Z', isMirrored ? PI - turn : turn),
      moved(out * s, 0, 0),
      turnedBy('Y', -0.05),
    );
  const fan = (count: number) => Array.from({ length: count }, (_, i) => 1.5 + (1.95 * i) / (count - 1));
  // Long feathers with eyes behind, short ones before them.
  const long = fan(8).map((turn) => feather(turn, 0.72, 0));
  bench.metal(pillow(petalOutline(s * 1.18, s * 0.3, 40), 0.5, 0.3, 6), long, finish);
  bench.metal(
    pillow(petalOutline(s * 0.66, s * 0.2, 32), 0.5, 0.2, 6),
    fan(7).map((turn) => feather(turn, 0.44, 0.45)),
    finish,
  );
  bench.metal(
    ball(s * 0.045, 14),
    fan(8).map((turn) => feather(turn, 1.33, 0.15)),
    finish,
  );
  if (small)
    bezel(
      bench,
      small,
      long.map((one) => chained(one, moved(s * 0.36, 0, 0.5))),
      { depth: 0.26, rim: 0.12 },
    );
  const body = shape([
    [0.4, -0.1],
    [0.34, 0.1],
    [0.12, 0.02],
    [-0.16, -0.3],
    [-0.24, -0.5],
    [0, -0.62],
    [0.26, -0.52],
    [0.4, -0.32],
  ]);
  bench.metal(pillow(body, s * 0.26, s * 0.1), chained(at, moved(0, 0, 0.7)), finish);
  bench.metal(
    merged(
      // Neck and breast, and the beak.
      line(
        [
          [0.2, -0.24],
          [0.4, 0.06],
          [0.34, 0.38],
          [0.46, 0.62],
        ],
        [s * 0.44, s * 0.36, s * 0.22, s * 0.19],
        { z: 0.5 + s * 0.14 },
      ),
      line(
        [
          [0.52, 0.64],
          [0.74, 0.55],
        ],
        [s * 0.13, s * 0.02],
        { steps: 12, z: 0.5 + s * 0.14 },
      ),
      strewn(ball(s * 0.13, 24), [[way * 0.48 * s, 0.64 * s, 0.5 + s * 0.14]]),
      // The crest: three stalks, each with a bead.
      ...[-0.16, 0, 0.16].map((x) =>
        line(
          [
            [0.46, 0.72],
            [0.46 + x, 0.94 - Math.abs(x) * 0.4],
          ],
          [s * 0.035, s * 0.035],
          { steps: 8, z: 0.5 + s * 0.12 },
        ),
      ),
      strewn(
        ball(s * 0.05, 14),
        [-0.16, 0, 0.16].map((x): Vector => [way * (0.46 + x) * s, (0.96 - Math.abs(x) * 0.4) * s, 0.5 + s * 0.12]),
      ),
      // Three rows of the wing.
      ...[0, 1, 2].map((k) =>
        line(
          [
            [0.22 - k * 0.05, -0.12 - k * 0.13],
            [0, -0.22 - k * 0.11],
            [-0.2, -0.42 - k * 0.05],
          ],
          [s * 0.05, s * 0.12, s * 0.03],
          { z: 0.7 + s * (0.24 - k * 0.03), steps: 24 },
        ),
      ),
      // Legs to the perch.
      ...[0.02, 0.2].map((x) =>
        line(
          [
            [x, -0.54],
            [x + 0.03, -0.98],
          ],
          [s * 0.1, s * 0.07],
          { steps: 8, z: 0.5 },
        ),
      ),
    ),
    at,
    finish,
  );
}
