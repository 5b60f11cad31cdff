/** What one part of a test run came to: a check counts as one, a project's tests as many. */
export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  /** Nothing had changed since it was last run. */
  cached?: boolean;
  /** Names of the tests that failed, and of those that passed at their second go only. */
  failures?: string[];
  unsteady?: string[];
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
export function line({ name, passed, failed, skipped, cached, unsteady = [] }: Outcome): string {
  const counts = passed + failed + skipped > 1 ? ` · ${numbers(passed, failed, skipped)}` : '';
  const again = unsteady.length > 0 ? `, ${unsteady.length} at the second go` : '';
  return `${failed === 0 ? '✓' : '✗'} ${name}${counts}${again}${cached ? ' (unchanged)' : ''}`;
}

const numbers = (passed: number, failed: number, skipped: number): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * The end of a run: all that failed in full, the names of what failed and of what passed at its second go only, then
 * `N passed, N failed` alone on the last line. The exit code is 1 when anything failed or nothing ran at all.
 */
export function conclude(outcomes: Outcome[]): { text: string; exitCode: number } {
  const sum = (key: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const paragraphs = outcomes
    .filter(({ failed }) => failed > 0)
    .map(({ name, output }) => `── ${name} ${'─'.repeat(Math.max(0, 100 - name.length))}\n${output.trim()}\n`);
  const list = (title: string, key: 'failures' | 'unsteady') => {
    const names = outcomes.flatMap((outcome) => (outcome[key] ?? []).map((test) => `  ${outcome.name}: ${test}`));
    if (names.length > 0) paragraphs.push(`${title}\n${names.join('\n')}\n`);
  };
  list('Failed:', 'failures');
  list('Passed at the second go only, which wants mending:', 'unsteady');
  if (sum('passed') + sum('failed') === 0) paragraphs.push('Nothing was tested.\n');
  paragraphs.push(numbers(sum('passed'), sum('failed'), sum('skipped')));
  return { text: paragraphs.join('\n'), exitCode: sum('failed') > 0 || sum('passed') === 0 ? 1 : 0 };
}
