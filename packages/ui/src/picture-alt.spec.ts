import { describe, expect, it } from '@jest/globals';
import { altsOf } from './picture-alt.ts';

const MAIN = '/api/v1/images/demo/AR-1082-yellow-quarter.0a1b2c3d.avif';
const WORN = '/api/v1/images/demo/AR-1082-yellow-worn.0a1b2c3d.avif';

describe('the text of a picture', () => {
  it('says on which form the piece is shown', () => {
    expect(altsOf('Bindi Pendant', [MAIN, WORN], 'pendant')).toEqual([
      'Bindi Pendant, picture 1 of 2',
      'Bindi Pendant on a neck bust, picture 2 of 2',
    ]);
    expect(altsOf('Kada', [WORN], 'bangle')).toEqual(['Kada on a wrist']);
  });

  it('names no form of a piece without a design, and none for other pictures', () => {
    expect(altsOf('Brooch', [WORN])).toEqual(['Brooch']);
    expect(altsOf('Ring', [MAIN], 'ring')).toEqual(['Ring']);
  });

  it('is what staff say, where they say something', () => {
    const notes = [{ image: WORN, alt: 'The pendant below the collar bone' }, { image: MAIN }];
    expect(altsOf('Bindi Pendant', [MAIN, WORN], 'pendant', notes)).toEqual([
      'Bindi Pendant, picture 1 of 2',
      'The pendant below the collar bone',
    ]);
  });
});
