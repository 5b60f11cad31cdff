import { type Group, Matrix4, Vector3 } from 'three';
import { Bench, chained, type Frame, moved, place, turnedBy } from './bench.ts';
import type { Design } from './design.ts';
import { BUST, BUST_BOX, necklineOf } from './forms/bust.ts';
import { EAR, EAR_BOX, EDGE, PIERCED } from './forms/ear.ts';
import { type Field, type Line, meets, meshOf, normalOf, onSurface } from './forms/field.ts';
import { fingerFor, hand, HAND_BOX, ringPlace, WRIST_BOX, wristLine } from './forms/hand.ts';
import { add, between, cross, minus, type Surface, times, unit, type Vector } from './metal/surface.ts';
import { buildBangle } from './pieces/bangle.ts';
import { braceletLine, buildBracelet } from './pieces/bracelet.ts';
import { buildWornEarring } from './pieces/earring.ts';
import { buildNecklace } from './pieces/necklace.ts';
import { buildPendant } from './pieces/pendant.ts';
import { buildRing } from './pieces/ring.ts';

const { abs, exp, floor, hypot, max, min, PI } = Math;

/**
 * A piece on a display form of the size of a body: a hand, a wrist, a neck bust or an ear. Like `modelOf`, and the form has
 * the material `form_porcelain`.
 */
export function wornOf(design: Design): Group {
  const bench = new Bench(design.metal);
  switch (design.kind) {
    case 'ring':
      return bench.finished('worn', onHand(bench, design));
    case 'necklace':
    case 'pendant':
      return bench.finished('worn', onBust(bench, design));
    case 'earring':
      return bench.finished('worn', onEar(bench, design));
    case 'bracelet':
    case 'bangle':
      return bench.finished('worn', onWrist(bench, design));
  }
}

/** A form is made once, not for every piece. */
const made = new Map<string, Surface>();
function formOf(name: string, field: Field, { low, high, cell }: { low: Vector; high: Vector; cell: number }): Surface {
  let form = made.get(name);
  if (!form) made.set(name, (form = meshOf(field, low, high, cell)));
  return form;
}

type Of<K extends Design['kind']> = Extract<Design, { kind: K }>;

const worn = (frame: Omit<Frame, 'blur'>): Frame => ({ blur: 0.004, isWorn: true, ...frame });

function onHand(bench: Bench, design: Of<'ring'>): Frame {
  buildRing(bench, design);
  const { point, along } = ringPlace();
  // The stone looks at the viewer, slightly aside.
  const out: Vector = unit([-0.16, -1, 0]);
  const top = unit(minus(out, times(along, out[1] * along[1] + out[0] * along[0])));
  bench.move(chained(place(point, top, cross(along, top))));
  const finger = fingerFor(design.diameter / 2);
  bench.form(formOf(`hand ${finger}`, hand(finger), HAND_BOX));
  const focus = add(point, times(top, design.diameter / 2 + design.thickness));
  return worn({ centre: [3, 0, 110], focus, span: 92, elevation: 10, turn: 8 });
}

/** Inches as shops give them, in mm. */
const CHAIN = 457;
const NECKLACES: Partial<Record<Of<'necklace'>['style'], number>> = {
  chain: 457,
  collar: 372,
  tennis: 406,
  graduated: 406,
  strand: 430,
  fringe: 406,
  bars: 372,
  layered: 406,
};

/** From the top of a pendant to the chain in its bail. */
const BAIL = 3;
/** A light chain hangs in a soft point where the pendant pulls it down by so much. */
const DEEP = 9;

function onBust(bench: Bench, design: Of<'necklace'> | Of<'pendant'>): Frame {
  let line: Line;
  if (design.kind === 'pendant') {
    line = necklineOf(CHAIN);
    let upper = 0;
    buildPendant(bench, design, (y) => {
      upper = y + BAIL + DEEP;
      return Array.from({ length: 900 }, (_, i): Vector => {
        const x = line.length * (i / 899 - 0.5);
        return [x, upper - DEEP * exp(-((x / 24) ** 2) / (1 + abs(x) / 24)), 0.72];
      });
    });
    const flat = [-0.5, 0.5].map((x): Vector => [x * line.length, upper, 0]);
    bench.bend(layer(BUST, line, flat, DEEP));
  } else {
    line = necklineOf(NECKLACES[design.style] ?? CHAIN);
    const flat = buildNecklace(bench, design, line.length - 4);
    bench.bend(layer(BUST, line, flat, design.style === 'lariat' ? 1 : undefined));
  }
  bench.form(formOf('bust', BUST, BUST_BOX));
  const low = line.at(0).point;
  const frame = design.kind === 'pendant' ? { z: low[2] + 20, span: 118 } : { z: (20 + low[2]) / 2 - 8, span: 152 };
  return worn({ centre: [0, low[1], frame.z], focus: low, span: frame.span, elevation: 8, turn: 12 });
}

function onEar(bench: Bench, design: Of<'earring'>): Frame {
  buildWornEarring(bench, design);
  const isCuff = design.style === 'climber';
  const front: Vector = isCuff ? EDGE : meets(EAR, add(PIERCED, [0, -30, 0]), [0, 1, 0]);
  // From y up to z up, on the lobe.
  bench.move(chained(moved(...front), turnedBy('X', PI / 2)));
  const lowest = bench.extent(new Vector3(0, 0, 1)).low;
  bench.form(formOf('ear', EAR, EAR_BOX));
  const low = isCuff ? -34 : lowest < -52 ? lowest - 6 : -46;
  const span = 36 - low + 12;
  return worn({ centre: [0, -10, (36 + low) / 2 + 1], focus: front, span, elevation: 5, turn: 34 });
}

/** From 0 to 1 between two values, smoothly. */
function risen(value: number, low: number, high: number): number {
  const t = min(max((value - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}

/** Height of a bracelet in the picture. */
const PULSE = -26;

function onWrist(bench: Bench, design: Of<'bracelet'> | Of<'bangle'>): Frame {
  const form = hand();
  const isRigid = design.kind === 'bangle' || design.style === 'cuff';
  let height = PULSE;
  if (isRigid) {
    if (design.kind === 'bracelet') buildBracelet(bench, design);
    else if (design.style === 'pair') {
      for (const z of [0, design.width * 1.15]) {
        const one = new Bench(design.metal);
        buildBangle(one, { ...design, style: 'plain' }, true);
        bench.take(one, moved(0, 0, z));
      }
    } else buildBangle(bench, design, true);
    height = slipOn(bench, form);
  } else {
    buildBracelet(bench, design);
    const flat = braceletLine(design);
    const round = flat.reduce((sum, point, i) => sum + hypot(...minus(flat[(i + 1) % flat.length]!, point)), 0);
    // Where the wrist is as wide as the bracelet.
    let [low, high] = [-150, -18];
    for (let i = 0; i < 12; i++) {
      const middle = (low + high) / 2;
      if (wristLine(middle, 5).length > round) low = middle;
      else high = middle;
    }
    height = (low + high) / 2;
    bench.bend(layer(form, wristLine(height, 5), [...flat, flat[0]!]));
  }
  bench.form(formOf('wrist', form, WRIST_BOX));
  const front: Vector = [0, -24, height];
  // A stiff piece rests further down the arm: enough is seen to know where.
  const frame = isRigid ? { up: 18, span: 122 } : { up: 8, span: 104 };
  return worn({ centre: [-1, 0, height + frame.up], focus: front, span: frame.span, elevation: 16, turn: -10 });
}

/** Lets a stiff piece, flat on z = 0, slide down the arm until it rests. @returns its height */
function slipOn(bench: Bench, form: Field): number {
  bench.move(turnedBy('X', 0.16));
  const points = [...bench.points(17)];
  const GAP = 0.15;
  let [x, y] = [0, 6];
  let z = PULSE + 6;
  for (;;) {
    let [dx, dy] = [x, y];
    let isFree = false;
    for (let i = 0; i < 40 && !isFree; i++) {
      let deepest = GAP;
      let away: Vector = [0, 0, 0];
      for (const [px, py, pz] of points) {
        const d = form(px + dx, py + dy, pz + z);
        if (d >= deepest) continue;
        deepest = d;
        away = normalOf(form, [px + dx, py + dy, pz + z]);
      }
      if (deepest >= GAP) isFree = true;
      else [dx, dy] = [dx + away[0] * (GAP - deepest + 0.05), dy + away[1] * (GAP - deepest + 0.05)];
    }
    if (!isFree || z < -150) break;
    [x, y] = [dx, dy];
    z -= 1;
  }
  z += 1;
  bench.move(moved(x, y, z));
  return z;
}

/**
 * Lays the plane onto a surface, so that a line of the plane (points in order; closed if it ends where it begins, else
 * straight) comes to lie on a line of the surface, its lowest or middle point on the line's beginning. What is further
 * than `hung` mm below the middle of a straight line hangs from it as a whole: it does not spread with the line's bend.
 */
function layer(field: Field, line: Line, flat: readonly Vector[], hung?: number): (x: number, y: number) => Matrix4 {
  const lengths = [0];
  for (let i = 1; i < flat.length; i++) lengths.push(lengths[i - 1]! + hypot(...minus(flat[i]!, flat[i - 1]!)));
  const whole = lengths.at(-1)!;
  const isClosed = flat.length > 2;
  // The beginning of the surface's line is its front.
  const lowest = flat.reduce((low, point, i) => (point[1] < flat[low]![1] ? i : low), 0);
  const from = isClosed ? lengths[lowest]! : whole / 2;
  const scale = isClosed ? line.length / whole : 1;

  const middle = line.at(0);

  function nodeAt(x: number, y: number) {
    let best = { d: Infinity, s: 0, out: 0, tx: 1, ty: 0 };
    for (let i = 1; i < flat.length; i++) {
      const [a, b] = [flat[i - 1]!, flat[i]!];
      const length = lengths[i]! - lengths[i - 1]!;
      if (length < 1e-9) continue;
      const [tx, ty] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
      const [px, py] = [x - a[0], y - a[1]];
      const t = min(max(px * tx + py * ty, 0), length);
      const d = hypot(px - t * tx, py - t * ty);
      // To the right of the line is outwards.
      if (d < best.d) best = { d, s: lengths[i - 1]! + t, out: px * ty - py * tx, tx, ty };
    }
    const along = (best.s - from) * scale;
    const { point, tangent, down } = line.at(along);
    let place = add(point, times(down, best.out));
    // What was along x in the plane.
    let right = add(times(tangent, best.tx), times(down, best.ty));
    const hangs = hung === undefined ? 0 : risen(best.out, hung, hung + 4) * (1 - risen(abs(along), 16, 22));
    if (hangs > 0) {
      place = between(place, add(middle.point, add(times(middle.tangent, along), times(middle.down, best.out))), hangs);
      right = between(right, middle.tangent, hangs);
    }
    const { point: on, normal } = onSurface(field, place);
    return { on, normal, right };
  }

  const known = new Map<string, ReturnType<typeof nodeAt>>();
  const CELL = 1;
  const node = (i: number, j: number) => {
    const key = `${i} ${j}`;
    let found = known.get(key);
    if (!found) known.set(key, (found = nodeAt(i * CELL, j * CELL)));
    return found;
  };
  return (x, y) => {
    const [i, j] = [floor(x / CELL), floor(y / CELL)];
    const [u, v] = [x / CELL - i, y / CELL - j];
    const corners = [node(i, j), node(i + 1, j), node(i, j + 1), node(i + 1, j + 1)];
    const weights = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
    const mixed = (part: 'on' | 'normal' | 'right') =>
      corners.reduce((sum, corner, k) => add(sum, times(corner[part], weights[k]!)), [0, 0, 0] as Vector);
    return place(mixed('on'), mixed('normal'), mixed('right'));
  };
}
