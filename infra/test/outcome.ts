/** What one part of a test run came to: a check counts as one, a project's tests as many. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  /** How long it took; 0 when its result came from the cache. */
  seconds: number;
  cached?: boolean;
  /** What it printed; shown in full at the end when something failed. */
  output: string;
}

/** The outcome of something that either passes or fails. */
export const check = (name: string, good: boolean, seconds: number, output: string): Outcome => ({
  name,
  passed: good ? 1 : 0,
  failed: good ? 0 : 1,
  skipped: 0,
  seconds,
  output,
});

/** One line of progress: `✓   3.2 s  test catalog · 41 passed`. */
export function line({ name, passed, failed, skipped, seconds, cached }: Outcome): string {
  const took = cached ? 'cached' : `${seconds.toFixed(1)} s`;
  const counts = passed + failed + skipped > 1 ? ` · ${numbers(passed, failed, skipped)}` : '';
  return `${failed === 0 ? '✓' : '✗'} ${took.padStart(8)}  ${name}${counts}`;
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
