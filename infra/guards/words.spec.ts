import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../run/test-program.ts';
import { wordComplaints } from './words.ts';

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
};

describe('words of comments and documents', () => {
  it('are refused where they hide what is meant, with what to write instead', () => {
    write(
      'services/catalog/src/cache.ts',
      '/** Read anew after a gap. */\nconst a = 1; // not to be had\n/* Once more */\n',
    );
    write('docs/page.md', 'Dropped whatever happens.\n');
    expect(wordComplaints(root).sort()).toEqual([
      'docs/page.md:1 "whatever": write any, regardless of',
      'services/catalog/src/cache.ts:1 "anew": write again, from scratch, fresh',
      'services/catalog/src/cache.ts:2 "to be had": write available, could not be fetched',
      'services/catalog/src/cache.ts:3 "Once more": write again, retried once',
    ]);
  });

  it('are not looked for in code, in texts that shoppers read, or in code spans of documents', () => {
    write(
      'services/catalog/src/cache.ts',
      "export const anew = 'Nobody has reviewed it yet';\n// Reloaded after a gap.\n",
    );
    write('README.md', 'The function `anew()`.\n');
    expect(wordComplaints(root)).toEqual([]);
  });
});
