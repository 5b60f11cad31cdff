import { describe, expect, it } from '@jest/globals';
import { filtersOf, placeOf } from './listing.ts';

describe('the address of a listing', () => {
  it('names the shop, a category or a material, and what narrows it', () => {
    expect(placeOf({})).toEqual({ kind: 'shop' });
    expect(placeOf({ main: 'ring' })).toEqual({ kind: 'category', main: 'ring' });
    expect(placeOf({ main: 'ring', sub: 'halo' })).toEqual({ kind: 'category', main: 'ring', sub: 'halo' });
    expect(placeOf({ tag: 'gold', sub: '22k' })).toEqual({ kind: 'material', tag: 'gold', sub: '22k' });
  });

  it('holds the filters; empty fields of a form and foreign words are left out', () => {
    const search = new URLSearchParams(
      'sort_by=price-ascending&availability=&filter.price.gte=1000&page=2&utm_source=x',
    );
    expect(filtersOf(search)).toEqual({ sort_by: 'price-ascending', 'filter.price.gte': '1000', page: '2' });
  });
});
