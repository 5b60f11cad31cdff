import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import Papa from 'papaparse';
import { fromNeutral } from '@shop/contracts/browser';
import writeXlsxFile, { type SheetData } from 'write-excel-file/universal';
import { csvOfXlsx, xlsxOfCsv } from './xlsx.ts';

// Real: both libraries. A workbook of a spreadsheet program is the same archive of XML.
const workbook = async (rows: SheetData): Promise<File> => {
  const blob = await writeXlsxFile(rows).toBlob();
  return new File([await blob.arrayBuffer()], 'prices.xlsx');
};
const rowsOf = async (file: File): Promise<string[][]> =>
  Papa.parse<string[]>(await (await csvOfXlsx(file)).text()).data.map((cells) => cells.map(fromNeutral));
const roundTrip = async (rows: string[][]) => {
  const blob = await xlsxOfCsv(`\uFEFF${Papa.unparse(rows)}`);
  return rowsOf(new File([await blob.arrayBuffer()], 'products.xlsx'));
};

describe('a workbook', () => {
  it('is read as the CSV of its first sheet: numbers with their digits, days, yes and no, and rows where they are', async () => {
    const file = await workbook([
      [{ value: 'Group code' }, { value: 'Price (rupees)' }],
      [
        { value: '007' },
        { value: 1234.1, type: Number },
        { value: new Date(Date.UTC(2026, 10, 26)), type: Date, format: 'dd/mm/yyyy' },
        { value: true, type: Boolean },
      ],
      [],
      [{ value: '=HYPERLINK("http://x")' }, { value: 0.1 + 0.2, type: Number }, { value: 'two\nlines' }],
    ]);
    const csv = await csvOfXlsx(file);
    expect(csv.name).toBe('prices.csv');
    const [heads, first, blank, last] = await rowsOf(file);
    expect(heads!.slice(0, 2)).toEqual(['Group code', 'Price (rupees)']);
    expect(first).toEqual(['007', '1234.1', '2026-11-26', 'yes']);
    expect(blank!.join('')).toBe('');
    expect(last!.slice(0, 3)).toEqual(['=HYPERLINK("http://x")', '0.30000000000000004', 'two\nlines']);
    // Services take the apostrophe back; spreadsheets compute nothing before.
    expect(await csv.text()).toContain(`'=HYPERLINK`);
  });

  it.each([
    ['text', 'Group code,Price'],
    ['an archive of something else', 'PK\u0003\u0004 and no more'],
  ])('that is %s is refused in words', async (_, text) => {
    await expect(csvOfXlsx(new File([text], 'prices.xlsx'))).rejects.toThrow('This is not a workbook');
  });

  it('has at most twenty thousand rows', async () => {
    const csv = `Code\n${Array.from({ length: 20_001 }, (_, n) => `AR-${n}`).join('\n')}`;
    await expect(xlsxOfCsv(csv)).rejects.toThrow('At most 20,000 rows');
  });
});

describe('a table that goes out as a workbook and comes back', () => {
  it('keeps codes and sizes that only look like numbers, such as 2.10', async () => {
    const rows = [
      ['Group code', 'Ring sizes', 'Price (rupees)'],
      ['1.10', '2.10', '42500.10'],
      ['12', '2.5', '42500.00'],
    ];
    const [, first, last] = await roundTrip(rows);
    expect(first).toEqual(['1.10', '2.10', '42500.1']);
    expect(last).toEqual(['12', '2.5', '42500']);
  });

  it('is the same, with no paisa less and no formula', async () => {
    const text = fc.string({ unit: fc.constantFrom(...'aZ09 .,;"\'=+-@₹|\\é'), minLength: 1, maxLength: 12 });
    const amount = fc.integer({ min: -99_999_999_999, max: 999_999_999_999 }).map((paise) => (paise / 100).toFixed(2));
    const table = fc.array(fc.tuple(text, amount), { minLength: 1, maxLength: 8 });
    const numberOf = (cell: string) => Number(cell);
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const back = await roundTrip([['Text', 'Price (rupees)'], ...rows]);
        expect(back.slice(1).map(([, price]) => numberOf(price!))).toEqual(rows.map(([, price]) => numberOf(price)));
        expect(back.slice(1).map(([price]) => price)).toEqual(rows.map(([one]) => fromNeutral(one)));
      }),
      { numRuns: 60 },
    );
  });
});
