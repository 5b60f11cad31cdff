import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { temporaryFolder } from '../run/test-program.ts';
import { PURE_AREAS, pureFileComplaints, pureFiles } from './pure-files.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
  for (const area of PURE_AREAS) fs.mkdirSync(path.join(root, area), { recursive: true });
});
afterEach(() => fs.rmSync(root, { recursive: true }));

function write(...files: string[]): void {
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), '');
  }
}

it('refuses a pure file of an area of the mutants that has no spec beside it', () => {
  write('services/payment/src/claim.rules.ts', 'services/payment/src/attempts/attempt.machine.ts');
  write('services/payment/src/attempts/attempt.machine.spec.ts', 'services/payment/test/claim.rules.spec.ts');
  expect(pureFileComplaints(root)).toEqual([
    expect.stringContaining('services/payment/src/claim.rules.ts (pure-files)'),
  ]);
});

it('leaves out no area that was moved or renamed', () => {
  fs.rmSync(path.join(root, 'services/payment'), { recursive: true });
  expect(() => pureFiles(root)).toThrow(/ENOENT.*services\/payment\/src/);
});

it('finds the pure files of the areas, and no others', () => {
  write(
    'services/payment/src/claim.rules.ts',
    'services/payment/src/claim.rules.spec.ts',
    'services/payment/src/main.ts',
  );
  write('services/identity/src/roles.rules.ts', 'packages/contracts/src/core/tax.rules.ts');
  expect(pureFiles(root)).toEqual(['packages/contracts/src/core/tax.rules.ts', 'services/payment/src/claim.rules.ts']);
});
