import { describe, expect, it } from '@jest/globals';
import { csvOfTable, readTable } from '../table-csv.rules.ts';
import { RATES_TABLE, rateKey } from './rates-table.rules.ts';

describe('the rate of a courier to a country', () => {
  it.each([
    [
      { country: 'Japan', courier: 'DHL' },
      { country: 'japan', courier: ' dhl ' },
    ],
    [
      { country: 'United States', courier: 'DHL' },
      { country: 'US', courier: 'DHL' },
    ],
    [
      { country: 'Atlantis', courier: 'DHL' },
      { country: 'Atlantis', courier: 'dhl' },
    ],
  ])('%j is the same as %j', (one, other) => {
    expect(rateKey(one)).toBe(rateKey(other));
  });

  it('is known by the code of the country and the courier in small letters', () => {
    expect(rateKey({ country: 'Japan', courier: ' DHL Express ' })).toBe('JP dhl express');
  });

  it.each([
    [
      { country: 'Japan', courier: 'DHL' },
      { country: 'Japan', courier: 'FedEx' },
    ],
    [
      { country: 'Japan', courier: 'DHL' },
      { country: 'Germany', courier: 'DHL' },
    ],
    [
      { country: 'Atlantis', courier: 'DHL' },
      { country: 'Lemuria', courier: 'DHL' },
    ],
  ])('%j is another one than %j', (one, other) => {
    expect(rateKey(one)).not.toBe(rateKey(other));
  });
});

describe('a CSV file of international rates', () => {
  const read = (csv: string) => readTable(`country,courier,charge\n${csv}`, RATES_TABLE);

  it('is read as it was exported, also a courier that a spreadsheet would compute', () => {
    const rates = [
      { country: 'Japan', courier: '=Swift', charge: 2500 },
      { country: 'United States', courier: 'DHL', charge: 1999.5 },
    ];
    const csv = csvOfTable(rates, RATES_TABLE);
    expect(csv.split(/\r?\n/)[0]).toBe('country,courier,charge');
    expect(csv).toContain("'=Swift");
    expect(readTable(csv, RATES_TABLE)).toEqual({ rows: rates, problems: [] });
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

  it('has 500 rows at most', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `Japan,Courier ${index},1`).join('\n');
    expect(read(rows(500)).rows).toHaveLength(500);
    expect(() => read(rows(501))).toThrow('A file has at most 500 rows');
  });
});
