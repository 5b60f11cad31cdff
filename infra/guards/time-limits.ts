import fs from 'node:fs';
import path from 'node:path';

const SPECS = '**/*.spec.{ts,tsx}';
const SKIPPED = /(^|\/)(node_modules|dist|\.\w+)(\/|$)/;
/** The test of the limit itself. */
const EXEMPT = 'packages/test-kit/src/eventually.spec.ts';
/** Of a test or hook (`}, 60_000);`), or of a condition. */
const TIME_LIMIT = /^\s*\}, \d[\d_]{3,}\);|\bwithinMs: \d/;
/** The time since something: `expect(performance.now() - started)`. */
const ELAPSED = /\bexpect\([^)]*\b(?:Date|performance)\.now\(\) - /;

/**
 * Lines of specs below `root` with a time limit of their own, or that expect something of the time that passed: they pass or fail
 * with the speed of the machine. The limits of `jest-preset.mjs` and `eventually` end what hangs, on the slowest machine too.
 */
export const timeLimitComplaints = (root: string): string[] =>
  fs
    .globSync(SPECS, { cwd: root, exclude: (name) => SKIPPED.test(name) })
    .filter((file) => file !== EXEMPT)
    .flatMap((file) =>
      fs
        .readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          TIME_LIMIT.test(line) || ELAPSED.test(line)
            ? [
                `${file}:${index + 1} "${line.trim()}" (time-limits)\n    Leave the limit out: the default ends what hangs.`,
              ]
            : [],
        ),
    );
