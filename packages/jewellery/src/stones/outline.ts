import type { Cut } from '../design.ts';

export type Point2 = readonly [x: number, y: number];

/** Length over width of each cut. */
export const RATIO: Record<Cut, number> = {
  round: 1,
  oval: 1.35,
  cushion: 1.08,
  pear: 1.5,
  marquise: 1.9,
  princess: 1,
  emerald: 1.38,
};

const { abs, asin, cos, hypot, max, PI, sign, sin } = Math;

const arc = (count: number, at: (t: number) => Point2): Point2[] =>
  Array.from({ length: count }, (_, i) => at(i / count));

/** Bluntness of a pointed end: a real point would chip. */
const BLUNT = 0.012;

/** The girdle of a stone seen from above, anticlockwise; its smaller diameter is 1, its length is along x. */
export function outlineOf(cut: Cut, count = 96): Point2[] {
  const ratio = RATIO[cut];
  switch (cut) {
    case 'round':
    case 'oval':
      return arc(count, (t) => [0.5 * ratio * cos(2 * PI * t), 0.5 * sin(2 * PI * t)]);
    case 'cushion': {
      // A superellipse.
      const power = 2 / 3.2;
      return arc(count, (t) => {
        const [c, s] = [cos(2 * PI * t), sin(2 * PI * t)];
        return [0.5 * ratio * sign(c) * abs(c) ** power, 0.5 * sign(s) * abs(s) ** power];
      });
    }
    case 'pear': {
      // A round head at -x, and two arcs that meet in a point at +x.
      const centre = 0.5 - ratio / 2;
      const tip = ratio / 2;
      const length = tip - centre;
      const radius = length * length + 0.25;
      const opening = asin(length / radius);
      const third = Math.floor(count / 3);
      const points = [
        ...arc(third, (t): Point2 => [centre + 0.5 * cos(PI / 2 + PI * t), 0.5 * sin(PI / 2 + PI * t)]),
        ...arc(third, (t): Point2 => {
          const a = -PI / 2 + opening * t;
          return [centre + radius * cos(a), radius - 0.5 + radius * sin(a)];
        }),
        ...arc(third, (t): Point2 => {
          const a = PI / 2 - opening + opening * t;
          return [centre + radius * cos(a), 0.5 - radius + radius * sin(a)];
        }),
      ];
      return points.filter(([x]) => x < tip - BLUNT);
    }
    case 'marquise': {
      const length = ratio / 2;
      const radius = length * length + 0.25;
      const opening = asin(length / radius);
      const half = Math.floor(count / 2);
      const upper = arc(half, (t): Point2 => {
        const a = PI / 2 - opening + 2 * opening * t;
        return [radius * cos(a), 0.5 - radius + radius * sin(a)];
      });
      const lower = arc(half, (t): Point2 => {
        const a = -PI / 2 - opening + 2 * opening * t;
        return [radius * cos(a), radius - 0.5 + radius * sin(a)];
      });
      return [...upper, ...lower].filter(([x]) => abs(x) < length - BLUNT);
    }
    case 'princess':
      return corners(0.5 * ratio, 0.5, 0.03);
    case 'emerald':
      return corners(0.5 * ratio, 0.5, 0.15);
  }
}

/** A rectangle with its corners cut. */
function corners(w: number, h: number, c: number): Point2[] {
  return [
    [w, -h + c],
    [w, h - c],
    [w - c, h],
    [-w + c, h],
    [-w, h - c],
    [-w, -h + c],
    [-w + c, -h],
    [w - c, -h],
  ];
}

/** Support function: distance of the tangent in a direction. */
export const support = (outline: readonly Point2[], azimuth: number): number =>
  max(...outline.map(([x, y]) => x * cos(azimuth) + y * sin(azimuth)));

/** Distance from the middle to the outline in a direction. */
export function reach(outline: readonly Point2[], azimuth: number): number {
  const [dx, dy] = [cos(azimuth), sin(azimuth)];
  let best = 0;
  outline.forEach(([x0, y0], i) => {
    const [x1, y1] = outline[(i + 1) % outline.length]!;
    const [ex, ey] = [x1 - x0, y1 - y0];
    const den = dx * ey - dy * ex;
    if (abs(den) < 1e-12) return;
    const t = (x0 * ey - y0 * ex) / den;
    const s = (x0 * dy - y0 * dx) / den;
    if (t > 0 && s >= -1e-6 && s <= 1 + 1e-6) best = max(best, t);
  });
  return best;
}

/** Evenly spaced points along the closed outline, scaled. */
export function along(outline: readonly Point2[], scale: number, count: number): Point2[] {
  const lengths = [0];
  outline.forEach(([x, y], i) => {
    const [nx, ny] = outline[(i + 1) % outline.length]!;
    lengths.push(lengths[i]! + hypot(nx - x, ny - y));
  });
  let k = 0;
  return Array.from({ length: count }, (_, j) => {
    const t = (lengths.at(-1)! * j) / count;
    while (lengths[k + 1]! < t) k++;
    const f = (t - lengths[k]!) / max(lengths[k + 1]! - lengths[k]!, 1e-9);
    const [a, b] = [outline[k]!, outline[(k + 1) % outline.length]!];
    return [(a[0] + f * (b[0] - a[0])) * scale, (a[1] + f * (b[1] - a[1])) * scale] as const;
  });
}

/** The outline offset outwards, which keeps corners round. */
export function offset(outline: readonly Point2[], by: number): Point2[] {
  const n = outline.length;
  return outline.map(([x, y], i) => {
    const [ax, ay] = outline[(i + n - 1) % n]!;
    const [bx, by_] = outline[(i + 1) % n]!;
    const length = hypot(bx - ax, by_ - ay) || 1;
    return [x + ((by_ - ay) / length) * by, y - ((bx - ax) / length) * by] as const;
  });
}
