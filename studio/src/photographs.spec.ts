import fs from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { clips, plan } from './plan.ts';
import { CLIPS, PHOTOGRAPHS } from './photographs.ts';

const MIB = 2 ** 20;
const SIDE = 24;

/** A small greyscale version, for comparison. */
const smallOf = (name: string): Promise<Buffer> =>
  sharp(PHOTOGRAPHS.fileOf(name)).resize(SIDE, SIDE, { fit: 'fill' }).greyscale().raw().toBuffer();

const difference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;

describe('the photographs', () => {
  it.each([
    ['photographs', PHOTOGRAPHS, plan()],
    ['clips', CLIPS, clips()],
  ])('lie in the folder as the manifest says, and all are planned: %s', (_name, folder, planned) => {
    expect(folder.files().toSorted()).toEqual(Object.keys(folder.readManifest()));
    const names = new Set(planned.map(({ name }) => name));
    expect([...folder.existing()].filter((name) => !names.has(name))).toEqual([]);
  });

  it('take at most 40 MiB together', () => {
    const bytes = [PHOTOGRAPHS, CLIPS].flatMap((folder) =>
      [...folder.existing()].map((name) => fs.statSync(folder.fileOf(name)).size),
    );
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40 * MIB);
  });

  describe('of different pieces', () => {
    const small: { name: string; group: string; pixels: Buffer }[] = [];

    beforeAll(async () => {
      for (const name of PHOTOGRAPHS.existing()) {
        if (!name.endsWith('quarter')) continue;
        small.push({ name, group: name.slice(0, 'AR-1001'.length), pixels: await smallOf(name) });
      }
    });

    it('never look the same', () => {
      const alike = small.flatMap((one, i) =>
        small
          .slice(i + 1)
          .filter((other) => other.group !== one.group && difference(one.pixels, other.pixels) < 0.35)
          .map((other) => `${one.name} and ${other.name}`),
      );
      expect(alike).toEqual([]);
    });

    it('are never empty or black', () => {
      for (const { name, pixels } of small) {
        const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
        const darkest = Math.min(...pixels);
        expect([name, mean > 150, darkest < 225]).toEqual([name, true, true]);
      }
    });
  });
});
