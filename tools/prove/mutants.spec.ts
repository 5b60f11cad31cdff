import { describe, expect, it } from '@jest/globals';
import { type Equivalent, judge, type Report } from './mutants-judge.ts';

const FILE = 'a.rules.ts';
const SOURCE = 'export const isFree = (paise: number): boolean =>\n  paise > LIMIT;\n';
const CODE = 'paise > LIMIT;';

/** A file with `killed` mutants that were found, and as many others as there are statuses. */
function reportOf(killed: number, ...others: string[]): Report {
  const location = { start: { line: 2, column: 3 }, end: { line: 2, column: 16 } };
  const mutants = [...Array.from({ length: killed }, () => 'Killed'), ...others].map((status, index) => ({
    ...{ status, location, replacement: `paise >= ${index}` },
  }));
  return { files: { [FILE]: { source: SOURCE, mutants } } };
}
const equivalent = (index: number, changes: Partial<Equivalent> = {}): Equivalent => ({
  ...{ file: FILE, code: CODE, change: `paise > LIMIT → paise >= ${index}`, reason: 'The same for all numbers.' },
  ...changes,
});
const faultsOf = (...asked: Parameters<typeof judge>) => {
  const { lines, isMet } = judge(...asked);
  expect(isMet).toBe(lines.length === 3);
  return lines.slice(3);
};

describe('mutants', () => {
  it('are counted by file and in all', () => {
    expect(judge(reportOf(18, 'Timeout', 'Survived'), [equivalent(19)]).lines).toEqual([
      'file        mutants  killed  survived  equivalent  score',
      'a.rules.ts       20      19         0           1   95 %',
      'all              20      19         0           1   95 %',
    ]);
  });

  it('that survive are named with their place, and fail the proof', () => {
    const named = (index: number) => `Survived\n    a.rules.ts:2\n    ${CODE}\n    paise > LIMIT → paise >= ${index}`;
    expect(faultsOf(reportOf(18, 'Survived', 'NoCoverage'), [])).toEqual([named(18), named(19)]);
    expect(faultsOf(reportOf(19, 'RuntimeError'), [])).toEqual([named(19)]);
  });

  it('are enough from 85 % on, whatever is called equivalent', () => {
    const alive = ['Survived', 'Survived', 'Survived'];
    expect(
      faultsOf(
        reportOf(17, ...alive),
        [17, 18, 19].map((index) => equivalent(index)),
      ),
    ).toEqual([]);
    expect(
      faultsOf(
        reportOf(16, ...alive),
        [16, 17, 18].map((index) => equivalent(index)),
      ),
    ).toEqual(['Below 85 %: a.rules.ts']);
  });

  it('are called equivalent while they survive, and with a reason', () => {
    const stale = (file: string) =>
      `Called equivalent, but not a survivor\n    ${file}\n    ${CODE}\n    paise > LIMIT → paise >= 19`;
    expect(faultsOf(reportOf(20), [equivalent(19)])).toEqual([stale(FILE)]);
    expect(faultsOf(reportOf(20), [equivalent(19, { file: 'gone.rules.ts' })])).toEqual([stale('gone.rules.ts')]);
    expect(faultsOf(reportOf(19, 'Survived'), [equivalent(19, { reason: ' ' })])).toEqual([
      `No reason: a.rules.ts: ${CODE}`,
    ]);
  });
});
