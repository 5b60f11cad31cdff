import { describe, expect, it } from '@jest/globals';
import {
  addressOf,
  chosenOf,
  filtersOf,
  isNarrowed,
  LISTING_PARAMETERS,
  queryOf,
  toggled,
  widened,
} from './filters.ts';

describe('the filters of an address', () => {
  it('leave out empty fields of a form and foreign words', () => {
    const search = new URLSearchParams(
      'sort_by=price-ascending&availability=&filter.price.gte=1000&filter.purity=18-kt&page=2&utm_source=x',
    );
    expect(filtersOf(search, LISTING_PARAMETERS)).toEqual({
      sort_by: 'price-ascending',
      'filter.purity': '18-kt',
      'filter.price.gte': '1000',
      page: '2',
    });
  });

  it('have one address for one choice, whatever was chosen first', () => {
    const one = toggled(toggled({}, 'metal', 'silver'), 'metal', 'gold');
    const other = toggled(toggled({}, 'metal', 'gold'), 'metal', 'silver');
    expect(addressOf('/shop', one)).toBe('/shop?filter.metal=gold,silver');
    expect(addressOf('/shop', other)).toBe(addressOf('/shop', one));
  });

  it('lose a value that is chosen again, and the parameter with its last one', () => {
    const both = { 'filter.metal': 'gold,silver', sort_by: 'featured' };
    expect(chosenOf(toggled(both, 'metal', 'gold'), 'metal')).toEqual(['silver']);
    expect(addressOf('/shop', toggled({ 'filter.metal': 'gold' }, 'metal', 'gold'))).toBe('/shop');
  });

  it('know one availability at a time', () => {
    expect(toggled({ availability: 'in-stock' }, 'availability', 'out-of-stock').availability).toBe('out-of-stock');
    expect(toggled({ availability: 'in-stock' }, 'availability', 'in-stock').availability).toBe('');
  });

  it('keep the words and the order when what narrows is taken back', () => {
    const filters = { q: 'ring', sort_by: 'best-selling', 'filter.stone': 'ruby', availability: 'in-stock', page: '3' };
    expect([isNarrowed(filters), isNarrowed(widened(filters))]).toEqual([true, false]);
    expect(addressOf('/search', widened(filters))).toBe('/search?q=ring&sort_by=best-selling');
  });

  it('mean the price that the visitor sees, where exports are zero-rated', () => {
    const tax = { prices: 'zero-rated' } as Parameters<typeof queryOf>[1];
    expect(queryOf({ 'filter.price.gte': '10' }, tax)).toEqual({ 'filter.price.gte': '10', prices: 'zero-rated' });
    expect(queryOf({ 'filter.metal': 'gold' }, tax)).toEqual({ 'filter.metal': 'gold' });
  });
});
