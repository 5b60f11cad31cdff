import { describe, expect, it } from '@jest/globals';
import type { Product } from '../api/product.ts';
import type { Choices, Mode } from '../choices.rules.ts';
import { customizedDesign } from './design.rules.ts';

const HALO = {
  kind: 'ring' as const,
  style: 'halo',
  metal: 'yellow',
  diameter: 16.8,
  width: 1.9,
  thickness: 1.5,
  centre: { gem: 'ruby', cut: 'oval', size: 5 },
  small: { gem: 'diamond', cut: 'round', size: 1.3 },
};
const piece = (changes: object = {}, details: object = {}) =>
  ({
    customizable: true,
    design: HALO,
    ...changes,
    detailsRef: { metalTone: ['Yellow Gold'], metalPurity: ['14K', '18K'], stoneType: ['Ruby'], ...details },
  }) as unknown as Product;
const made = (choices: Choices, mode: Mode = 'custom') => ({ mode, choices });

describe('what the 3D view shows', () => {
  it('is nothing of a piece without a design', () => {
    expect(customizedDesign(piece({ design: undefined }), undefined)).toBeUndefined();
  });

  it('is the piece as it lies ready until something is chosen', () => {
    expect(customizedDesign(piece(), undefined)).toEqual({ design: HALO, purity: '14K' });
  });

  it('has the purity that was chosen', () => {
    expect(customizedDesign(piece(), made({ metalPurity: '18K' }))?.purity).toBe('18K');
  });

  it('has the tone that was chosen where one piece comes in several', () => {
    const several = piece({}, { metalTone: ['Yellow Gold', 'Rose Gold'] });
    expect(customizedDesign(several, made({ metalTone: 'Rose Gold' }, 'ready'))?.design.metal).toBe('rose');
  });

  it('has the stone that was chosen wherever the own one was set, and leaves the others', () => {
    const { design } = customizedDesign(piece(), made({ stoneType: 'Pink Sapphire' }))!;
    expect(design).toMatchObject({ centre: { gem: 'pink-sapphire', cut: 'oval' }, small: { gem: 'diamond' } });
  });

  it('looks the same with a diamond of another origin', () => {
    const lab = piece({}, { stoneType: ['Laboratory-Grown Diamond'] });
    expect(customizedDesign(lab, made({ stoneType: 'Natural Diamond' }))?.design).toEqual(HALO);
  });

  it('has the shape and weight of the chosen centre stone', () => {
    const { design } = customizedDesign(piece(), made({ centerStoneShape: 'Princess', centerStoneCarat: '1.00 ct' }))!;
    expect(design).toMatchObject({ centre: { cut: 'princess', size: 5.59 } });
  });

  it('keeps the weight of a stone whose shape alone was chosen', () => {
    const { design } = customizedDesign(piece(), made({ centerStoneShape: 'Round' }))!;
    expect(design).toMatchObject({ centre: { cut: 'round', size: 5.81 } });
  });

  it('forgets what was chosen for a variant that is not made to order', () => {
    expect(customizedDesign(piece({ customizable: false }), made({ metalPurity: '18K' }))?.purity).toBe('14K');
  });
});
