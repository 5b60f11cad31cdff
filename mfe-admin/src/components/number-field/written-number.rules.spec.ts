import { describe, expect, it } from '@jest/globals';
import { figureOf, notANumber, numberOf, readNumber, steppedFigure } from './written-number.rules.ts';

const RUPEES = { decimals: 2, marks: ['₹', 'INR', 'Rs.', 'Rs', '/-'], isGrouped: true };
const PERCENT = { decimals: 2, marks: ['%'] };
const PIECES = { decimals: 0 };

describe('a number as people write it', () => {
  it.each([
    ['₹1,23,456', '123456'],
    ['₹ 1,23,456.50', '123456.50'],
    ['123456.5', '123456.5'],
    [' 1 23 456 ', '123456'],
    ['1,234,567', '1234567'],
    ['1,23,45,678', '12345678'],
    ['12,34,567.8', '1234567.8'],
    ['1 23 456', '123456'],
    ['Rs. 500/-', '500'],
    ['rs 500', '500'],
    ['500 INR', '500'],
    ['.5', '.5'],
    ['5.', '5.'],
    ['0', '0'],
    ['', ''],
    ['   ', ''],
    ['.', '.'],
    ['999999999999999', '999999999999999'],
  ])('%j is %j', (text, figure) => {
    expect(readNumber(text, RUPEES)).toEqual({ figure });
  });

  it.each([
    '1,2,3',
    '1,2,34',
    '1.234,50',
    '12,50.5',
    '1234,50',
    '12 5',
    '12,3456',
    '12,345 6',
    '5-3',
    '₹5-3',
    '--5',
    '-₹-5',
    ',500',
    '1e5',
    '12.3.4',
    'abc',
    '₹500₹500',
    '$500',
    '0x10',
    '500 g',
    '٣',
  ])('%j is no number', (text) => {
    expect(readNumber(text, RUPEES)).toEqual({ wrong: notANumber(text, RUPEES) });
    expect(readNumber(text, { ...RUPEES, isSigned: true })).toEqual({ wrong: notANumber(text, RUPEES) });
  });

  it.each(['1,', '12,5', '12,50', '1,23', '1,23,', '1,23,4', '1,23,45', '1,234,', '12,34,5', '123,'])(
    '%j may become lakhs or thousands, and is no number yet',
    (text) => {
      const { figure } = readNumber(text, RUPEES);
      expect(figure).toBe(text);
      expect(numberOf(figure!)).toBeNaN();
      expect(readNumber(` ₹-${text}`, { ...RUPEES, isSigned: true })).toEqual({ figure: `-${text}` });
      expect(readNumber(`-${text}`, RUPEES)).toEqual({ wrong: 'This cannot be negative' });
      expect(readNumber(text, PERCENT).figure).toBeUndefined();
      expect(readNumber(text, PIECES).figure).toBeUndefined();
    },
  );

  it('says how a fraction is written, where a comma was meant for one', () => {
    expect(notANumber('12,50', RUPEES)).toBe('“12,50” is not a number. A fraction has a point: 12.50');
    expect(notANumber(' ₹1,23,456,5 ', RUPEES)).toBe(
      '“₹1,23,456,5” is not a number. A fraction has a point: ₹1,23,456.5',
    );
    expect(notANumber('3,5', PERCENT)).toBe('“3,5” is not a number. A fraction has a point: 3.5');
    expect(readNumber('3,5', PERCENT)).toEqual({ wrong: notANumber('3,5', PERCENT) });
    expect(notANumber('1234,567', { decimals: 3 })).toBe(
      '“1234,567” is not a number. A fraction has a point: 1234.567',
    );
    for (const text of ['1,2.50', '12,', '12,34,5', 'a,5', '12,5x', '1,2,3,', '1234,567', '-']) {
      expect(notANumber(text, RUPEES)).toBe(`“${text}” is not a number`);
    }
    expect(notANumber('12,50', PIECES)).toBe('“12,50” is not a number');
  });

  it.each([
    ['1,2345', '12345'],
    [',234', '234'],
    ['1,23,45', '12345'],
    ['12,', '12'],
    ['1,2345.67', '12345.67'],
  ])('in %j, with one keystroke more, commas may stand anywhere', (text, figure) => {
    expect(readNumber(text, RUPEES, true)).toEqual({ figure });
    expect(numberOf(readNumber(text, RUPEES).figure ?? '')).toBeNaN();
  });

  it.each(['12x', 'x12', '1,23.4.5', '1,2x3', '1.2x'])('%j is none with one keystroke more either', (text) => {
    expect(readNumber(text, RUPEES, true)).toEqual({ wrong: `“${text}” is not a number` });
  });

  it.each(['-500', '−500', '–500', '₹-500', '-₹500', '₹ − 500'])('%j is below 0, where that may be', (text) => {
    expect(readNumber(text, { ...RUPEES, isSigned: true })).toEqual({ figure: '-500' });
    expect(readNumber(text, RUPEES)).toEqual({ wrong: 'This cannot be negative' });
  });

  it('has as many decimals as its kind, and says so of more', () => {
    expect(readNumber('1.255', RUPEES)).toEqual({ wrong: 'At most two decimals' });
    for (const text of ['1.5', '1.', '1.0']) {
      expect(readNumber(text, { decimals: 0 })).toEqual({ wrong: 'A whole number, without decimals' });
    }
    expect(readNumber('1.255', { decimals: 3 })).toEqual({ figure: '1.255' });
    expect(readNumber('1.2555', { decimals: 3 })).toEqual({ wrong: 'At most three decimals' });
    expect(readNumber('1.2555', { decimals: 4 })).toEqual({ figure: '1.2555' });
  });

  it('is refused where its digits would not be kept', () => {
    expect(readNumber('1234567890123456', RUPEES)).toEqual({ wrong: 'This is too much' });
    expect(readNumber('12345678901234.56', RUPEES)).toEqual({ wrong: 'This is too much' });
    expect(readNumber('0000000000000000005', RUPEES)).toEqual({ figure: '0000000000000000005' });
    expect(readNumber('0.000000000000000', { decimals: 15 })).toEqual({ figure: '0.000000000000000' });
  });
});

describe('one more or less', () => {
  it.each([
    ['4', 1, '5'],
    ['4', -1, '3'],
    ['1,234', 1, '1235'],
    ['', 1, '1'],
    ['1', -1, '0'],
    ['09', 1, '10'],
    ['999999999999998', 1, '999999999999999'],
  ])('of %j by %p is %p', (text, by, figure) => {
    expect(steppedFigure(text, by, PIECES)).toBe(figure);
  });

  it('is not where it may not be, nor of what is no number', () => {
    expect(steppedFigure('0', -1, PIECES)).toBeUndefined();
    expect(steppedFigure('', -1, PIECES)).toBeUndefined();
    expect(steppedFigure('0', -1, { ...PIECES, isSigned: true })).toBe('-1');
    expect(steppedFigure('-1', 1, { ...PIECES, isSigned: true })).toBe('0');
    expect(steppedFigure('999999999999999', 1, PIECES)).toBeUndefined();
    for (const text of ['many', '1.5']) expect(steppedFigure(text, 1, PIECES)).toBeUndefined();
    expect(steppedFigure('-', 1, { ...PIECES, isSigned: true })).toBeUndefined();
  });
});

describe('a figure', () => {
  it.each([
    ['123456.50', 123_456.5],
    ['-5', -5],
    ['5', 5],
    ['5.', 5],
    ['.5', 0.5],
    ['0.10', 0.1],
  ])('%j is the number %p', (figure, number) => {
    expect(numberOf(figure)).toBe(number);
  });

  it('that is empty or not finished is no number, and not 0', () => {
    for (const figure of ['', '-', '.', '-.', '12,', '12,50']) expect(numberOf(figure)).toBeNaN();
  });

  it('of a number has its decimals, of none is empty', () => {
    expect(figureOf(1234.5, 2)).toBe('1234.50');
    expect(figureOf(1234, 2)).toBe('1234');
    expect(figureOf(-0.5, 2)).toBe('-0.50');
    expect(figureOf(2.5)).toBe('2.5');
    expect(figureOf(1.005, 2)).toBe('1.005');
    for (const none of [Number.NaN, null, undefined]) expect(figureOf(none, 2)).toBe('');
  });
});
