import { describe, expect, it } from '@jest/globals';
import { csvOfTable, readTable, requireNoProblems } from '../table-csv.rules.ts';
import { AREAS_TABLE } from './delivery-table.rules.ts';

const HEADER = 'pincode,city,state,fromDays,toDays\n';
const areasFrom = (csv: string) => {
  const { rows, problems } = readTable(csv, AREAS_TABLE);
  requireNoProblems(problems);
  return rows;
};

describe('a CSV file of PIN codes', () => {
  it('is read as it was exported', () => {
    const areas = [
      { pincode: '302001', city: 'Jaipur, "Pink City"', state: 'Rajasthan', fromDays: 2, toDays: 4 } as const,
      { pincode: '30', city: '', state: 'Rajasthan', fromDays: 3, toDays: 5 } as const,
    ];
    const csv = csvOfTable(areas, AREAS_TABLE);
    expect(csv.startsWith(HEADER.trim())).toBe(true);
    expect(areasFrom(csv)).toEqual(areas);
  });

  it.each([
    ['0123,Jaipur,Rajasthan,1,2', 'Row 2, pincode: One to six digits, the first not 0'],
    ['302001,Jaipur,Rajastan,1,2', 'Row 2, state: Choose a state of India'],
    ['302001,=1+1,Rajasthan,1,2', 'Row 2, city: A city begins with a letter'],
    ['302001,Jaipur,Rajasthan,3,2', 'Row 2, toDays: The last day cannot be before the first'],
    ['302001,Jaipur,Rajasthan,,2', 'Row 2, fromDays: Choose a whole number'],
    ['302001,Jaipur,Rajasthan,1,1.5', 'Row 2, toDays: Choose a whole number'],
    ['30,,Rajasthan,1,2\n30,,Rajasthan,1,3', 'Row 3, pincode: Row 2 is about the same'],
  ])('with %j is refused: %s', (rows, message) => {
    expect(() => areasFrom(HEADER + rows)).toThrow(message);
  });

  it('has 25,000 rows at most', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `${1 + index},,Goa,1,2`).join('\n');
    expect(areasFrom(HEADER + rows(25_000))).toHaveLength(25_000);
    expect(() => areasFrom(HEADER + rows(25_001))).toThrow('A file has at most 25,000 rows');
  });
});
