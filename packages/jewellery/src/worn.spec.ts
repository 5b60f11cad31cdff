import { describe, expect, it } from '@jest/globals';
import { Mesh, type Object3D, Vector3 } from 'three';
import type { Frame } from './bench.ts';
import type { Design } from './design.ts';
import { BUST, necklineOf } from './forms/bust.ts';
import { EAR } from './forms/ear.ts';
import { type Field, limb, meshOf, onSurface } from './forms/field.ts';
import { fingerFor, hand } from './forms/hand.ts';
import type { Vector } from './metal/surface.ts';
import { wornOf } from './worn.ts';

const diamond = (size: number) => ({ gem: 'diamond', cut: 'round', size }) as const;
const pearl = (size: number) => ({ stone: 'pearl', cut: 'bead', size }) as const;
const RING = { kind: 'ring', metal: 'yellow', diameter: 16.8, width: 1.9, thickness: 1.5 } as const;
const BANGLE = { kind: 'bangle', metal: 'rose', diameter: 60, width: 4, thickness: 2 } as const;
const FINGER = hand(fingerFor(RING.diameter / 2));

/** Each with its form, and how deep (mm) its metal may lie in it: a link on its edge, the post of a stud in the lobe. */
const WORN: Record<string, readonly [Design, Field, number]> = {
  'solitaire ring': [{ ...RING, style: 'solitaire', centre: diamond(5) }, FINGER, 0.4],
  chain: [{ kind: 'necklace', metal: 'yellow', style: 'chain', links: 'curb', thickness: 0.4 }, BUST, 0.4],
  'pearl strand': [{ kind: 'necklace', metal: 'yellow', style: 'strand', centre: pearl(7) }, BUST, 0.6],
  'layered chains': [
    { kind: 'necklace', metal: 'rose', style: 'layered', centre: diamond(3.4), small: diamond(2.4) },
    BUST,
    1,
  ],
  pendant: [{ kind: 'pendant', metal: 'white', style: 'solitaire', centre: diamond(5) }, BUST, 0.6],
  studs: [{ kind: 'earring', metal: 'white', style: 'stud', centre: diamond(5) }, EAR, 14],
  'tennis bracelet': [{ kind: 'bracelet', metal: 'white', style: 'tennis', centre: diamond(3) }, hand(), 0.6],
  bangle: [{ ...BANGLE, style: 'plain' }, hand(), 0.4],
};

interface Part {
  name: string;
  points: Vector[];
}
/** z up. */
function partsOf(root: Object3D): Part[] {
  root.updateMatrixWorld(true);
  const parts: Part[] = [];
  root.traverse((thing) => {
    if (!(thing instanceof Mesh)) return;
    const position = thing.geometry.getAttribute('position');
    const points = Array.from({ length: position.count }, (_, i): Vector => {
      const { x, y, z } = new Vector3().fromBufferAttribute(position, i).applyMatrix4(thing.matrixWorld);
      return [x, -z, y];
    });
    parts.push({ name: (thing.material as { name: string }).name, points });
  });
  return parts;
}

describe('a piece on a display form', () => {
  it.each(Object.entries(WORN))(
    'lies on it, neither through it nor beside it, and it fills the picture: %s',
    (_name, [design, field, depth]) => {
      const model = wornOf(design);
      const parts = partsOf(model);
      const piece = parts.filter(({ name }) => !name.startsWith('form_')).flatMap(({ points }) => points);
      const distances = piece.map((point) => field(...point));
      expect(distances.every(Number.isFinite)).toBe(true);
      const deepest = distances.reduce((low, one) => Math.min(low, one), Infinity);
      expect(deepest).toBeGreaterThan(-depth);
      expect(deepest).toBeLessThan(1);
      const form = parts.find(({ name }) => name === 'form_porcelain')!;
      expect(form.points.length).toBeGreaterThan(5000);
      for (const point of form.points.filter((_, i) => i % 97 === 0))
        expect(Math.abs(field(...point))).toBeLessThan(0.2);
      // No lower edge of the form is seen.
      const { centre, span, isWorn } = model.userData.frame as Frame;
      expect(isWorn).toBe(true);
      const lowest = form.points.reduce((low, [, , z]) => Math.min(low, z), Infinity);
      expect(lowest).toBeLessThan(centre[2] - span / 2);
    },
  );

  it('shows the stone of a ring to the viewer', () => {
    const parts = partsOf(wornOf(WORN['solitaire ring']![0]));
    const middle = (prefix: string) => {
      const points = parts.filter(({ name }) => name.startsWith(prefix)).flatMap((part) => part.points);
      return points.reduce((sum, [, y]) => sum + y, 0) / points.length;
    };
    expect(middle('gem_')).toBeLessThan(middle('metal_') - 4);
  });
});

describe('a neckline', () => {
  it.each([380, 406, 457])('of %s mm is so long, lies on the bust, and is nearly the same on both sides', (length) => {
    const line = necklineOf(length);
    expect(line.length).toBeCloseTo(length, 0);
    for (const along of [0, 40, 90, 150]) {
      const [right, left] = [line.at(along), line.at(-along)];
      expect(Math.abs(BUST(...right.point))).toBeLessThan(0.3);
      expect(Math.abs(right.point[0] + left.point[0])).toBeLessThan(1.5);
      expect(right.down[2]).toBeLessThan(0);
    }
  });

  it('lets a wide pendant hang as it is, without spreading it along the bend of the chain', () => {
    const disc = { kind: 'pendant', metal: 'yellow', style: 'disc', diameter: 20 } as const;
    const points = partsOf(wornOf(disc))
      .filter(({ name }) => name.startsWith('metal_'))
      .map(({ points: all }) => all)
      .filter((all) => all.length > 2000)
      .flat();
    const wide = Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x));
    expect(Math.abs(wide - 20)).toBeLessThan(0.8);
  });

  it('hangs lower the longer it is', () => {
    expect(necklineOf(457).at(0).point[2]).toBeLessThan(necklineOf(406).at(0).point[2] - 25);
  });
});

describe('the surface of a field', () => {
  it('has its points on it and looks outwards', () => {
    const field = limb([0.3, 0.2, -10.1], [0, 0, 10], 8, 6);
    const { points, faces } = meshOf(field, [-12, -12, -22], [12, 12, 22], 1);
    for (const point of points) expect(Math.abs(field(...point))).toBeLessThan(0.02);
    for (const face of faces) {
      const [a, b, c, d] = face.map((i) => new Vector3(...points[i]!)) as [Vector3, Vector3, Vector3, Vector3];
      const normal = c.clone().sub(a).cross(d.clone().sub(b));
      expect(normal.dot(new Vector3(...onSurface(field, [a.x, a.y, a.z]).normal))).toBeGreaterThan(0);
    }
  });
});
