/** What one part of a test run came to: a check counts as one, a project's tests as many. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Nothing had changed since it was last run. */
  cached?: boolean;
  /** What it printed: shown in full at the end when something failed. */
  output: string;
}

/** The outcome of something that either passes or fails. */
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
 * The end of a run: all that failed in full, then `N passed, N failed` alone on the last line. The exit code is 1 when
 * anything failed or nothing ran at all.
 */
export function conclude(outcomes: Outcome[]): { text: string; exitCode: number } {
  const sum = (key: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const paragraphs = outcomes
    .filter(({ failed }) => failed > 0)
    .map(({ name, output }) => `── ${name} ${'─'.repeat(Math.max(0, 100 - name.length))}\n${output.trim()}\n`);
  if (sum('passed') + sum('failed') === 0) paragraphs.push('Nothing was tested.\n');
  paragraphs.push(numbers(sum('passed'), sum('failed'), sum('skipped')));
  return { text: paragraphs.join('\n'), exitCode: sum('failed') > 0 || sum('passed') === 0 ? 1 : 0 };
}
