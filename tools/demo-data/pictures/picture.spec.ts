import { describe, expect, it } from '@jest/globals';
import { pieces, pictureName, picturesShown } from '../catalogue.ts';
import { picture } from './picture.ts';

const shown = picturesShown();

describe('the drawings', () => {
  it('are there for every piece, large catalogues too', () => {
    const names = pieces(3_000).flatMap((piece) => piece.pictures.map(pictureName));
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('are whole, and small enough to be sent by the dozen', () => {
    for (const [name, spec] of shown) {
      const svg = picture(spec);
      expect(`${name} ${svg.slice(0, 4)}${svg.slice(-6)}`).toBe(`${name} <svg</svg>`);
      expect(svg).not.toMatch(/NaN|undefined/);
      expect(svg.length).toBeLessThan(100_000);
    }
  });

  it('show the metal: no two metals of a piece look alike', () => {
    const alike = pieces().flatMap(({ design, pictures: [front], metal }) =>
      pieces()
        .filter((other) => other.design === design && other.metal.tag !== metal.tag)
        .filter((other) => picture(other.pictures[0]!) === picture(front!))
        .map((other) => `${design.name}: ${metal.tone} and ${other.metal.tone}`),
    );
    expect(alike).toEqual([]);
  });
});
