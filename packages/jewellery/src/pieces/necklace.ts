import type { Group } from 'three';
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
import { RATIO } from '../stones/outline.ts';

const { abs, cos, PI, sin } = Math;

/** A necklace as it lies on a table: its front towards the viewer, its ends beyond the picture. */
export function necklace(design: NecklaceDesign): Group {
  const bench = new Bench(design.metal);
  return bench.finished('necklace', STYLES[design.style](bench, design));
}

const STYLES: Record<NecklaceDesign['style'], (bench: Bench, design: NecklaceDesign) => Frame> = {
  chain: (bench, design) => {
    const { links = 'cable', thickness = 0.3 } = design;
    chain(bench, neckline(1, lift(links, thickness)), links, thickness);
    return FLAT;
  },
  tennis: (bench, design) => row(bench, design, () => 1),
  graduated: (bench, design) => row(bench, design, (place) => 1 - 0.55 * abs(place) ** 0.9),
  collar,
  strand,
  layered,
  stations,
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

/** The middle of the wire or link over the table. */
const LIFT: Partial<Record<ChainLinks, number>> = { snake: 3, rope: 2.1, wheat: 2.4, box: 2.4, curb: 2.6 };
const lift = (links: ChainLinks, size: number) => (LIFT[links] ?? 3.4) * size;

/** How a necklace falls: a wide bow, its lowest point at (0, -26 × wide). */
function neckline(wide: number, z: number, from = -1, to = 1): Vector[] {
  return Array.from({ length: 600 }, (_, i) => {
    const t = from + ((to - from) * i) / 599;
    const x = 52 * wide * sin((t * PI) / 2) * (1 + 0.16 * abs(t) ** 3);
    const y = -26 * wide + 92 * wide * abs(t) ** 2.15 + 0.4 * sin(7 * t);
    return [x, y, z];
  });
}

/** Stones side by side, each in its own link. `grow` says how large, by the place from -1 to 1. */
function row(bench: Bench, { centre }: NecklaceDesign, grow: (place: number) => number): Frame {
  const set = centre!;
  const z = set.size * 0.52;
  const path = neckline(0.92, z);
  // Links of few sizes, so that equal ones are one geometry.
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
    places.push(rolled([step.point[0], step.point[1], size * 0.52], step.tangent, 0.03 * sin(t)));
    t += Math.max(1, Math.round((size * 1.12) / 0.25));
  }
  for (const [factor, places] of groups) {
    const one: Set = { ...set, size: set.size * factor };
    const s = one.size;
    bench.metal(
      merged(
        basket(one, { depth: s * 0.45, prongs: FOUR, wireSize: s * 0.16 }),
        wire(
          [
            [s * 0.4, 0, -s * 0.29],
            [s * 0.72, 0, -s * 0.29],
          ],
          s * 0.11,
          { segments: 14, flat: 1.6 },
        ),
      ),
      places,
    );
    bench.stone(one, places);
  }
  return {
    ...FLAT,
    centre: [0, 10, 1],
    focus: [0, -23, 2],
    detail: [2, -22, 1.5],
    span: 100,
    elevation: 58,
    close: 0.3,
  };
}

/** A rigid collar, open at the back. With stones: set pieces that hang from it. */
function collar(bench: Bench, { thickness = 4, centre, small, finish }: NecklaceDesign): Frame {
  const R = 57;
  const antique = finish === 'antique' ? 'antique' : undefined;
  const lying = turnedBy('X', PI / 2);
  const r = thickness / 2;
  bench.metal(
    band(R, {
      width: (angle) => thickness * (0.55 + 0.45 * Math.max(0, sin(-angle)) ** 0.6),
      thickness: (angle) => thickness * (0.55 + 0.35 * Math.max(0, sin(-angle)) ** 0.6),
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
    bench.metal(ball(r * 0.9, 32), moved((R + r * 0.3) * cos(a), (R + r * 0.3) * sin(a), r), antique);
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
  return centre
    ? {
        centre: [0, -R * 0.62, 1],
        focus: [0, -R - 6, 2],
        detail: [6, -R - 7, 2],
        close: 0.34,
        span: 118,
        elevation: 58,
        blur: 0.005,
      }
    : {
        centre: [0, -R * 0.1, 1],
        focus: [0, -R, 2],
        detail: [-R * 0.45, -R * 0.88, 2],
        close: 0.36,
        span: 150,
        elevation: 42,
        blur: 0.005,
      };
}

/** Beads on silk, one or several strands side by side. */
function strand(bench: Bench, { centre, strands = 1 }: NecklaceDesign): Frame {
  const set = centre!;
  const s = set.size;
  const places = Array.from({ length: strands }, (_, k) => {
    const wide = 0.9 - (k * s * 1.12) / 60 + (strands > 1 ? 0.16 : 0);
    return spaced(neckline(wide, s / 2), s * 1.045).map(({ point, tangent }, i) =>
      rolled(point, tangent, (i * 1.7 + k) % 3),
    );
  }).flat();
  bench.stone(set, places);
  // Knots between the beads.
  const knots = Array.from({ length: strands }, (_, k) => {
    const wide = 0.9 - (k * s * 1.12) / 60 + (strands > 1 ? 0.16 : 0);
    return neckline(wide, s / 2);
  });
  for (const path of knots)
    bench.metal(
      wire(
        spaced(path, 0.8).map(({ point }) => point),
        0.16,
        { segments: 8 },
      ),
    );
  return {
    ...FLAT,
    centre: [0, strands > 1 ? 16 : 10, 2],
    detail: [2, -22, s / 2],
    focus: [0, -22, s / 2],
    span: strands > 1 ? 116 : 100,
    elevation: 60,
    close: 0.32,
  };
}

/** Chains of several lengths on one clasp, the longest with a stone. */
function layered(
  bench: Bench,
  { links = 'cable', thickness = 0.2, centre, small, strands = 3 }: NecklaceDesign,
): Frame {
  for (let k = 0; k < strands; k++) {
    const wide = 1.06 - k * 0.2;
    const z = lift(links, thickness) + k * 0.02;
    chain(bench, neckline(wide, z), k === 1 && strands > 2 ? 'paperclip' : links, thickness);
    const set = k === 0 ? centre : k === 1 ? small : undefined;
    if (set) {
      const y = -26 * wide - set.size / 2 - 1.5;
      bezel(bench, set, place([0, y, set.size * 0.36], [0.02, -0.06, 1], [0, 1, 0]), { depth: 0.3, rim: 0.085 });
      bench.metal(jumpRing(0.75, 0.18), chained(moved(0, -26 * wide - 0.7, z), turnedBy('X', PI / 2.4)));
    }
  }
  return { ...FLAT, centre: [0, 12, 1], detail: [1, -27, 1.5], span: 116, close: 0.34 };
}

/** Stones along a chain, at even distance. */
function stations(bench: Bench, { links = 'cable', thickness = 0.18, centre }: NecklaceDesign): Frame {
  const set = centre!;
  const path = neckline(1, Math.max(set.size * 0.36, lift(links, thickness)));
  chain(bench, path, links, thickness);
  const every = spaced(path, 17).filter((_, i, all) => i > 0 && i < all.length);
  const places = every.map(({ point, tangent }) => rolled(point, tangent, 0));
  if (set.cut === 'bead') bench.stone(set, places);
  else bezel(bench, set, places, { depth: 0.3, rim: 0.09 });
  return { ...FLAT, close: 0.36 };
}

/** Coins, or set drops, side by side under a chain: what temple jewellery and a coin necklace have in common. */
function fringe(bench: Bench, { centre, small, finish }: NecklaceDesign): Frame {
  const antique = finish === 'antique' ? 'antique' : undefined;
  const wide = 0.92;
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
  return { ...FLAT, centre: [0, 8, 1], focus: [0, -30, 2], detail: [3, -31, 2], close: 0.36, span: 116, elevation: 62 };
}
