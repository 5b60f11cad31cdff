import { afterAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');
const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'test-kit-'));
const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** How the run of one project with these files ends. */
function run(files: Record<string, string>): { passed: number; failures: string[] } {
  fs.rmSync(path.join(folder, 'node_modules'), { force: true });
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  write('package.json', '{ "type": "module" }');
  write(
    'jest.config.mjs',
    `import { projects } from '@shop/test-kit/jest-preset';
     export default projects('fixture', { testInfra: false });`,
  );
  for (const [name, text] of Object.entries(files)) write(name, text);
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const flags = ['--ci', '--runInBand', '--json', '--outputFile=counts.json'];
  try {
    execFileSync(process.execPath, [jest, ...flags], { cwd: folder, stdio: 'ignore' });
  } catch {
    // The counts say what failed.
  }
  const counted = JSON.parse(fs.readFileSync(path.join(folder, 'counts.json'), 'utf8')) as {
    numPassedTests: number;
    testResults: { message: string }[];
  };
  for (const name of Object.keys(files)) fs.rmSync(path.join(folder, name));
  return {
    passed: counted.numPassedTests,
    failures: counted.testResults.map(({ message }) => message).filter(Boolean),
  };
}

it('loads a module once, and puts back what a test file replaced', () => {
  const spec = `
    import { expect, it, jest } from '@jest/globals';
    import { shared } from './shared.ts';

    it('finds everything as it was', () => {
      expect([process.env['LEFT'], typeof fetch, shared.one(), Date.now() > 1_000]).toEqual([undefined, 'function', 1, true]);
      process.env['LEFT'] = 'by the other file';
      Object.assign(globalThis, { fetch: undefined });
      jest.spyOn(shared, 'one').mockReturnValue(2);
      jest.useFakeTimers({ now: 0 });
    });`;
  const { passed, failures } = run({
    'shared.ts': `
      import fs from 'node:fs';
      fs.appendFileSync(import.meta.dirname + '/loaded.txt', 'once ');
      export const shared = { one: () => 1 };`,
    'first.spec.ts': spec,
    'second.spec.ts': spec,
  });
  expect(failures).toEqual([]);
  expect(passed).toBe(2);
  expect(fs.readFileSync(path.join(folder, 'loaded.txt'), 'utf8')).toBe('once ');
});

it('names the line of the source, and ends a test that hangs', () => {
  const { passed, failures } = run({
    'lines.spec.ts': `
      import { expect, it } from '@jest/globals';

      interface Erased {
        before: string;
      }

      it('is wrong', () => {
        const found: Erased = { before: 'a' };
        expect(found.before).toBe('b');
      });
      it('hangs', () => new Promise(() => {}), 50);`,
  });
  expect(passed).toBe(0);
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain('lines.spec.ts:10:30');
  expect(failures[0]).toContain('Exceeded timeout of 50 ms');
  expect(failures[0]).toContain('lines.spec.ts:12:7');
});
