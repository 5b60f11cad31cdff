import { type Group, type Matrix4, Vector3 } from 'three';
import { Bench, chained, moved, place, turnedBy } from '../bench.ts';
import { type PendantDesign, type Set, type Stone } from '../design.ts';
import { chain, jumpRing } from '../metal/chain.ts';
import { crescent, disc, ellipse, petalOutline, pillow } from '../metal/sheet.ts';
import { extruded } from '../metal/extruded.ts';
import type { Vector } from '../metal/surface.ts';
import { ball, softened, turned } from '../metal/turned.ts';
import { wire } from '../metal/wire.ts';
import { bezel } from '../settings/bezel.ts';
import { halo } from '../settings/halo.ts';
import { FOUR, head } from '../settings/prongs.ts';
import { RATIO } from '../stones/outline.ts';
import { hangsAt, motif } from './motif.ts';

const { abs, cos, PI, sin } = Math;

/** A pendant lying on a table, hanging towards the viewer, with the lower part of its chain. */
export function pendant(design: PendantDesign): Group {
  const bench = new Bench(design.metal);
  const { length } = buildPendant(bench, design, (y) => inPicture(y + 2.2));
  // The pendant in the lower half, its chain in the upper one.
  const span = Math.max(22, length * 1.72 + 4);
  return bench.finished('pendant', {
    centre: [0, span * 0.36 - length, 1],
    focus: [0, -length / 2, 2],
    detail: [0, -length / 2 + 0.4, 1.5],
    close: Math.min(Math.max((length * 1.24) / span, 0.36), 0.62),
    span,
    elevation: 74,
    blur: 0.0045,
    ...(FLAT.has(design.style) && WHITE.has(design.metal) && { dim: true }),
  });
}

/**
 * A pendant on its chain; `chainAt` is the chain's path for a bail at that height.
 * @returns the pendant's length in mm
 */
export function buildPendant(
  bench: Bench,
  design: PendantDesign,
  chainAt: (y: number) => readonly Vector[],
): { length: number } {
  const { top, height } = STYLES[design.style](bench, design);
  const length = -bench.extent(new Vector3(0, 1, 0)).low;
  bail(bench, top, height);
  necklaceOf(bench, design, chainAt(top));
  return { length };
}

/** Attachment of the bail: position along y, and height above the table. */
interface Hung {
  top: number;
  height: number;
}

const STYLES: Record<PendantDesign['style'], (bench: Bench, design: PendantDesign) => Hung> = {
  solitaire,
  halo: haloPendant,
  disc: discPendant,
  locket,
  flower,
  moon,
  bar,
  motif: motifPendant,
};

/** Styles that are mostly a flat metal face. */
const FLAT = new Set<PendantDesign['style']>(['disc', 'locket', 'moon', 'motif']);
const WHITE = new Set<PendantDesign['metal']>(['white', 'platinum', 'silver']);

function motifPendant(
  bench: Bench,
  { motif: kind = 'heart', diameter = 14, finish, centre, small }: PendantDesign,
): Hung {
  const top = (hangsAt(kind) * diameter) / 2;
  motif(bench, kind, place([0, -top, 1], [0, -0.05, 1]), {
    height: diameter,
    finish: finish === 'antique' || finish === 'brushed' ? finish : undefined,
    centre,
    small,
  });
  return { top: 0.1, height: 1.2 };
}

/** Tilted slightly towards the viewer, long cuts upright. */
const lying = (y: number, z: number): Matrix4 => place([0, y, z], [0.03, -0.12, 1], [0, 1, 0]);
const lengthOf = ({ cut, size }: Set) => size * (cut === 'bead' ? 1 : RATIO[cut]);

function solitaire(bench: Bench, { centre, setting = 'bezel' }: PendantDesign): Hung {
  const set = centre!;
  if (set.cut === 'bead') {
    const r = set.size / 2;
    bench.stone(set, moved(0, -r, r));
    bench.metal(
      turned(
        softened(
          [
            [0.01, 0.28],
            [1.1, 0.05],
            [1.6, -0.28],
            [1.5, -0.36],
            [0.01, -0.2],
          ],
          0.05,
        ),
        48,
      ),
      place([0, 0.05, r], [0, 1, 0]),
    );
    return { top: 0.25, height: r };
  }
  const half = lengthOf(set) / 2;
  const z = setting === 'bezel' ? set.size * 0.36 : set.size * 0.45;
  if (setting === 'bezel') bezel(bench, set, lying(-half, z), { depth: 0.3, rim: 0.085 });
  else head(bench, set, lying(-half, z), { depth: set.size * 0.4, ...(set.cut === 'round' && { prongs: FOUR }) });
  return { top: setting === 'bezel' ? set.size * 0.06 : 0, height: z };
}

function haloPendant(bench: Bench, { centre, small }: PendantDesign): Hung {
  const set = centre!;
  const half = lengthOf(set) / 2 + (small as Stone).size + 0.5;
  const z = set.size * 0.36 + 0.5;
  const at = lying(-half, z);
  head(bench, set, chained(at, moved(0, 0, 0.25)), {
    depth: set.size * 0.38,
    wireSize: set.size * 0.1 + 0.06,
    ...(set.cut === 'round' && { prongs: FOUR }),
  });
  halo(bench, set, small as Stone, at);
  return { top: -0.1, height: z };
}

function discPendant(bench: Bench, { centre, diameter = 14, finish }: PendantDesign): Hung {
  const r = diameter / 2;
  const at = place([0, -r, 0.75], [0.01, -0.05, 1], [0, 1, 0]);
  bench.metal(disc(r), at, finish === 'brushed' || finish === 'antique' ? finish : undefined);
  if (centre) bezel(bench, centre, chained(at, moved(0, 0, 0.55)), { depth: 0.2, rim: 0.13 });
  return { top: 0, height: 0.9 };
}

function locket(bench: Bench, { centre, diameter = 17, finish }: PendantDesign): Hung {
  const [w, h] = [diameter * 0.78, diameter];
  const at = place([0, -h / 2, 1.6], [0.01, -0.05, 1], [0, 1, 0]);
  bench.metal(pillow(ellipse(h, w), 2.1, 1.6), at, finish === 'brushed' ? finish : undefined);
  // Seam, hinge and beaded rim make it recognisable as a locket.
  const rim = ellipse(h + 0.12, w + 0.12).map(([x, y]): Vector => [x, y, 0.05]);
  bench.metal(wire(rim, 0.28, { closed: true, segments: 14, up: [0, 0, 1] }), at);
  bench.metal(
    ball(0.2, 12),
    ellipse(h - 1.3, w - 1.3)
      .filter((_, i) => i % 2 === 0)
      .map(([x, y]) => chained(at, moved(x, y, 1))),
  );
  if (centre) bezel(bench, centre, chained(at, moved(0, 0, 2.15)), { depth: 0.24, rim: 0.16 });
  return { top: 0.1, height: 1.7 };
}

function flower(bench: Bench, { centre, small, petals = 7, diameter = 15 }: PendantDesign): Hung {
  const r = diameter / 2;
  const at = place([0, -r, 1.3], [0, -0.08, 1], [0, 1, 0]);
  const length = r * 0.86;
  const width = Math.min(r * 0.52, (2 * PI * r * 0.56) / petals);
  const turns = Array.from({ length: petals }, (_, i) => turnedBy('Z', (2 * PI * i) / petals));
  const out = moved(r * 0.56, 0, 0);
  const tilt = turnedBy('Y', 0.2);
  bench.metal(
    pillow(petalOutline(length, width), 0.85, 0.5),
    turns.map((turn) => chained(at, turn, out, tilt)),
  );
  if (small)
    bezel(
      bench,
      small,
      turns.map((turn) => chained(at, turn, out, tilt, moved(0, 0, 0.86))),
      { depth: 0.22, rim: 0.12 },
    );
  if (centre) bezel(bench, centre, chained(at, moved(0, 0, 0.75)), { depth: 0.36, rim: 0.1 });
  else bench.metal(ball(r * 0.17, 32), chained(at, moved(0, 0, 0.5)));
  return { top: 0, height: 1.2 };
}

function moon(bench: Bench, { small, diameter = 14 }: PendantDesign): Hung {
  const r = diameter / 2;
  const at = chained(place([0, -r, 0.8], [0, -0.05, 1], [0, 1, 0]), turnedBy('Z', -0.5));
  bench.metal(extruded(crescent(r, r * 0.55), 1.1), at);
  if (small) {
    const count = 11;
    bezel(
      bench,
      small,
      Array.from({ length: count }, (_, i) => {
        const a = 0.62 + (2 * PI - 1.24) * ((i + 1.2) / (count + 1.4));
        const middle = r - (r * 0.55 * sin((PI * (i + 1.2)) / (count + 1.4)) ** 0.9) / 2;
        return chained(at, moved(middle * cos(a), middle * sin(a), 0.62));
      }),
      { depth: 0.3, rim: 0.08 },
    );
  }
  return { top: -r * (1 - cos(0.62)) * 0.1, height: 0.8 };
}

function bar(bench: Bench, { centre, small }: PendantDesign): Hung {
  const set = centre ?? small!;
  const count = 5;
  const step = set.size * 1.15;
  const at = (i: number) => place([0, -set.size / 2 - i * step, set.size * 0.36], [0.02, -0.05, 1], [0, 1, 0]);
  bezel(
    bench,
    set,
    Array.from({ length: count }, (_, i) => at(i)),
    { depth: 0.3, rim: 0.1 },
  );
  return { top: 0.1, height: set.size * 0.36 };
}

/** The loop that the chain runs through, thick in front. */
function bail(bench: Bench, y: number, height: number): void {
  const z = Math.max(height * 0.7, 1.6);
  const path = Array.from({ length: 48 }, (_, i): Vector => {
    const a = (2 * PI * i) / 48;
    return [0, y + 2 + 1.6 * cos(a), z + 1.05 * sin(a)];
  });
  bench.metal(
    wire(
      path,
      path.map((_, i) => 0.24 + (0.14 * (1 + cos((2 * PI * i) / 48))) / 2),
      { segments: 16, closed: true, flat: 1.9 },
    ),
  );
  bench.metal(jumpRing(0.6, 0.19), moved(0, y + 0.35, Math.max(height * 0.8, z - 0.2)));
}

/** A chain that leaves the picture at the top, left and right. */
const inPicture = (y: number): Vector[] =>
  Array.from({ length: 240 }, (_, i): Vector => {
    const t = -1 + (2 * i) / 239;
    return [17 * t * (1 - 0.1 * abs(t)), y + 0.8 + 24 * abs(t) ** 1.55 + 0.15 * sin(9 * t), 0.72];
  });

/** The chain runs through the bail. */
function necklaceOf(bench: Bench, { chain: links = 'cable' }: PendantDesign, path: readonly Vector[]): void {
  const wireSize = { cable: 0.145, paperclip: 0.17, curb: 0.2, rope: 0.2, box: 0.22, snake: 0.2, wheat: 0.14 }[links];
  chain(bench, path.filter(([x]) => x < -0.75).toReversed(), links, wireSize);
  chain(
    bench,
    path.filter(([x]) => x > 0.75),
    links,
    wireSize,
  );
}
