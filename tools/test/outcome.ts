/** The outcome of one part of a test run: a check counts as one, a project as its number of tests. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Unchanged since its last run. */
  cached?: boolean;
  /** Names of the failed tests, each with the folders of its traces. */
  failures?: string[];
  /** Shown in full at the end if something failed. */
  output: string;
}

/** The outcome of a single check. */
export const check = (name: string, good: boolean, output = ''): Outcome => ({
  name,
  passed: good ? 1 : 0,
  failed: good ? 0 : 1,
  skipped: 0,
  output,
});

/** One line of progress: `✓ test catalog · 41 passed, 0 failed`. */
export function line({ name, passed, failed, skipped, cached }: Outcome): string {
  const counts = passed + failed + skipped > 1 ? ` · ${numbers(passed, failed, skipped)}` : '';
  return `${failed === 0 ? '✓' : '✗'} ${name}${counts}${cached ? ' (unchanged)' : ''}`;
}

const numbers = (passed: number, failed: number, skipped: number): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * The summary: failed outputs in full, the names of the failed tests, then `notes` and `N passed, N failed` alone on the last
 * line. The exit code is 1 if anything failed or nothing ran.
 */
export function conclude(outcomes: Outcome[], notes: string[] = []): { text: string; exitCode: number } {
  const sum = (key: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const paragraphs = outcomes
    .filter(({ failed }) => failed > 0)
    .map(({ name, output }) => `── ${name} ${'─'.repeat(Math.max(0, 100 - name.length))}\n${output.trim()}\n`);
  const names = outcomes.flatMap(({ name, failures = [] }) => failures.map((test) => `  ${name}: ${test}`));
  if (names.length > 0) paragraphs.push(`Failed:\n${names.join('\n')}\n`);
  if (sum('passed') + sum('failed') === 0) paragraphs.push('No tests ran.\n');
  paragraphs.push(...notes, numbers(sum('passed'), sum('failed'), sum('skipped')));
  return { text: paragraphs.join('\n'), exitCode: sum('failed') > 0 || sum('passed') === 0 ? 1 : 0 };
}
