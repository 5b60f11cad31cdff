import { type Group, Matrix4, Vector3 } from 'three';
import { Bench, chained, type Frame, moved, place, turnedBy } from '../bench.ts';
import { type EarringDesign, isFaceted, type Set, type Stone } from '../design.ts';
import { chain, jumpRing, twist } from '../metal/chain.ts';
import { extruded } from '../metal/extruded.ts';
import { crescent, disc, petalOutline, pillow } from '../metal/sheet.ts';
import { merged, strewn, type Surface, type Vector } from '../metal/surface.ts';
import { ball, softened, turned } from '../metal/turned.ts';
import { curve, wire } from '../metal/wire.ts';
import { bezel } from '../settings/bezel.ts';
import { halo } from '../settings/halo.ts';
import { FOUR, head } from '../settings/prongs.ts';
import { RATIO } from '../stones/outline.ts';
import { motif } from './motif.ts';

const { cos, max, PI, sin } = Math;
const rad = (degrees: number) => (degrees * PI) / 180;

/** A pair, lying or standing on a table. */
export function earring(design: EarringDesign): Group {
  const bench = new Bench(design.metal);
  return bench.finished('earring', STYLES[design.style](bench, design));
}

/**
 * One earring as it is worn: the front of the lobe in the plane z = 0, pierced at the origin; y up. An ear cuff has its ring
 * around the origin.
 */
export function buildWornEarring(bench: Bench, design: EarringDesign): void {
  STYLES[design.style](bench, design, true);
}

type Style = (bench: Bench, design: EarringDesign, isWorn?: boolean) => Frame;
const STYLES: Record<EarringDesign['style'], Style> = {
  stud: studs,
  'halo-stud': studs,
  'flower-stud': studs,
  hoop: hoops,
  huggie: hoops,
  drop: drops,
  'chain-drop': chainDrops,
  jhumka: jhumkas,
  chandbali: chandbalis,
  climber,
};

const THREE_PRONGS = [90, 210, 330].map(rad);

/** The front part; its axis is z, its girdle at 0. @returns its radius, and its depth behind the girdle */
function front(bench: Bench, design: EarringDesign, at: Matrix4): { radius: number; depth: number } {
  const { style, setting, prongs, petals = 7 } = design;
  const set = design.centre!;
  const s = set.size;
  if (style === 'flower-stud') {
    const length = s * 1.9;
    const petal = pillow(petalOutline(length, length * 0.52), 0.7, 0.4);
    const turns = Array.from({ length: petals }, (_, i) =>
      chained(at, turnedBy('Z', (2 * PI * i) / petals), moved(s * 0.5 + length * 0.42, 0, -0.5), turnedBy('Y', 0.3)),
    );
    bench.metal(petal, turns);
    if (design.small)
      bezel(
        bench,
        design.small,
        turns.map((turn) => chained(turn, moved(0, 0, 0.75))),
        { depth: 0.22, rim: 0.12 },
      );
    bezel(bench, set, at, { depth: 0.4, rim: 0.12 });
    return { radius: s * 0.5 + length * 0.9, depth: 1.4 };
  }
  if (set.cut === 'bead') {
    bench.stone(set, at);
    bench.metal(
      turned(
        softened(
          [
            [0.01, -s * 0.44],
            [s * 0.26, -s * 0.47],
            [s * 0.3, -s * 0.4],
            [s * 0.2, -s * 0.36],
          ],
          0.06,
        ),
        48,
      ),
      at,
    );
    return { radius: s / 2, depth: s * 0.47 };
  }
  if (setting === 'bezel') {
    bezel(bench, set, at);
    return { radius: (s * RATIO[set.cut]) / 2 + s * 0.09, depth: s * 0.34 };
  }
  const depth = s * 0.42;
  head(bench, set, style === 'halo-stud' ? chained(at, moved(0, 0, 0.25)) : at, {
    depth,
    ...(set.cut === 'round' && { prongs: prongs === 3 ? THREE_PRONGS : FOUR }),
  });
  if (style !== 'halo-stud') return { radius: (s * RATIO[set.cut]) / 2 + 0.2, depth };
  return { radius: s / 2 + halo(bench, set, design.small as Stone, at), depth };
}

/** The post of an earring with its butterfly. */
function post(from: number): Surface {
  const at = -from - 6.4;
  const pin = merged(
    wire(
      [
        [0, 0, -from + 0.3],
        [0, 0, at - 3.2],
      ],
      0.42,
    ),
    wire(
      [
        [0, 0, at - 1.9],
        [0, 0, at - 2.2],
      ],
      0.34,
    ),
  );
  const plate = turned(
    softened(
      [
        [0.45, at],
        [2.3, at],
        [2.45, at - 0.15],
        [2.3, at - 0.3],
        [0.45, at - 0.3],
      ],
      0.08,
    ),
    48,
  );
  const wing = (way: number): Surface =>
    wire(
      Array.from({ length: 41 }, (_, i): Vector => {
        const t = PI * 0.15 + (2 * PI * 0.8 * i) / 40;
        return [way * (1.15 + cos(t)), 0, at - 1.25 + 0.9 * sin(t)];
      }),
      0.17,
      { segments: 12, flat: 5 },
    );
  return merged(pin, plate, wing(1), wing(-1));
}

/** Two studs that lie on the rim of their front and of the butterfly, facing the viewer and aside. */
function studs(bench: Bench, design: EarringDesign, isWorn = false): Frame {
  if (isWorn) {
    const { depth } = front(new Bench(design.metal), design, moved(0, 0, 0));
    const at = moved(0, 0, depth);
    front(bench, design, at);
    bench.metal(post(depth), at);
    return bench.framed({ elevation: 0 });
  }
  const one = (x: number, y: number, towards: Vector) => {
    const [px, py, pz] = towards;
    // The height at which front and butterfly touch the table: the front is wider, so it tilts up slightly.
    const probe = new Bench(design.metal);
    const { radius, depth } = front(probe, design, moved(0, 0, 0));
    const rise = (radius - 2.45) / (depth + 6.7);
    const at = place([x, y, radius + 0.05], [px, py, pz + rise]);
    front(bench, design, at);
    bench.metal(post(depth), at);
    return radius;
  };
  const probe = front(new Bench(design.metal), design, moved(0, 0, 0)).radius;
  const apart = max(probe * 0.95, 3);
  one(-apart - 0.8, -2, [-0.22, -0.95, 0]);
  one(apart + 2.2, 0.2, [0.72, -0.6, 0]);
  return bench.framed({
    focus: [-apart - 0.8, -3, probe],
    detail: [-apart - 0.9, -2.5, probe],
    close: 0.5,
    elevation: 26,
  });
}

function hoops(bench: Bench, design: EarringDesign, isWorn = false): Frame {
  const {
    style,
    diameter = style === 'huggie' ? 12 : 22,
    thickness = style === 'huggie' ? 2.2 : 3,
    twisted,
    small,
    centre,
  } = design;
  const r = thickness / 2;
  const R = diameter / 2 - r;
  const arc = (from: number, over: number, count: number, radius = R) =>
    Array.from({ length: count + 1 }, (_, i): Vector => {
      const a = rad(from + (over * i) / count);
      return [radius * cos(a), 0, radius * sin(a)];
    });
  const one = (at: Matrix4) => {
    // Twisting needs the hoop flat; it is set upright afterwards.
    if (twisted) {
      const flat = arc(104, 312, 200).map(([x, , z]): Vector => [x, z, 0]);
      bench.metal(twist(flat, r * 0.52, 2), chained(at, turnedBy('X', PI / 2)));
    } else bench.metal(wire(arc(104, 312, 200), r, { segments: 44 }), at);
    bench.metal(wire(arc(54, 52, 40), 0.4, { segments: 16 }), at);
    bench.metal(
      wire(
        [-0.63, 0, 0.63].map((y): Vector => [R * cos(rad(55)), y * r, R * sin(rad(55))]),
        max(r * 0.4, 0.4),
        { segments: 20 },
      ),
      at,
    );
    if (small) setAlong(bench, small, at, R + r * 0.9, style === 'huggie' ? 9 : 15);
    if (centre) {
      for (const angle of [236, 270, 304]) {
        const out = R + r + centre.size / 2 + 0.9;
        const a = rad(angle);
        bench.stone(centre, chained(at, moved(out * cos(a), 0, out * sin(a))));
        bench.metal(
          jumpRing(0.7, 0.16),
          chained(at, moved((R + r + 0.35) * cos(a), 0, (R + r + 0.35) * sin(a)), turnedBy('X', PI / 2)),
        );
      }
    }
  };
  if (isWorn) {
    // Through the lobe at the hoop's pin, its front outwards.
    const pin = rad(80);
    one(
      chained(
        moved(0, -R * sin(pin), R * cos(pin) - LOBE / 2),
        new Matrix4().makeBasis(new Vector3(0, 0, -1), new Vector3(-1, 0, 0), new Vector3(0, 1, 0)),
      ),
    );
    return bench.framed({ elevation: 0 });
  }
  const out = diameter / 2 + (centre ? centre.size + 1 : 0);
  const k = diameter / 22;
  one(chained(moved(-6.5 * k - (centre ? 3 : 0), -3 * k, out), turnedBy('Z', rad(34)), turnedBy('Y', rad(8))));
  one(chained(moved(9.4 * k + (centre ? 3 : 0), 5 * k, out), turnedBy('Z', rad(62)), turnedBy('Y', rad(-6))));
  return bench.framed({
    focus: [-6 * k, -10 * k, out * 0.8],
    detail: [-6 * k, -8 * k, out * 0.62],
    close: 0.5,
    elevation: 22,
  });
}

/** Stones over the front of a hoop, each in a low cup. */
function setAlong(bench: Bench, small: Set, at: Matrix4, r: number, count: number): void {
  const step = (small.size * 1.12) / r;
  bezel(
    bench,
    small,
    Array.from({ length: count }, (_, i) => {
      const a = rad(122) + step * i;
      return chained(at, place([r * cos(a), 0, r * sin(a)], [cos(a), 0, sin(a)], [0, 1, 0]));
    }),
    { depth: 0.34, rim: 0.06 },
  );
}

/** A wire hook in resting position: from the loop at (0, 7.3) up and over to the left. */
const hook = (y: number, z: number): Surface =>
  wire(
    [
      [0, y, z],
      [0, y + 1.9, z - 0.05],
      ...Array.from({ length: 31 }, (_, i): Vector => {
        const a = (PI * i) / 30;
        return [-2.9 + 2.9 * cos(a), y + 2.9 + 4.2 * sin(a), z - 0.1];
      }),
      [-5.85, y + 0.9, z - 0.3],
      [-6.3, y - 1.7, z - 0.55],
      [-6.9, y - 3.1, z - 0.7],
    ],
    0.38,
    { segments: 16 },
  );

/** Depth of an ear's lobe. */
const LOBE = 7;
/** From the foot of a hook up to where the lobe holds it. */
const HELD = 6.4;

/** The hook of an earring that lies, or one through the lobe, behind the earring. */
const hung = (bench: Bench, y: number, z: number, at: Matrix4, isWorn: boolean): void =>
  bench.metal(hook(y, z), isWorn ? chained(at, moved(0, 0, z), turnedBy('Y', -PI / 2), moved(0, 0, -z)) : at);

/** Two side by side; worn, one that hangs from the lobe by its hook, whose foot is at the height `foot`. */
const pair = (one: (at: Matrix4) => void, apart: number, foot: number, isWorn: boolean) => {
  if (isWorn) return one(moved(0, -foot - HELD, 0));
  one(chained(moved(-apart * 0.8, 0, 0), turnedBy('Z', 0.05)));
  one(chained(moved(apart * 1.2, 0, 0), turnedBy('Z', -0.1)));
};

/** Flat on the table, hooks up. */
function drops(bench: Bench, design: EarringDesign, isWorn = false): Frame {
  const set = design.centre!;
  const top = design.small ?? { gem: 'diamond', cut: 'round', size: 2.4 };
  const isBead = set.cut === 'bead';
  const length = set.size * (isBead ? 1 : RATIO[set.cut as Exclude<typeof set.cut, 'bead'>]);
  const yTop = 5.5;
  // Extent of the top above and below its centre.
  const reach = { stone: top.size / 2, leaf: 3.1, ladder: top.size * 1.22 }[design.top ?? 'stone'];
  const yStone = yTop - reach - 1.9 - length / 2;
  const foot = yTop + reach + 0.2;
  pair(
    (at) => {
      if (design.top === 'leaf') {
        motif(bench, 'leaf', chained(at, moved(0, yTop, 1.1)), { height: 6.4 });
      } else if (design.top === 'ladder') {
        const rung = { ...top, size: top.size * 0.7 };
        bezel(
          bench,
          rung,
          [1, 0, -1].map((k) => chained(at, place([0, yTop + k * rung.size * 1.2, rung.size * 0.42]))),
          { rim: 0.11 },
        );
      } else bezel(bench, top, chained(at, place([0, yTop, top.size * 0.42], [0, 0, 1])), { rim: 0.11 });
      if (isBead) {
        bench.stone(set, chained(at, moved(0, yStone, set.size / 2)));
        bench.metal(
          turned(
            softened(
              [
                [0.01, 0.28],
                [1.2, 0.05],
                [1.75, -0.28],
                [1.6, -0.36],
                [0.01, -0.2],
              ],
              0.05,
            ),
            48,
          ),
          chained(at, place([0, yStone + length / 2 - 0.05, set.size / 2], [0, 1, 0])),
        );
        bench.metal(
          wire(
            [
              [0, yStone + length / 2, set.size / 2],
              [0, yTop - top.size / 2, top.size * 0.4],
            ],
            0.2,
          ),
          at,
        );
      } else {
        const z = set.size * 0.46;
        const upright = chained(at, place([0, yStone, z], [0, -0.03, 1], [0, 1, 0]));
        if (design.setting === 'bezel') bezel(bench, set, upright, { depth: 0.32, rim: 0.085 });
        else head(bench, set, upright, { depth: set.size * 0.38, ...(set.cut === 'round' && { prongs: FOUR }) });
        const joint = yStone + length / 2;
        bench.metal(jumpRing(0.55, 0.15), chained(at, moved(0, joint + 0.35, z * 0.75), turnedBy('Y', 0.5)));
        bench.metal(jumpRing(0.55, 0.15), chained(at, moved(0, joint + 1.15, z * 0.62), turnedBy('Y', PI / 2 - 0.25)));
      }
      hung(bench, foot, 1.3, at, isWorn);
    },
    8.5,
    foot,
    isWorn,
  );
  return bench.framed({
    focus: [0, yStone, 3],
    detail: [-6.7, yStone + 1.5, 2],
    close: 0.46,
    elevation: 78,
    fill: 0.82,
  });
}

function chainDrops(bench: Bench, design: EarringDesign, isWorn = false): Frame {
  const set = design.small ?? design.centre!;
  const foot = 5.5 + set.size / 2 + 0.2;
  const lengths = [9, 15, 21];
  pair(
    (at) => {
      bezel(bench, set, chained(at, place([0, 5.5, set.size * 0.42])), { rim: 0.12 });
      hung(bench, foot, 1.3, at, isWorn);
      lengths.forEach((length, i) => {
        const x = (i - 1) * 2.6;
        const end = 4 - length;
        const strand = Array.from({ length: 60 }, (_, k): Vector => {
          const t = k / 59;
          return [x * t ** 0.7, 5.2 - set.size / 2 - (length - 1) * t, 0.5];
        });
        const local = new Bench(design.metal);
        chain(local, strand, 'cable', 0.12);
        bench.take(local, at);
        bezel(bench, set, chained(at, place([x, end - 0.6, set.size * 0.36], [0, 0, 1], [0, 1, 0])), {
          depth: 0.3,
          rim: 0.1,
        });
      });
    },
    9,
    foot,
    isWorn,
  );
  return bench.framed({ focus: [0, -4, 1], detail: [-7, -6, 1], close: 0.45, elevation: 78, fill: 0.84 });
}

/** A bell under a stud, with a fringe; shown standing on its fringe. */
function jhumkas(bench: Bench, design: EarringDesign, isWorn = false): Frame {
  const { diameter = 15, finish } = design;
  const fringe = design.centre;
  const small = design.small;
  const R = diameter / 2;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const fringeSize = fringe?.size ?? 1.2;
  const one = (at: Matrix4) => {
    const z = fringeSize + 1.2;
    const height = R * 0.92;
    const bell = turned(
      softened(
        [
          [R - 0.5, z - 0.2],
          [R, z],
          [R + 0.12, z + 0.35],
          [R - 0.1, z + 0.7],
          [R * 0.94, z + height * 0.35],
          [R * 0.72, z + height * 0.72],
          [R * 0.36, z + height * 0.95],
          [0.9, z + height],
          [0.6, z + height + 0.5],
          [0.01, z + height + 0.5],
        ],
        0.5,
        6,
      ),
      128,
    );
    bench.metal(bell, at, antique);
    // Granulation: three rings of beads over the bell, a rope at its edge.
    const rows: readonly [number, number, number, number][] = [
      [R * 0.985, z + 0.95, 46, 0.27],
      [R * 0.86, z + height * 0.52, 34, 0.3],
      [R * 0.52, z + height * 0.87, 20, 0.3],
    ];
    for (const [r, h, count, size] of rows) {
      bench.metal(
        ball(size, 12),
        Array.from({ length: count }, (_, i) => {
          const a = (2 * PI * i) / count;
          return chained(at, moved(r * cos(a), r * sin(a), h));
        }),
        antique,
      );
    }
    if (small) {
      bezel(
        bench,
        small,
        Array.from({ length: 10 }, (_, i) => {
          const a = (2 * PI * (i + 0.5)) / 10;
          const r = R * 0.945;
          return chained(at, place([r * cos(a), r * sin(a), z + height * 0.3], [cos(a), sin(a), 0.32]));
        }),
        { depth: 0.3, rim: 0.14 },
      );
    }
    const count = Math.floor((2 * PI * (R - 0.4)) / (fringeSize * 1.22));
    const around = Array.from({ length: count }, (_, i) => {
      const a = (2 * PI * i) / count;
      return chained(at, moved((R - 0.4) * cos(a), (R - 0.4) * sin(a), fringeSize / 2 + 0.35));
    });
    if (fringe) bench.stone(fringe, around);
    else bench.metal(ball(fringeSize / 2, 16), around);
    bench.metal(
      ball(0.24, 10),
      around.map((m) => chained(m, moved(0, 0, -fringeSize / 2 - 0.12))),
    );
    bench.metal(
      wire(
        [
          [0, 0, 0],
          [0, 0, 0.6],
        ],
        0.14,
        { segments: 8 },
      ),
      around.map((m) => chained(m, moved(0, 0, fringeSize / 2 - 0.1))),
    );
    // The loop, and the stud above it.
    const top = z + height + 0.5;
    bench.metal(jumpRing(0.9, 0.22), chained(at, moved(0, 0, top + 0.8), turnedBy('X', PI / 2)));
    const stud = chained(at, place([0, -0.9, top + 4.6], [0, -1, 0.1]));
    const petal = pillow(petalOutline(3.4, 1.9), 0.6, 0.4);
    bench.metal(
      petal,
      Array.from({ length: 8 }, (_, i) =>
        chained(stud, turnedBy('Z', (2 * PI * i) / 8), moved(2, 0, -0.3), turnedBy('Y', 0.25)),
      ),
      antique,
    );
    if (small)
      bezel(bench, { ...small, size: small.size * 1.5 }, chained(stud, moved(0, 0, 0.45)), { depth: 0.4, rim: 0.14 });
    else bench.metal(ball(1, 24), chained(stud, moved(0, 0, 0.3)), antique);
  };
  if (isWorn) {
    const stud = fringeSize + 1.2 + R * 0.92 + 0.5 + 4.6;
    one(chained(moved(0, -stud, 0.2), turnedBy('X', -PI / 2)));
    return bench.framed({ elevation: 0 });
  }
  one(chained(moved(-R * 1.15, -1.5, 0), turnedBy('Z', 0.12)));
  one(chained(moved(R * 1.2, 3, 0), turnedBy('Z', -0.2)));
  return bench.framed({
    focus: [-R * 1.1, -R, R],
    detail: [-R * 1.15, -R * 0.8, R * 0.75],
    close: 0.5,
    elevation: 14,
    detailElevation: 12,
    fill: 0.84,
  });
}

/**
 * A crescent of set stones between rows of beads under a rosette with a hook, a smaller crescent within, drops and
 * pearls on rings along its edge; flat on the table.
 */
function chandbalis(bench: Bench, { diameter = 26, finish, centre, small }: EarringDesign, isWorn = false): Frame {
  const antique = finish === 'antique' ? 'antique' : undefined;
  const R = diameter / 2;
  const deep = R * 0.56;
  const moon = (radius: number, width: number) => crescent(radius, width).map(([x, y]): [number, number] => [-y, x]);
  const drop: Set = { gem: 'emerald', cut: 'round', size: 2.2 };
  const HALF = 2.3;
  /** From one horn along the bottom to the other. */
  const on = (t: number, r: number): [number, number] => {
    const a = -PI / 2 + (t - 0.5) * 2 * HALF;
    return [r * cos(a), r * sin(a)];
  };
  /** Depth of the crescent at a place. */
  const wide = (t: number) => deep * Math.max(sin(PI * t), 0.02) ** 0.9;
  const beads = (radius: (t: number) => number, count: number, size: number, z: number, from = 0.06): Surface =>
    strewn(
      ball(size, 12),
      Array.from({ length: count }, (_, i): Vector => {
        const t = from + ((1 - 2 * from) * i) / (count - 1);
        return [...on(t, radius(t)), z];
      }),
    );
  const line = (radius: (t: number) => number, size: number, from = 0.04): Surface =>
    wire(
      Array.from({ length: 80 }, (_, i): Vector => {
        const t = from + ((1 - 2 * from) * i) / 79;
        return [...on(t, radius(t)), 1.4];
      }),
      size,
      { segments: 12 },
    );
  const rosette = small ? small.size * 0.55 : 1.6;
  const top = R + rosette + 2.1;
  const foot = top + rosette + 1.4;
  const horn = on(0.02, R - 0.3);
  const one = (at: Matrix4) => {
    bench.metal(extruded(moon(R, deep), 1.2), chained(at, moved(0, 0, 0.8)), antique);
    // Rows, from outside: granulation, a plain wire, stones, a plain wire along the inner edge.
    bench.metal(
      merged(
        beads(() => R - 0.3, 68, 0.36, 1.4, 0.01),
        line(() => R - 1, 0.22),
        beads((t) => R - Math.min(1.6, wide(t) * 0.5), 58, 0.24, 1.4, 0.1),
        line((t) => R - Math.max(wide(t) - 0.35, 0.8), 0.26),
      ),
      at,
      antique,
    );
    if (small) {
      for (let i = 0; i < 9; i++) {
        const t = 0.12 + (0.76 * i) / 8;
        const size = small.size * (0.5 + 0.46 * sin(PI * t) ** 2);
        const [x, y] = on(t, R - 1.8 - Math.max(wide(t) - 2.6, 0.4) / 2);
        bezel(bench, { ...small, size }, chained(at, place([x, y, 1.35], [0, 0, 1], [x, y, 0])), {
          depth: 0.2,
          rim: 0.12,
        });
      }
      bezel(bench, { ...small, cut: 'round', size: rosette * 2 }, chained(at, moved(0, top, 1.5)), { rim: 0.14 });
    }
    // The rosette of petals, with the hook above it.
    bench.metal(
      pillow(petalOutline(2.9, 1.7, 32), 0.6, 0.3, 6),
      Array.from({ length: 10 }, (_, i) =>
        chained(at, moved(0, top, 1), turnedBy('Z', (2 * PI * i) / 10), moved(rosette + 1, 0, 0)),
      ),
      antique,
    );
    bench.metal(disc(rosette + 0.9, 0.8), chained(at, moved(0, top, 0.9)), antique);
    hung(bench, foot, 0.9, at, isWorn);
    // Two bowed wires from the rosette to the horns.
    bench.metal(
      merged(
        ...[1, -1].map((way) =>
          wire(
            curve(
              [
                [way * 0.6, top - rosette - 0.6, 1],
                [way * R * 0.42, R * 0.98, 1],
                [way * Math.abs(horn[0]) * 0.98, horn[1], 1],
              ],
              24,
            ),
            0.5,
          ),
        ),
        jumpRing(0.8, 0.22),
      ),
      at,
      antique,
    );
    // A smaller crescent within, on a ring under the rosette.
    const [r, y] = [R * 0.34, R * 0.22];
    bench.metal(extruded(moon(r, r * 0.62), 1), chained(at, moved(0, y, 0.9)), antique);
    const inner = Array.from({ length: 24 }, (_, i): Vector => {
      const a = -PI / 2 + (i / 23 - 0.5) * 4.4;
      return [r * 0.93 * cos(a), y + r * 0.93 * sin(a), 1.4];
    });
    bench.metal(
      merged(
        strewn(ball(0.26, 12), inner),
        ...[1, -1].map((way) =>
          wire(
            [
              [way * 0.2, top - rosette - 1, 0.9],
              [way * r * 0.72, y + r * 0.62, 0.9],
            ],
            0.26,
          ),
        ),
      ),
      at,
      antique,
    );
    bezel(bench, { ...drop, size: r * 0.42 }, chained(at, moved(0, y - r * 0.66, 1.5)), { depth: 0.3, rim: 0.14 });
    if (centre) {
      bench.stone({ ...centre, size: centre.size * 0.8 }, chained(at, moved(0, y + r * 0.12, centre.size * 0.4)));
      bench.metal(
        wire(
          [
            [0, y + r * 0.12 + centre.size * 0.3, centre.size * 0.4],
            [0, top - rosette - 1, 1],
          ],
          0.18,
        ),
        at,
      );
    }
    // Pearls and emeralds by turns, each on a pin from a ring at the edge.
    const count = 13;
    for (let i = 0; i < count; i++) {
      const t = 0.1 + (0.8 * i) / (count - 1);
      const [x, py] = on(t, 1);
      const out = (distance: number, z: number) =>
        chained(at, place([x * distance, py * distance, z], [0, 0, 1], [x, py, 0]));
      bench.metal(jumpRing(0.5, 0.17), out(R + 0.45, 0.9), antique);
      const set: Set | undefined = i % 2 ? drop : centre;
      if (!set) continue;
      const z = isFaceted(set) ? 1 : set.size / 2;
      const far = R + 1.25 + set.size / 2;
      bench.metal(
        merged(
          wire(
            [
              [R + 0.8, 0, 0],
              [far - set.size / 2 + 0.2, 0, 0],
            ].map(([d, a, b]): Vector => [d! - far, a!, b!]),
            0.17,
          ),
          strewn(ball(0.4, 14), [[-set.size / 2 - 0.1, 0, 0]]),
          strewn(ball(0.3, 12), [[set.size / 2 + (isFaceted(set) ? 0.5 : 0.1), 0, 0]]),
        ),
        out(far, z),
        antique,
      );
      if (isFaceted(set)) bezel(bench, set, out(far, z), { rim: 0.13 });
      else bench.stone(set, out(far, z));
    }
  };
  if (isWorn) {
    one(moved(0, -foot - HELD, 0));
    return bench.framed({ elevation: 0 });
  }
  one(chained(moved(-R * 1.56, 4, 0), turnedBy('Z', 0.08)));
  one(chained(moved(R * 1.56, -4, 0), turnedBy('Z', -0.1)));
  return bench.framed({
    focus: [0, -R, 1],
    detail: [-R * 1.56, 3, 1],
    close: 0.5,
    elevation: 76,
    detailElevation: 74,
    fill: 0.9,
  });
}

/** The axis of a cuff's ring upright, its leaves outwards and to the back of the ear. */
const AROUND_EDGE = new Matrix4().makeBasis(
  new Vector3(-0.5, 0, -0.866),
  new Vector3(0, 1, 0),
  new Vector3(0.866, 0, -0.5),
);

/** One ear cuff: a climbing band of leaves and stones, and its open ring behind. */
function climber(bench: Bench, { diameter = 13, thickness = 1.5, small }: EarringDesign, isWorn = false): Frame {
  const R = diameter / 2;
  const at = isWorn ? AROUND_EDGE : chained(moved(0, 0, R * 1.02), turnedBy('Z', rad(62)), turnedBy('Y', rad(-10)));
  const on = (degrees: number, y: number, out = 0): Vector => {
    const a = rad(degrees);
    return [(R + out) * cos(a), y, (R + out) * sin(a)];
  };
  // The stem winds across the band; both ends are balls.
  const stem = (shift: number) =>
    wire(
      Array.from({ length: 160 }, (_, i) => {
        const t = i / 159;
        return on(68 + 262 * t, shift + 0.75 * sin(t * PI * 4.2));
      }),
      thickness * 0.34,
      { segments: 20 },
    );
  bench.metal(merged(stem(-0.85), stem(0.85)), at);
  bench.metal(
    ball(thickness * 0.52, 24),
    [68, 330].flatMap((degrees) => [-0.85, 0.85].map((y) => chained(at, moved(...on(degrees, y))))),
  );
  const leaf = pillow(petalOutline(4.6, 2.1), 0.5, 0.25);
  const leaves = Array.from({ length: 7 }, (_, i) => {
    const degrees = 128 + 19 * i;
    const way = i % 2 ? 1 : -1;
    const a = rad(degrees);
    return chained(
      at,
      place(on(degrees, way * 2.1, 0.35), [cos(a), way * 0.12, sin(a)], [-sin(a) * 0.6, way, cos(a) * 0.6]),
    );
  });
  bench.metal(leaf, leaves);
  if (small)
    bezel(
      bench,
      small,
      Array.from({ length: 7 }, (_, i) => {
        const degrees = 122 + 19 * i;
        const a = rad(degrees);
        return chained(at, place(on(degrees, 0, 0.75), [cos(a), 0, sin(a)], [-sin(a), i % 2 ? 0.5 : -0.5, cos(a)]));
      }),
      { depth: 0.4, rim: 0.12 },
    );
  return bench.framed({ focus: [-R, -R, R], detail: [-R * 0.6, -R * 0.6, R], close: 0.6, elevation: 24, fill: 0.66 });
}
