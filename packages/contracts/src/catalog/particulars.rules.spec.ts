import { describe, expect, it } from '@jest/globals';
import { particularsText } from './particulars.rules.ts';

const READY = { quantity: 1, customized: false };
const RING = {
  purity: '18K · 750',
  weight: 3.26,
  netWeight: 3.2,
  stones: [
    { type: 'Natural Diamond', count: 14, carat: 0.18 },
    { type: 'Ruby', count: 1 },
  ],
  isHallmarked: true,
};

describe('what a bill says of a piece', () => {
  it('is its purity, the weight of its metal, its stones and its hallmark', () => {
    expect(particularsText({ ...READY, particulars: RING })).toBe(
      '18K · 750, Net weight 3.20 g, 14 × Natural Diamond 0.18 ct, 1 × Ruby, Hallmarked',
    );
  });

  it('calls the weight of the piece its weight, and none of them net', () => {
    const particulars = { weight: 4.125, isHallmarked: false };
    expect(particularsText({ ...READY, particulars })).toBe('Weight 4.125 g');
  });

  it('groups the digits of a heavy piece as India does', () => {
    const particulars = { weight: 123_456, isHallmarked: false };
    expect(particularsText({ ...READY, particulars })).toBe('Weight 1,23,456.00 g');
  });

  it('says that the weight is not that of the scale where the piece is still to be made', () => {
    const { stones: _, ...plain } = RING;
    expect(particularsText({ quantity: 1, customized: true, particulars: plain })).toBe(
      '18K · 750, Net weight about 3.20 g, Hallmarked',
    );
  });

  it('is of each where there are several', () => {
    const particulars = { purity: 'Silver 925', isHallmarked: false };
    expect(particularsText({ ...READY, quantity: 2, particulars })).toBe('Each: Silver 925');
  });

  it('is nothing where nothing is known', () => {
    expect(particularsText(READY)).toBeUndefined();
    expect(particularsText({ ...READY, particulars: { isHallmarked: false } })).toBeUndefined();
  });
});
