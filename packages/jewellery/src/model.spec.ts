import { describe, expect, it } from '@jest/globals';
import { Box3, Mesh, type Object3D, Vector3 } from 'three';
import type { Frame } from './bench.ts';
import type { Design } from './design.ts';
import { glbOf } from './glb.ts';
import { modelOf } from './model.ts';

const diamond = (size: number, cut: 'round' | 'pear' = 'round') => ({ gem: 'diamond', cut, size }) as const;
const pearl = (size: number) => ({ stone: 'pearl', cut: 'bead', size }) as const;
const RING = { kind: 'ring', metal: 'yellow', diameter: 16.8, width: 1.9, thickness: 1.5 } as const;
const BANGLE = { kind: 'bangle', metal: 'rose', diameter: 60, width: 4, thickness: 2 } as const;

const DESIGNS: Record<string, Design> = {
  'solitaire ring': { ...RING, style: 'solitaire', centre: diamond(5) },
  'bezel ring': { ...RING, style: 'solitaire', setting: 'bezel', centre: diamond(5) },
  'cathedral ring': { ...RING, style: 'solitaire', cathedral: true, centre: diamond(5) },
  'halo ring': { ...RING, style: 'halo', centre: diamond(4), small: diamond(1.3), pave: true },
  'three-stone ring': { ...RING, style: 'three-stone', centre: diamond(5), small: diamond(3, 'pear') },
  'eternity ring': { ...RING, style: 'eternity', small: diamond(2) },
  'half-eternity ring': { ...RING, style: 'half-eternity', small: diamond(2) },
  'hammered band': { ...RING, style: 'band', finish: 'hammered' },
  'signet ring': { ...RING, style: 'signet', width: 3.6 },
  'stacking ring': { ...RING, style: 'stacking', small: diamond(1.3) },
  'wave ring': { ...RING, style: 'wave' },
  'solitaire pendant': { kind: 'pendant', metal: 'white', style: 'solitaire', centre: diamond(5) },
  'pearl pendant': { kind: 'pendant', metal: 'white', style: 'solitaire', centre: pearl(8) },
  'flower pendant': { kind: 'pendant', metal: 'white', style: 'flower', small: diamond(1.8) },
  'moon pendant': { kind: 'pendant', metal: 'white', style: 'moon', small: diamond(1.3) },
  'heart of two rubies': {
    kind: 'pendant',
    metal: 'yellow',
    style: 'motif',
    motif: 'heart',
    diameter: 12.5,
    centre: { gem: 'ruby', cut: 'pear', size: 4.4 },
    small: diamond(1.3),
  },
  ...Object.fromEntries(
    (
      [
        'om',
        'ganesha',
        'trishul',
        'khanda',
        'feather',
        'butterfly',
        'tree',
        'pomegranate',
        'kite',
        'leaf',
        'peacock',
      ] as const
    ).map((motif) => [
      `${motif} pendant`,
      { kind: 'pendant', metal: 'silver', style: 'motif', motif, diameter: 18, small: diamond(1.8) },
    ]),
  ),
  locket: { kind: 'pendant', metal: 'white', style: 'locket' },
  studs: { kind: 'earring', metal: 'platinum', style: 'stud', centre: diamond(5) },
  hoops: { kind: 'earring', metal: 'platinum', style: 'hoop' },
  drops: { kind: 'earring', metal: 'platinum', style: 'drop', centre: diamond(5, 'pear') },
  chandbalis: { kind: 'earring', metal: 'yellow', style: 'chandbali', centre: pearl(3), small: diamond(2.9, 'pear') },
  'ear cuff': { kind: 'earring', metal: 'rose', style: 'climber', small: diamond(1.5) },
  jhumkas: { kind: 'earring', metal: 'yellow', style: 'jhumka', centre: pearl(2.8), small: diamond(1.6) },
  'rope chain': { kind: 'necklace', metal: 'yellow', style: 'chain', links: 'rope', thickness: 0.6 },
  'tennis necklace': { kind: 'necklace', metal: 'white', style: 'tennis', centre: diamond(3) },
  'coiled chain': { kind: 'necklace', metal: 'yellow', style: 'chain', links: 'wheat', thickness: 0.6, lay: 'coil' },
  'bars of stones': { kind: 'necklace', metal: 'yellow', style: 'bars', centre: diamond(1.9) },
  lariat: { kind: 'necklace', metal: 'yellow', style: 'lariat', centre: pearl(7) },
  'temple necklace': {
    kind: 'necklace',
    metal: 'yellow',
    style: 'fringe',
    medallion: 'peacocks',
    centre: diamond(3.4, 'pear'),
    small: pearl(4),
  },
  'temple necklace with the goddess': {
    kind: 'necklace',
    metal: 'yellow',
    style: 'fringe',
    medallion: 'lotus',
    finish: 'antique',
    centre: { gem: 'ruby', cut: 'round', size: 3.6 },
    small: { gem: 'emerald', cut: 'round', size: 2.4 },
  },
  'coin necklace': { kind: 'necklace', metal: 'yellow', style: 'fringe', finish: 'antique' },
  collar: { kind: 'necklace', metal: 'silver', style: 'collar' },
  'pearl strand': { kind: 'necklace', metal: 'yellow', style: 'strand', centre: pearl(7) },
  'tennis bracelet': { kind: 'bracelet', metal: 'white', style: 'tennis', centre: diamond(3) },
  'lattice cuff': { kind: 'bracelet', metal: 'oxidised', style: 'cuff', pattern: 'lattice', width: 14 },
  'leaf cuff': { kind: 'bracelet', metal: 'silver', style: 'cuff', pattern: 'leaf', width: 10 },
  'beads of metal': { kind: 'bracelet', metal: 'yellow', style: 'beads' },
  'kite charm': { kind: 'bracelet', metal: 'yellow', style: 'charm', charm: 'kite' },
  cuff: { kind: 'bracelet', metal: 'silver', style: 'cuff' },
  bangle: { ...BANGLE, style: 'plain' },
  'set bangle': { ...BANGLE, style: 'row', centre: diamond(2.3) },
  'pair of bangles': { ...BANGLE, style: 'pair', width: 2.4 },
  'opened bangle': { ...BANGLE, style: 'hinged', centre: diamond(2.3) },
  'scattered stones': { ...BANGLE, style: 'scatter', width: 8, centre: diamond(2.4) },
  'kada with lions': { ...BANGLE, style: 'open', ends: 'lion', width: 8, thickness: 6 },
  'kada with elephants': { ...BANGLE, style: 'open', ends: 'elephant', width: 8, thickness: 6, centre: diamond(1.6) },
  'flowers of wire': { ...BANGLE, style: 'openwork', pattern: 'flower', width: 10 },
  'vine of wire': { ...BANGLE, style: 'openwork', pattern: 'vine', width: 8, centre: diamond(2) },
  'openwork bangle': { ...BANGLE, style: 'openwork' },
};

const meshesOf = (root: Object3D): Mesh[] => {
  const meshes: Mesh[] = [];
  root.traverse((thing) => thing instanceof Mesh && meshes.push(thing));
  return meshes;
};
const materialNames = (root: Object3D) =>
  new Set(meshesOf(root).map(({ material }) => (material as { name: string }).name));

describe('the model of a piece', () => {
  it.each(Object.entries(DESIGNS))('is whole and of the size of real jewellery: %s', (_name, design) => {
    const model = modelOf(design);
    model.updateMatrixWorld(true);
    for (const { geometry } of meshesOf(model)) {
      expect(geometry.getAttribute('position').array.every(Number.isFinite)).toBe(true);
      expect(geometry.getAttribute('normal').array.every(Number.isFinite)).toBe(true);
    }
    const { x, y, z } = new Box3().setFromObject(model).getSize(model.position.clone());
    expect(Math.max(x, y, z)).toBeGreaterThan(10);
    expect(Math.max(x, y, z)).toBeLessThan(260);
    expect((model.userData.frame as Frame).span).toBeGreaterThan(10);
  });

  it.each(
    Object.entries(DESIGNS).filter(([, { kind }]) => kind === 'ring' || kind === 'bangle' || kind === 'bracelet'),
  )('lies whole within its own frame: %s', (_name, design) => {
    const model = modelOf(design);
    model.updateMatrixWorld(true);
    const { centre, elevation, turn = 0, span, isWhole } = model.userData.frame as Frame;
    expect(isWhole).toBe(true);
    const [e, t] = [(elevation * Math.PI) / 180, (turn * Math.PI) / 180];
    const point = model.position.clone();
    for (const mesh of meshesOf(model)) {
      const position = mesh.geometry.getAttribute('position');
      for (let i = 0; i < position.count; i += 7) {
        point.fromBufferAttribute(position, i).applyMatrix4(mesh.matrixWorld);
        // From y up back to z up, then rotated as the camera sees it.
        const [x, y, z] = [point.x, -point.z, point.y];
        const across = x * Math.cos(t) - y * Math.sin(t) - centre[0];
        const away = x * Math.sin(t) + y * Math.cos(t) - centre[1];
        const up = away * Math.sin(e) + (z - centre[2]) * Math.cos(e);
        expect(Math.max(Math.abs(across), Math.abs(up))).toBeLessThan(span / 2);
      }
    }
  });

  it('names its materials after metal, finish and stone, so that a viewer can give them their look', () => {
    const names = materialNames(modelOf({ ...RING, metal: 'rose', style: 'band', finish: 'brushed' }));
    expect(names).toEqual(new Set(['metal_rose_brushed']));
    expect(materialNames(modelOf(DESIGNS['halo ring']!))).toEqual(new Set(['metal_yellow', 'gem_diamond']));
    expect(materialNames(modelOf(DESIGNS['pearl strand']!))).toContain('stone_pearl');
  });

  it('keeps a stone in its prongs: metal reaches over the girdle, and none stands in the middle of the table', () => {
    const model = modelOf(DESIGNS['solitaire ring']!);
    model.updateMatrixWorld(true);
    const boxOf = (prefix: string) => {
      const box = new Box3();
      for (const mesh of meshesOf(model)) {
        if ((mesh.material as { name: string }).name.startsWith(prefix)) box.expandByObject(mesh);
      }
      return box;
    };
    const [metal, gem] = [boxOf('metal_'), boxOf('gem_')];
    const girdle = gem.max.y - 5 * 0.16;
    expect(metal.max.y).toBeGreaterThan(girdle);
    expect(metal.max.y).toBeLessThan(gem.max.y + 1);
  });

  describe.each(['temple necklace', 'temple necklace with the goddess', 'coin necklace'])('of a %s', (name) => {
    const model = modelOf(DESIGNS[name]!);
    model.updateMatrixWorld(true);

    it('is closed all around: chain or clasp in every direction from its middle', () => {
      const { centre } = model.userData.frame as Frame;
      const directions = new Set<number>();
      const point = new Vector3();
      for (const mesh of meshesOf(model)) {
        const position = mesh.geometry.getAttribute('position');
        for (let i = 0; i < position.count; i++) {
          point.fromBufferAttribute(position, i).applyMatrix4(mesh.matrixWorld);
          directions.add(Math.floor((Math.atan2(-point.z - centre[1], point.x) * 180) / Math.PI));
        }
      }
      expect(directions.size).toBe(360);
    });

    it('has the same on both sides, and as long a chain as a neck needs', () => {
      const box = new Box3().setFromObject(model);
      expect(box.min.x + box.max.x).toBeCloseTo(0, 0);
      expect(box.max.x - box.min.x).toBeGreaterThan(120);
      // Coins, flowers, stones: each has its mirror image, or lies in the middle.
      const places = meshesOf(model)
        .map(({ matrixWorld }) => new Vector3().setFromMatrixPosition(matrixWorld))
        .filter(({ x }) => Math.abs(x) > 0.2);
      const alone = places.filter(({ x, z }) => !places.some((other) => Math.hypot(other.x + x, other.z - z) < 0.2));
      expect(places.length).toBeGreaterThan(20);
      expect(alone).toEqual([]);
    });
  });

  it('holds every pearl and drop of a chandbali on its ring: nothing floats beside the two earrings', () => {
    const model = modelOf(DESIGNS.chandbalis!);
    model.updateMatrixWorld(true);
    const boxes = meshesOf(model).map((mesh) => new Box3().setFromObject(mesh, true).expandByScalar(0.02));
    const seen = new Set<number>();
    let earrings = 0;
    for (const start of boxes.keys()) {
      if (seen.has(start)) continue;
      earrings++;
      const next = [start];
      while (next.length > 0) {
        const one = next.pop()!;
        if (seen.has(one)) continue;
        seen.add(one);
        for (const other of boxes.keys()) if (boxes[one]!.intersectsBox(boxes[other]!)) next.push(other);
      }
    }
    expect(earrings).toBe(2);
  });

  it.each(['temple necklace', 'temple necklace with the goddess', 'coin necklace', 'chandbalis'])(
    'has no more triangles than a phone draws smoothly: %s',
    (name) => {
      const triangles = meshesOf(modelOf(DESIGNS[name]!)).map(
        ({ geometry }) => (geometry.index?.count ?? geometry.getAttribute('position').count) / 3,
      );
      expect(triangles.reduce((sum, count) => sum + count, 0)).toBeLessThan(1_000_000);
    },
  );

  it('writes equal stones once: an eternity ring of dozens of stones has one geometry for them', () => {
    const stones = meshesOf(modelOf(DESIGNS['eternity ring']!)).filter(
      ({ material }) => (material as { name: string }).name === 'gem_diamond',
    );
    expect(stones.length).toBeGreaterThan(20);
    expect(new Set(stones.map(({ geometry }) => geometry)).size).toBe(1);
  });

  it('becomes the same binary glTF each time', async () => {
    const [first, second] = await Promise.all([0, 1].map(() => glbOf(modelOf(DESIGNS['halo ring']!))));
    expect(Buffer.from(first!).subarray(0, 4).toString()).toBe('glTF');
    expect(Buffer.from(first!).equals(Buffer.from(second!))).toBe(true);
  });
});
