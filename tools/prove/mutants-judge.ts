/** The part of Stryker's report that is read. */
export interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
  status: string;
  replacement?: string;
  location: { start: Position; end: Position };
}

/** Both count from 1. */
interface Position {
  line: number;
  column: number;
}

/** A mutant that no test can find, because it does the same. It is named without its line number, which changes. */
export interface Equivalent {
  file: string;
  /** The line with its first character. */
  code: string;
  /** What is replaced by what. */
  change: string;
  reason: string;
}

/** Killed of all mutants of a file. */
const LEAST = 0.85;

/** @returns the table, what is wrong, and whether nothing is. */
export function judge(report: Report, equivalents: readonly Equivalent[]): { lines: string[]; isMet: boolean } {
  const survivors: Record<string, Set<string>> = {};
  const faults: string[] = [];
  const rows = Object.entries(report.files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, { source, mutants }]) => {
      const known = new Set(equivalents.filter((one) => one.file === file).map(keyOf));
      const survived = mutants
        .filter(({ status }) => !['Killed', 'Timeout'].includes(status))
        .map((mutant) => ({ ...mutant, ...inWords(mutant, source) }));
      const unexplained = survived.filter((mutant) => !known.has(keyOf(mutant)));
      survivors[file] = new Set(survived.map(keyOf));
      faults.push(
        ...unexplained.map(({ code, change, location: { start } }) =>
          ['Survived', `${file}:${start.line}`, code, change].join('\n    '),
        ),
      );
      const [all, alive] = [mutants.length, survived.length];
      return { file, all, alive, equivalent: alive - unexplained.length };
    });
  const total = {
    file: 'all',
    all: sum(rows, 'all'),
    alive: sum(rows, 'alive'),
    equivalent: sum(rows, 'equivalent'),
  };
  faults.push(
    ...rows.filter((row) => scoreOf(row) < LEAST).map((row) => `Below ${percent(LEAST)}: ${row.file}`),
    ...equivalents
      .filter((one) => !survivors[one.file]?.has(keyOf(one)))
      .map(({ file, code, change }) => ['Called equivalent, but not a survivor', file, code, change].join('\n    ')),
    ...equivalents.filter(({ reason }) => !reason.trim()).map(({ file, code }) => `No reason: ${file}: ${code}`),
  );
  return { lines: [...table([...rows, total]), ...faults], isMet: faults.length === 0 };
}

interface Row {
  file: string;
  all: number;
  alive: number;
  equivalent: number;
}

const sum = (rows: readonly Row[], column: 'all' | 'alive' | 'equivalent'): number =>
  rows.reduce((all, row) => all + row[column], 0);

const scoreOf = ({ all, alive }: Row): number => (all === 0 ? 1 : (all - alive) / all);

const percent = (fraction: number): string => `${Math.floor(fraction * 1000) / 10} %`;

const keyOf = ({ code, change }: { code: string; change: string }): string => `${code}\n${change}`;

/** Names a mutant by its text. */
function inWords({ location: { start, end }, replacement = '' }: Mutant, source: string) {
  const lines = source.split('\n');
  const part = lines.slice(start.line - 1, end.line);
  part[part.length - 1] = part.at(-1)!.slice(0, end.column - 1);
  part[0] = part[0]!.slice(start.column - 1);
  return {
    code: lines[start.line - 1]!.trim(),
    change: `${oneLine(part.join('\n'))} → ${oneLine(replacement)}`,
  };
}

const LONGEST = 120;
function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function table(rows: readonly Row[]): string[] {
  const cells = [
    ['file', 'mutants', 'killed', 'survived', 'equivalent', 'score'],
    ...rows.map((row) => [
      row.file,
      ...[row.all, row.all - row.alive, row.alive - row.equivalent, row.equivalent].map(String),
      percent(scoreOf(row)),
    ]),
  ];
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
}
