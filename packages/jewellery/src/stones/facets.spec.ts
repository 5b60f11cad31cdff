import { describe, expect, it } from '@jest/globals';
import { CUTS } from '../design.ts';
import { facetsOf } from './facets.ts';
import { RATIO } from './outline.ts';

type Polygon = ReturnType<typeof facetsOf>[number];

const normalOf = (polygon: Polygon) => {
  // Newell's method: correct even if the first three points are almost collinear.
  const n = [0, 0, 0];
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]!;
    n[0]! += (a[1] - b[1]) * (a[2] + b[2]);
    n[1]! += (a[2] - b[2]) * (a[0] + b[0]);
    n[2]! += (a[0] - b[0]) * (a[1] + b[1]);
  });
  const length = Math.hypot(...n);
  return n.map((v) => v / length);
};

/** Volume by the divergence theorem: correct only if the polygons form a closed solid facing outwards. */
const volumeOf = (polygons: Polygon[]) =>
  polygons.reduce((sum, [a, ...rest]) => {
    for (let i = 0; i < rest.length - 1; i++) {
      const [b, c] = [rest[i]!, rest[i + 1]!];
      sum +=
        (a![0] * (b[1] * c[2] - b[2] * c[1]) -
          a![1] * (b[0] * c[2] - b[2] * c[0]) +
          a![2] * (b[0] * c[1] - b[1] * c[0])) /
        6;
    }
    return sum;
  }, 0);

describe('a faceted stone', () => {
  it.each(CUTS)('is a closed solid: every edge of a %s belongs to two facets', (cut) => {
    const key = (p: readonly number[]) => p.map((v) => Math.round(v * 1e5)).join(' ');
    const edges = new Map<string, number>();
    for (const polygon of facetsOf(cut, 6.5)) {
      const points = polygon.map(key).filter((p, i, all) => p !== all[(i + 1) % all.length]);
      points.forEach((p, i) => {
        const edge = [p, points[(i + 1) % points.length]!].toSorted().join('|');
        edges.set(edge, (edges.get(edge) ?? 0) + 1);
      });
    }
    const open = [...edges.values()].filter((count) => count !== 2).length;
    // Rounding merges a few points; a missing facet would leave all its edges open.
    expect(open / edges.size).toBeLessThan(0.02);
  });

  it('has the 57 facets of a brilliant besides its girdle', () => {
    const facets = facetsOf('round', 6.5).filter((polygon) => Math.abs(normalOf(polygon)[2]!) > 0.05);
    // 1 table, 8 stars, 8 kites, 16 upper halves; 16 lower halves, 8 mains.
    expect(facets).toHaveLength(57);
  });

  it('has the table, the crown and the pavilion of an ideal cut', () => {
    const angles = facetsOf('round', 1).map((polygon) => {
      const [, , z] = normalOf(polygon);
      return Math.round(((Math.acos(z!) * 180) / Math.PI) * 10) / 10;
    });
    expect(angles).toContain(0);
    expect(angles).toContain(34.5);
    expect(angles.filter((angle) => Math.abs(angle - (180 - 40.8)) < 0.11)).toHaveLength(8);
  });

  it.each(CUTS)('is as large as it says: %s', (cut) => {
    const points = facetsOf(cut, 4).flat();
    const extent = (k: 0 | 1) => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k]));
    expect(extent(1)).toBeCloseTo(4, 1);
    // Pointed ends are slightly blunted.
    expect(Math.abs(extent(0) / 4 - RATIO[cut])).toBeLessThan(0.06);
  });

  it('weighs what a round diamond of 6.5 mm weighs: about a carat', () => {
    // 3.52 mg per cubic millimetre; a carat is 200 mg.
    const carats = (volumeOf(facetsOf('round', 6.5)) * 3.52) / 200;
    expect(carats).toBeGreaterThan(0.9);
    expect(carats).toBeLessThan(1.1);
  });
});
