import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fontFiles } from '../../tools/fonts.ts';

const MAX_BYTES = 60 * 1024;
const tokens = fs.readFileSync(path.join(import.meta.dirname, '../tokens.css'), 'utf8');

describe('the fonts', () => {
  it('are what their packages hold, cut by the tool', async () => {
    for (const [name, content] of await fontFiles()) {
      const committed = fs.readFileSync(path.join(import.meta.dirname, name));
      expect({ name, same: committed.equals(Buffer.from(content)) }).toEqual({ name, same: true });
    }
  });

  it('stay small together', () => {
    const files = fs.globSync('*.woff2', { cwd: import.meta.dirname });
    const bytes = files.reduce((sum, file) => sum + fs.statSync(path.join(import.meta.dirname, file)).size, 0);
    expect(files.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(MAX_BYTES);
  });

  it('and their stand-ins are the families of the tokens', () => {
    const sheet = fs.readFileSync(path.join(import.meta.dirname, 'fonts.css'), 'utf8');
    const families = new Set([...sheet.matchAll(/font-family: '([^']+)'/g)].map(([, family]) => family));
    expect(families.size).toBeGreaterThan(2);
    for (const family of families) expect(tokens).toContain(`'${family}'`);
  });
});
