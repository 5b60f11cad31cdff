import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { temporaryFolder } from '../run/test-program.ts';
import { diamondComplaints } from './diamonds.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};

it('texts, fixtures and documents that call a diamond lab-grown are named with what to write', () => {
  write('services/content/src/demo-data/pages.ts', "const a = 'Natural';\nconst b = 'A lab grown diamond';\n");
  write('docs/page.md', 'Rings with an LGD.\n');
  expect(diamondComplaints(root).sort()).toEqual([
    expect.stringMatching(/^docs\/page.md:1 "LGD": Write “laboratory-grown diamond”/),
    expect.stringMatching(
      /^services\/content\/src\/demo-data\/pages.ts:2 "lab grown": Write “laboratory-grown diamond”/,
    ),
  ]);
});

it('words that shoppers type may stand among the synonyms', () => {
  write('services/catalog/src/demo-data/synonyms.ts', "const words = ['lgd', 'lab grown diamond'];\n");
  write('mfe-storefront/src/page.ts', "const text = 'Laboratory-Grown Diamond';\n");
  expect(diamondComplaints(root)).toEqual([]);
});
