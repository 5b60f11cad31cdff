import { describe, expect, it } from '@jest/globals';
import { replacedAmong, replacedIn } from './media-replacement.rules.ts';

describe('another picture in the place of some', () => {
  const focus = { x: 10, y: 20 };
  const from = (...images: string[]) => new Set(images);

  it('is where the first of them was, with what was said of it', () => {
    const pictureNotes = [
      { image: 'a', alt: 'First' },
      { image: 'b', alt: 'Second', focus },
    ];
    expect(replacedIn({ images: ['a', 'b', 'c'], pictureNotes }, from('b'), 'new')).toEqual({
      images: ['a', 'new', 'c'],
      pictureNotes: [
        { image: 'a', alt: 'First' },
        { image: 'new', alt: 'Second', focus },
      ],
    });
  });

  it('is there once where the product shows it already, with its own text', () => {
    const pictureNotes = [
      { image: 'a', alt: 'Of the double' },
      { image: 'kept', alt: 'Its own' },
    ];
    expect(replacedIn({ images: ['a', 'c', 'kept'], pictureNotes }, from('a', 'b'), 'kept')).toEqual({
      images: ['kept', 'c'],
      pictureNotes: [{ image: 'kept', alt: 'Its own' }],
    });
  });

  it('takes the text of the first that has one', () => {
    const pictureNotes = [{ image: 'b', alt: 'Second' }];
    expect(replacedIn({ images: ['a', 'b'], pictureNotes }, from('a', 'b'), 'new')).toEqual({
      images: ['new'],
      pictureNotes: [{ image: 'new', alt: 'Second' }],
    });
    expect(replacedIn({ images: ['a'] }, from('a'), 'new')).toEqual({ images: ['new'], pictureNotes: [] });
  });

  it('changes a clip alone where that is what is replaced, and nothing where nothing is', () => {
    const product = { images: ['a'], pictureNotes: [{ image: 'a', alt: 'First' }], video: 'turn' };
    expect(replacedIn(product, from('turn'), 'other')).toEqual({ video: 'other' });
    expect(replacedIn(product, from('z'), 'other')).toEqual({});
    expect(replacedIn({ images: ['a'] }, from('z'), 'other')).toEqual({});
  });
});

describe('another picture in a review', () => {
  const photo = (image: string, more: object = {}) => ({ image, width: 3, height: 2, ...more });

  it('is there once, and hidden where staff hid one of them', () => {
    const hidden = { hidden: true, hiddenReason: 'A face' };
    expect(replacedAmong([photo('a'), photo('kept', hidden), photo('c')], new Set(['a']), 'kept')).toEqual([
      photo('kept', hidden),
      photo('c'),
    ]);
    expect(replacedAmong([photo('a', hidden), photo('b')], new Set(['a', 'b']), 'kept')).toEqual([
      photo('kept', hidden),
    ]);
    expect(replacedAmong([photo('a'), photo('c')], new Set(['a']), 'kept')).toEqual([photo('kept'), photo('c')]);
  });
});
