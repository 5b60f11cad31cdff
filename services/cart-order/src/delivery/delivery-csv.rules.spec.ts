import { describe, expect, it } from '@jest/globals';
import { areasFrom, csvOf } from './delivery-csv.rules.ts';

const HEADER = 'pincode,city,state,fromDays,toDays\n';

describe('a CSV file of PIN codes', () => {
  it('is read as it was exported', () => {
    const areas = [
      { pincode: '302001', city: 'Jaipur, "Pink City"', state: 'Rajasthan', fromDays: 2, toDays: 4 } as const,
      { pincode: '30', city: '', state: 'Rajasthan', fromDays: 3, toDays: 5 } as const,
    ];
    expect(areasFrom(csvOf(areas))).toEqual(areas);
  });

  it('may have other columns, its own order, a byte order mark and headers as people write them', () => {
    expect(areasFrom('\uFEFFState,To days,From days,Pincode,City,Note\r\nGoa,4,3,403001,Panaji,x\r\n')).toEqual([
      { pincode: '403001', city: 'Panaji', state: 'Goa', fromDays: 3, toDays: 4 },
    ]);
  });

  it.each([
    ['', 'The file has no rows'],
    [HEADER, 'The file has no rows'],
    ['pincode,city\n1,2', 'The header lacks state, fromDays, toDays'],
    [`${HEADER}0123,Jaipur,Rajasthan,1,2`, 'Line 2, pincode: One to six digits, the first not 0'],
    [`${HEADER}302001,Jaipur,Rajastan,1,2`, 'Line 2, state: Choose a state of India'],
    [`${HEADER}302001,=1+1,Rajasthan,1,2`, 'Line 2, city: A city begins with a letter'],
    [`${HEADER}302001,Jaipur,Rajasthan,3,2`, 'Line 2, toDays: The last day cannot be before the first'],
    [`${HEADER}302001,Jaipur,Rajasthan,,2`, 'Line 2, fromDays: Choose a whole number'],
    [`${HEADER}302001,Jaipur,Rajasthan,1,1.5`, 'Line 2, toDays: Choose a whole number'],
    [`${HEADER}30,,Rajasthan,1,2\n30,,Rajasthan,1,3`, 'Line 3, pincode: 30 is in line 2 already'],
  ])('%j is refused: %s', (csv, message) => {
    expect(() => areasFrom(csv)).toThrow(message);
  });

  it('is refused when it is no CSV, or its rows have too few cells', () => {
    expect(() => areasFrom(`${HEADER}302001,Jaipur`)).toThrow(/^This is not a CSV file/);
  });

  it('names the first five faults and counts the others', () => {
    const rows = Array.from({ length: 8 }, () => '0,,Goa,1,2').join('\n');
    expect(() => areasFrom(HEADER + rows)).toThrow(/Line 6, .* and 3 more$/);
  });
});
