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

  it('names of a list of records those that differ, a line for each', () => {
    const [first, last] = [
      { kind: 'heading', text: 'Metal' },
      { kind: 'paragraph', text: 'Ask us.' },
    ];
    const question = (answer: string) => ({ kind: 'question', question: 'Is it hallmarked?', answer });
    const blocks = (...inner: object[]) => ({ blocks: [first, ...inner, last] });
    expect(changesOf(blocks(question('No')), blocks(question('Yes'), { kind: 'list', items: ['a', 'b'] }))).toEqual([
      {
        field: 'blocks',
        before: 'question · Is it hallmarked? · No',
        after: 'question · Is it hallmarked? · Yes\nlist · a · b',
      },
    ]);
    expect(changesOf(blocks(), blocks(question('Yes')))[0]).toMatchObject({ before: '–' });
    expect(changesOf(null, blocks())[0]).toEqual({
      field: 'blocks',
      before: '–',
      after: 'heading · Metal\nparagraph · Ask us.',
    });
  });

  it('is all of it when something was made or removed', () => {
    expect(changesOf(null, { tag: 'gold' })).toEqual([{ field: 'tag', before: '–', after: 'gold' }]);
    expect(changesOf({ tag: 'gold' }, null)).toEqual([{ field: 'tag', before: 'gold', after: '–' }]);
  });
});
