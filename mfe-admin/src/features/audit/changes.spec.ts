import { describe, expect, it } from '@jest/globals';
import { changesOf } from './changes.ts';

describe('what an audit entry says', () => {
  it('is what differs, field by field, also within fields', () => {
    expect(
      changesOf(
        { price: 100, name: 'Meera', category: { main: 'ring', sub: 'band' }, images: ['/a'] },
        { price: 120, name: 'Meera', category: { main: 'ring', sub: null }, images: ['/a', '/b'] },
      ),
    ).toEqual([
      { field: 'price', before: '100', after: '120' },
      { field: 'category.sub', before: 'band', after: '–' },
      { field: 'images', before: '["/a"]', after: '["/a","/b"]' },
    ]);
  });

  it('is all of it when something was made or removed', () => {
    expect(changesOf(null, { tag: 'gold' })).toEqual([{ field: 'tag', before: '–', after: 'gold' }]);
    expect(changesOf({ tag: 'gold' }, null)).toEqual([{ field: 'tag', before: 'gold', after: '–' }]);
  });
});
