import { describe, expect, it } from '@jest/globals';
import { RATES_TABLE } from './charges/rates-table.rules.ts';
import { AREAS_TABLE } from './delivery/delivery-table.rules.ts';
import { csvOfTable, readTable, requireNoProblems } from './table-csv.rules.ts';

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
    expect(areasFrom(csvOfTable(areas, AREAS_TABLE))).toEqual(areas);
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
    [`${HEADER}0123,Jaipur,Rajasthan,1,2`, 'Row 2, pincode: One to six digits, the first not 0'],
    [`${HEADER}302001,Jaipur,Rajastan,1,2`, 'Row 2, state: Choose a state of India'],
    [`${HEADER}302001,=1+1,Rajasthan,1,2`, 'Row 2, city: A city begins with a letter'],
    [`${HEADER}302001,Jaipur,Rajasthan,3,2`, 'Row 2, toDays: The last day cannot be before the first'],
    [`${HEADER}302001,Jaipur,Rajasthan,,2`, 'Row 2, fromDays: Choose a whole number'],
    [`${HEADER}302001,Jaipur,Rajasthan,1,1.5`, 'Row 2, toDays: Choose a whole number'],
    [`${HEADER}30,,Rajasthan,1,2\n30,,Rajasthan,1,3`, 'Row 3, pincode: Row 2 is about the same'],
  ])('%j is refused: %s', (csv, message) => {
    expect(() => areasFrom(csv)).toThrow(message);
  });

  it('is refused when it is no CSV, or its rows have too few cells', () => {
    expect(() => areasFrom(`${HEADER}302001,Jaipur`)).toThrow(/^This is not a CSV file/);
  });

  it('names the first five faults and counts the others', () => {
    const rows = Array.from({ length: 8 }, () => '0,,Goa,1,2').join('\n');
    expect(() => areasFrom(HEADER + rows)).toThrow(/Row 6, .* and 3 more$/);
  });
});

describe('a CSV file of international rates', () => {
  const read = (csv: string) => readTable(`country,courier,charge\n${csv}`, RATES_TABLE);

  it('is read as it was exported, also a courier that a spreadsheet would compute', () => {
    const rates = [
      { country: 'Japan', courier: '=Swift', charge: 2500 },
      { country: 'United States', courier: 'DHL', charge: 1999.5 },
    ];
    expect(csvOfTable(rates, RATES_TABLE)).toContain("'=Swift");
    expect(readTable(csvOfTable(rates, RATES_TABLE), RATES_TABLE)).toEqual({ rows: rates, problems: [] });
  });

  it.each([
    ['Atlantis,DHL,10', { row: 2, column: 'country' }],
    ['Japan,,10', { row: 2, column: 'courier' }],
    ['Japan,DHL,', { row: 2, column: 'charge' }],
    ['Japan,DHL,-1', { row: 2, column: 'charge' }],
    ['Japan,DHL,1\njapan,dhl,2', { row: 3, column: 'country', message: 'Row 2 is about the same' }],
  ])('%j has a problem', (csv, problem) => {
    expect(read(csv).problems).toMatchObject([problem]);
  });
});
