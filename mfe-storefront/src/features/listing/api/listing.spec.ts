import { describe, expect, it } from '@jest/globals';
import { placeOf } from './listing.ts';

describe('the address of a listing', () => {
  it('names the shop, a category or a material, and what narrows it', () => {
    expect(placeOf({})).toEqual({ kind: 'shop' });
    expect(placeOf({ main: 'ring' })).toEqual({ kind: 'category', main: 'ring' });
    expect(placeOf({ main: 'ring', sub: 'halo' })).toEqual({ kind: 'category', main: 'ring', sub: 'halo' });
    expect(placeOf({ tag: 'gold', sub: '22k' })).toEqual({ kind: 'material', tag: 'gold', sub: '22k' });
  });
});
