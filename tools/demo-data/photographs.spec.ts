import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { clipOfPiece, clips, photographs, picturesOfPiece } from './photographs.ts';
import { pieces } from './catalogue.ts';

const STUDIO = path.join(import.meta.dirname, '../../studio');
const FOLDER = path.join(STUDIO, 'photographs');

describe('the photographs', () => {
  it('that the studio says it took are there, each served under a name of its own', () => {
    const all = photographs();
    expect(all.map(({ shot }) => `${shot}.avif`).filter((file) => !fs.existsSync(path.join(FOLDER, file)))).toEqual([]);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ shot, name }) => !new RegExp(`^${shot}\\.[0-9a-f]{8}\\.avif$`).test(name))).toEqual([]);
  });

  it('are what a piece shows, best side first; drawings only where there is none', () => {
    const kinds = pieces().map((piece) =>
      picturesOfPiece(piece)
        .map((name) => /-(quarter|second|worn|detail)\.[0-9a-f]{8}\.avif$/.exec(name)?.[1] ?? name.slice(-3))
        .join(' '),
    );
    const wanted = /^(quarter( second)?( worn)?( detail)?|second( worn)?( detail)?|worn( detail)?|detail|svg svg)$/;
    expect(kinds.filter((kind) => !wanted.test(kind))).toEqual([]);
    expect(kinds.filter((kind) => kind.startsWith('quarter')).length).toBeGreaterThan(0);
  });
});

describe('the clips', () => {
  it('are there, and each belongs to one piece', () => {
    const shown = pieces().flatMap((piece) => clipOfPiece(piece) ?? []);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.toSorted()).toEqual(clips().map(({ name }) => `/api/v1/videos/demo/${name}`));
    expect(clips().filter(({ shot }) => !fs.existsSync(path.join(STUDIO, 'clips', `${shot}.mp4`)))).toEqual([]);
  });
});
