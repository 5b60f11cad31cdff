import fs from 'node:fs';

import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { temporaryFolder } from '../run/test-program.ts';
import { timeLimitComplaints } from './time-limits.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const complaintsOf = (text: string): string[] => {
  fs.writeFileSync(path.join(root, 'any.spec.ts'), text);
  return timeLimitComplaints(root);
};

it.each([
  ['a hook', 'beforeAll(async () => {\n  await start();\n}, 60_000);\n', 'any.spec.ts:3 "}, 60_000);"'],
  ['a condition', `await eventually(done, { ${'withinMs'}: 5_000 });\n`, 'any.spec.ts:1 "await eventually'],
  ['what is measured', `${'expect'}(performance.now() - started).toBeLessThan(4_000);\n`, 'any.spec.ts:1 "expect('],
])('refuses a time limit of %s in a spec', (_, text, complaint) => {
  expect(complaintsOf(text)).toEqual([expect.stringContaining(complaint)]);
});

it('leaves numbers alone that are no limit of a test', () => {
  expect(
    complaintsOf('setInterval(() => {\n  tick();\n}, 10);\nlist.reduce((a, b) => {\n  return a + b;\n}, 0);\n'),
  ).toEqual([]);
});
