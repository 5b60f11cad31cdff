import { describe, expect, it } from '@jest/globals';
import { INDIAN_STATES, MAX_ROW_PROBLEMS } from '@shop/contracts';
import { Failure } from '@shop/service-kit/rules';
import fc from 'fast-check';
import { RATES_TABLE } from './charges/rates-table.rules.ts';
import { AREAS_TABLE } from './delivery/delivery-table.rules.ts';
import { csvOfTable, problemsFor, readTable, requireNoProblems, type Table } from './table-csv.rules.ts';

const HEADER = 'pincode,city,state,fromDays,toDays\n';
const areasFrom = (csv: string) => {
  const { rows, problems } = readTable(csv, AREAS_TABLE);
  requireNoProblems(problems);
  return rows;
};

/** What a file is refused with, also beside its field. */
function refusalOf(csv: string): { message: string; field: string | undefined } {
  try {
    areasFrom(csv);
  } catch (error) {
    if (error instanceof Failure) return { message: error.message, field: error.errors?.['csv'] };
    throw error;
  }
  throw new Error('The file was taken');
}

describe('a CSV file of a table', () => {
  it('may have other columns, its own order, a byte order mark and headers as people write them', () => {
    expect(areasFrom('\uFEFFState,To days,From days,Pincode,City,Note\r\nGoa,4,3,403001,Panaji,x\r\n')).toEqual([
      { pincode: '403001', city: 'Panaji', state: 'Goa', fromDays: 3, toDays: 4 },
    ]);
  });

  it.each([
    ['', 'The file has no rows'],
    [HEADER, 'The file has no rows'],
    ['pincode,city\n1,2', 'The header lacks state, fromDays, toDays'],
    // Rows are counted as a spreadsheet shows them.
    [
      `Note,${HEADER}"A\nB",30,,Rajasthan,1,2\n"C\r\nD\r\n",30,,Rajasthan,1,3`,
      'Row 3, pincode: Row 2 is about the same',
    ],
    [`${HEADER}\n30,,Rajasthan,1,2\n\n30,,Rajasthan,1,3`, 'Row 5, pincode: Row 3 is about the same'],
    [
      `"pincode",city,state,fromDays,"to\nDays"\n0123,Jaipur,Rajasthan,1,2`,
      'Row 2, pincode: One to six digits, the first not 0',
    ],
  ])('%j is refused: %s', (csv, message) => {
    expect(refusalOf(csv)).toEqual({ message, field: message });
  });

  it('is refused when it is no CSV, or its rows have too few cells', () => {
    expect(() => areasFrom(`${HEADER}302001,Jaipur`)).toThrow(/^This is not a CSV file/);
  });

  it('names the first five faults and counts the others', () => {
    const wrong = (count: number) => HEADER + Array.from({ length: count }, () => '0,,Goa,1,2').join('\n');
    const named = [2, 3, 4, 5, 6].map((row) => `Row ${row}, pincode: One to six digits, the first not 0`).join('. ');
    expect(refusalOf(wrong(8)).message).toBe(`${named}. and 3 more`);
    expect(refusalOf(wrong(5)).message).toBe(named);
  });

  it('has its right rows beside what is wrong with the others', () => {
    const rows = ['30,,Goa,1,2', '0,,Goa,1,2', '30,,Goa,3,4', '31,,Goa,1,2'];
    expect(readTable(HEADER + rows.join('\n'), AREAS_TABLE)).toEqual({
      rows: ['30', '31'].map((pincode) => ({ pincode, city: '', state: 'Goa', fromDays: 1, toDays: 2 })),
      problems: [
        { row: 3, column: 'pincode', message: 'One to six digits, the first not 0' },
        { row: 4, column: 'pincode', message: 'Row 2 is about the same' },
      ],
    });
  });

  it('is shown with as many problems as a screen takes, and how many there are', () => {
    const problems = Array.from({ length: MAX_ROW_PROBLEMS + 2 }, (_, index) => ({
      ...{ row: index + 2, column: 'pincode', message: 'One to six digits, the first not 0' },
    }));
    expect(problemsFor(problems)).toEqual({
      problems: problems.slice(0, -2),
      problemCount: MAX_ROW_PROBLEMS + 2,
    });
  });
});

describe('what a service takes into a table', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      '=cmd()',
      '@SUM(A1)',
      '-1',
      '+91',
      '\t=1',
      "'=quoted",
      "''",
      '007',
      'जयपुर',
      'Gems 💎',
      'a "b", c',
      'a\nb',
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map((rest) => `A${rest}`),
  );
  const days = fc.nat({ max: 30 });

  /** Exports rows that the schema takes, each key once, and reads them again. */
  function comesBack<Row extends Record<string, string | number>>(table: Table<Row>, given: readonly object[]): void {
    const taken = given.flatMap((one): Row[] => {
      const { data } = table.schema.safeParse(one);
      return data ? [data] : [];
    });
    const rows = [...new Map(taken.map((row) => [table.keyOf(row), row])).values()];
    if (rows.length === 0) return;
    expect(readTable(csvOfTable(rows, table), table)).toEqual({ rows, problems: [] });
  }

  it('comes back from its file as it was: PIN codes', () => {
    const area = fc.record({
      pincode: fc.integer({ min: 1, max: 999_999 }).map(String),
      ...{ city: text, state: fc.constantFrom(...INDIAN_STATES), fromDays: days, toDays: days },
    });
    fc.assert(fc.property(fc.array(area, { maxLength: 9 }), (areas) => comesBack(AREAS_TABLE, areas)));
  });

  it('comes back from its file as it was: international rates', () => {
    const rate = fc.record({
      country: fc.constantFrom('Japan', 'Germany', 'US', 'Côte d’Ivoire', 'Kenya'),
      ...{ courier: text, charge: fc.nat({ max: 10_000_000 }).map((paise) => paise / 100) },
    });
    fc.assert(fc.property(fc.array(rate, { maxLength: 9 }), (rates) => comesBack(RATES_TABLE, rates)));
  });
});
