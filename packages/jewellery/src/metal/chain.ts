import type { Matrix4 } from 'three';
import { type Bench, place } from '../bench.ts';
import type { ChainLinks } from '../design.ts';
import { add, between, cross, merged, minus, type Surface, times, unit, type Vector } from './surface.ts';
import { softened, turned } from './turned.ts';
import { wire } from './wire.ts';

const { cos, floor, hypot, max, PI, sin } = Math;

export interface Step {
  point: Vector;
  tangent: Vector;
}

/** Evenly spaced places along a path. On a closed path the pitch is adjusted to fit. */
export function spaced(path: readonly Vector[], pitch: number, closed = false): Step[] {
  const points = closed ? [...path, path[0]!] : path;
  const lengths = [0];
  for (let i = 1; i < points.length; i++) lengths.push(lengths[i - 1]! + hypot(...minus(points[i]!, points[i - 1]!)));
  const whole = lengths.at(-1)!;
  const count = floor(whole / pitch);
  const step = closed ? whole / count : pitch;
  let k = 0;
  return Array.from({ length: count }, (_, i) => {
    const t = i * step;
    while (lengths[k + 1]! < t) k++;
    const f = (t - lengths[k]!) / max(lengths[k + 1]! - lengths[k]!, 1e-9);
    return { point: between(points[k]!, points[k + 1]!, f), tangent: unit(minus(points[k + 1]!, points[k]!)) };
  });
}

interface Links {
  link: Surface;
  /** From one link to the next. */
  pitch: number;
  /** Roll of each link about the chain, cyclically. */
  rolls: readonly number[];
}

const oval = (length: number, width: number, size: number, segments = 12): Surface => {
  const straight = (length - width) / 2;
  const radius = width / 2 - size;
  const path = Array.from({ length: 36 }, (_, i): Vector => {
    const t = (2 * PI * i) / 36;
    return [radius * cos(t) + (cos(t) > 0 ? straight : -straight), radius * sin(t), 0];
  });
  return wire(path, size, { segments, closed: true, up: [0, 0, 1] });
};

/** `size`: radius of the wire in mm. */
const LINKS: Record<Exclude<ChainLinks, 'rope' | 'snake' | 'wheat'>, (size: number) => Links> = {
  cable: (size) => ({ link: oval(size * 13, size * 9, size), pitch: size * 8.7, rolls: [0.78, -0.78] }),
  paperclip: (size) => ({ link: oval(size * 15.5, size * 6.4, size), pitch: size * 11.2, rolls: [0.62, -0.62] }),
  curb: (size) => {
    const link = oval(size * 9.4, size * 7.2, size, 16);
    // Twisted, then flattened.
    const points = link.points.map(([x, y, z]): Vector => {
      const a = (x / (size * 4.7)) * 0.62;
      return [x, y * cos(a) - z * sin(a), (y * sin(a) + z * cos(a)) * 0.78];
    });
    return { link: { points, faces: link.faces }, pitch: size * 4.3, rolls: [0.5] };
  },
  box: (size) => {
    const s = size * 2.1;
    const profile = softened(
      [
        [s * 0.62, -s],
        [s, -s],
        [s, s],
        [s * 0.62, s],
        [s * 0.62, -s],
      ],
      size * 0.3,
    );
    const square = turned(profile, 4);
    const turn = PI / 4;
    const points = square.points.map(([x, y, z]): Vector => [
      x * cos(turn) - y * sin(turn),
      z * 0.62,
      x * sin(turn) + y * cos(turn),
    ]);
    return { link: { points, faces: square.faces }, pitch: size * 2.5, rolls: [0, PI / 2] };
  },
};

/** A chain along a roughly horizontal path. `size`: radius of the wire in mm. */
export function chain(bench: Bench, path: readonly Vector[], links: ChainLinks, size: number, closed = false): void {
  if (links === 'snake') return bench.metal(wire(thinned(path), size * 3, { closed, segments: 28 }));
  if (links === 'rope' || links === 'wheat') return bench.metal(twist(path, size, links === 'rope' ? 2 : 4, closed));
  const { link, pitch, rolls } = LINKS[links](size);
  bench.metal(
    link,
    spaced(path, pitch, closed).map(({ point, tangent }, i) => rolled(point, tangent, rolls[i % rolls.length]!)),
  );
}

/** A place on the path, its up vector rolled sideways. */
export function rolled(point: Vector, tangent: Vector, roll: number): Matrix4 {
  const side = unit(cross([0, 0, 1], tangent));
  return place(point, add(times([0, 0, 1], cos(roll)), times(side, sin(roll))), tangent);
}

/** A wire needs points only at its bends. */
const thinned = (path: readonly Vector[]) => spaced(path, 0.8).map(({ point }) => point);

/** Wires twisted around each other along a path. */
export function twist(path: readonly Vector[], size: number, strands: number, closed = false): Surface {
  const steps = spaced(path, size * 0.9, closed);
  const around = size * (strands === 2 ? 1.02 : 1.45);
  const turns = (2 * PI) / (size * (strands === 2 ? 7.5 : 11));
  const whole = steps.length * size * 0.9;
  // A closed twist must end where it begins.
  const rate = closed ? (Math.round((whole * turns) / (2 * PI)) * 2 * PI) / whole : turns;
  const strand = (offset: number) =>
    wire(
      steps.map(({ point, tangent }, i) => {
        const side = unit(cross([0, 0, 1], tangent));
        const up = cross(tangent, side);
        const a = offset + i * size * 0.9 * rate;
        return add(point, add(times(side, around * cos(a)), times(up, around * sin(a))));
      }),
      size,
      { segments: 12, closed },
    );
  return merged(...Array.from({ length: strands }, (_, i) => strand((2 * PI * i) / strands)));
}

/** A wire ring that joins two parts; in its own plane, inner radius. */
export const jumpRing = (radius: number, size: number): Surface =>
  wire(
    Array.from({ length: 40 }, (_, i): Vector => {
      const a = (2 * PI * i) / 40;
      return [radius * cos(a), radius * sin(a), 0];
    }),
    size,
    { segments: 14, closed: true, up: [0, 0, 1] },
  );
