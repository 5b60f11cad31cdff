import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@shop/test-kit';
import { execa } from 'execa';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../../infra/config.ts';
import { nxEnvironment, runTargets } from './nx.ts';
import { check, conclude, line, type Outcome } from './outcome.ts';
import { checkTypes } from './types.ts';
import { projectsNamed, projectsOf, short } from '../../infra/workspace.ts';

// A workspace with the nx.json, nx and jest of this project and one small project per case.
const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'test-run-'));
const write = (file: string, content: string) => {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), content);
};
const project = (name: string, targets: object, spec?: string) => {
  write(`${name}/package.json`, JSON.stringify({ name: `@fixture/${name}`, version: '0.0.0', nx: { targets } }));
  write(`${name}/jest.config.mjs`, "export default { testMatch: ['**/*.spec.mjs'], transform: {} };");
  if (spec) write(`${name}/one.spec.mjs`, `import { expect, it } from '@jest/globals';\n${spec}`);
};
const command = (text: string) => ({ options: { command: text } });

beforeAll(() => {
  write('package.json', JSON.stringify({ name: 'fixture', private: true, workspaces: ['*'] }));
  for (const file of ['nx.json', 'package-lock.json', 'tsconfig.base.json'])
    fs.copyFileSync(path.join(ROOT, file), path.join(folder, file));
  for (const place of ['node_modules', 'infra', 'tools'])
    fs.symlinkSync(path.join(ROOT, place), path.join(folder, place));
  project('green', { test: {} }, "it('one', () => {}); it('two', () => {}); it.skip('three', () => {});");
  project(
    'red',
    { test: {} },
    "it('holds', () => {}); it('breaks', () => { expect('the shown').toBe('the wanted'); });",
  );
  project('unloadable', { test: {} }, "import './missing.mjs'; it('is never reached', () => {});");
  project(
    'traced',
    { test: {} },
    "it('fails', () => { throw new Error('at home\\nTrace: .run/traces/one/fails/visit-1'); });",
  );
  project(
    'untidy',
    { test: {} },
    `import fs from 'node:fs';
     import os from 'node:os';
     it('leaves a folder', () => fs.writeFileSync('${path.join(folder, 'left.txt')}', fs.mkdtempSync(os.tmpdir() + '/left-')));`,
  );
  project('open', { test: {} }, "import net from 'node:net'; it('listens', () => void net.createServer().listen(0));");
  project(
    'endless',
    { test: {} },
    `import fs from 'node:fs'; it('goes on', () => new Promise(() => fs.writeFileSync('${path.join(folder, 'begun.txt')}', '')));`,
  );
  const teardown = {
    testMatch: ['**/*.spec.mjs'],
    transform: {},
    globalTeardown: '<rootDir>/teardown.mjs',
    testTimeout: 600_000,
  };
  write('endless/jest.config.mjs', `export default ${JSON.stringify(teardown)};`);
  write(
    'endless/teardown.mjs',
    `import fs from 'node:fs'; export default () => fs.writeFileSync('${path.join(folder, 'torn-down.txt')}', '');`,
  );
  project('empty', { test: {} });
  project('skipped', { test: {} }, "it.skip('later', () => {});");
  project('built', { build: command('echo built') });
  project('unbuilt', { build: command('echo no such module && exit 1') });
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

async function run(targets: string[], ...names: string[]): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  const projects = projectsNamed(projectsOf(folder), names);
  await runTargets(folder, targets, projects, (outcome) => (outcomes[outcome.name] = outcome));
  return outcomes;
}
const counts = ({ passed, failed, skipped }: Outcome) => [passed, failed, skipped];

describe('a run of the tests', () => {
  it('counts what passed, failed and was skipped in every project', async () => {
    const outcomes = await run(['build', 'test'], 'green', 'red', 'unloadable', 'empty', 'skipped', 'built', 'unbuilt');
    expect(Object.keys(outcomes).sort()).toEqual([
      ...['build built', 'build unbuilt', 'test empty', 'test green', 'test red', 'test skipped', 'test unloadable'],
    ]);
    expect(counts(outcomes['test green']!)).toEqual([2, 0, 1]);
    expect(counts(outcomes['test red']!)).toEqual([1, 1, 0]);
    expect(counts(outcomes['test unloadable']!)).toEqual([0, 1, 0]);
    expect(counts(outcomes['test empty']!)).toEqual([0, 1, 0]);
    expect(counts(outcomes['test skipped']!)).toEqual([0, 1, 1]);
    expect(counts(outcomes['build built']!)).toEqual([1, 0, 0]);
    expect(counts(outcomes['build unbuilt']!)).toEqual([0, 1, 0]);

    const { text, exitCode } = conclude(Object.values(outcomes));
    expect(exitCode).toBe(1);
    expect(text).toContain('the wanted');
    expect(text).toContain('missing.mjs');
    expect(text).toContain('No tests found');
    expect(text).toContain('no such module');
    expect(text.split('\n').at(-1)).toBe('4 passed, 5 failed, 2 skipped');
  });

  it('keeps the counts of what did not change, and runs what did', async () => {
    const again = await run(['test'], 'green');
    expect(again['test green']).toMatchObject({ passed: 2, skipped: 1, cached: true });
    expect(conclude(Object.values(again))).toEqual({ text: '2 passed, 0 failed, 1 skipped', exitCode: 0 });
    write('green/one.spec.mjs', "import { it } from '@jest/globals';\nit('alone', () => {});");
    expect((await run(['test'], 'green'))['test green']).toMatchObject({ passed: 1, skipped: 0, cached: false });
  });

  it('names what failed, and the traces that it left', async () => {
    const outcomes = Object.values(await run(['test'], 'red', 'traced'));
    const { text } = conclude(outcomes);
    expect(text).toContain('\n  test red: one.spec.mjs: breaks\n');
    expect(text).toContain('\n  test traced: one.spec.mjs: fails\n    Trace: .run/traces/one/fails/visit-1\n');
    expect(outcomes.map(line).sort()).toEqual([...['✗ test red · 1 passed, 1 failed', '✗ test traced']]);
    expect(text.split('\n').at(-1)).toBe('1 passed, 2 failed');
  });

  it('leaves none of the temporary files that its tests made', async () => {
    const outcomes = await run(['test'], 'untidy');
    expect(counts(outcomes['test untidy']!)).toEqual([1, 0, 0]);
    const left = fs.readFileSync(path.join(folder, 'left.txt'), 'utf8');
    expect(path.basename(left)).toMatch(/^left-/);
    expect(fs.existsSync(left)).toBe(false);
  });

  it('ends, and is red, when a test left something open', async () => {
    const outcomes = await run(['test'], 'open');
    expect(counts(outcomes['test open']!)).toEqual([1, 1, 0]);
    expect(outcomes['test open']!.output).toContain('a test of open left something open');
  });

  it('tears down what a project set up for its tests when it is interrupted', async () => {
    const running = execa(process.execPath, ['tools/test/jest.ts', 'endless'], { cwd: folder, reject: false });
    await eventually(() => fs.existsSync(path.join(folder, 'begun.txt')), { what: 'a test that runs' });
    running.kill('SIGINT');
    await running;
    expect(fs.existsSync(path.join(folder, 'torn-down.txt'))).toBe(true);
  });

  it('is red when nothing was tested', () => {
    expect(conclude([])).toEqual({ text: 'No tests ran.\n\n0 passed, 0 failed', exitCode: 1 });
  });

  it('ends in its notes and the counts', () => {
    const { text } = conclude([check('one', true)], ['Storage was tested on a folder.']);
    expect(text).toBe('Storage was tested on a folder.\n1 passed, 0 failed');
  });

  it('finds wrong types, and a project whose types nobody checks', async () => {
    for (const name of ['green', 'red'])
      write(`${name}/tsconfig.json`, '{ "extends": "../tsconfig.base.json", "compilerOptions": { "types": [] } }');
    write('green/source.ts', "export const text: number = 'not a number';");
    write('red/source.ts', 'export const number: number = 1;');
    const outcomes: Outcome[] = [];
    await checkTypes(folder, projectsNamed(projectsOf(folder), ['green', 'red', 'empty']), (one) => outcomes.push(one));
    expect(outcomes.find(({ name }) => name === 'types green')).toMatchObject({
      failed: 1,
      output: expect.stringContaining('source.ts(1,14): error TS2322'),
    });
    expect(outcomes.find(({ name }) => name === 'types red')).toMatchObject({ passed: 1, failed: 0 });
    expect(outcomes.find(({ name }) => name === 'types empty')).toMatchObject({ failed: 1 });
  });

  it('says in a line what came out', () => {
    expect(line(check('lint', true))).toBe('✓ lint');
    expect(line({ name: 'test cart', passed: 2, failed: 1, skipped: 0, cached: true, output: '' })).toBe(
      '✗ test cart · 2 passed, 1 failed (unchanged)',
    );
  });
});

describe('projects', () => {
  it('are found by what people call them', () => {
    const projects = projectsOf(ROOT);
    const found = projectsNamed(projects, ['cart-order', '@shop/catalog', 'services/identity/', 'infra']);
    expect(found.map(short)).toEqual(['cart-order', 'catalog', 'identity', 'infra']);
    expect(() => projectsNamed(projects, ['basket'])).toThrow(/no project "basket".*cart-order/);
  });

  const affectedBy = async (file: string, target: string): Promise<string[]> => {
    const nx = path.join(ROOT, 'node_modules/nx/dist/bin/nx.js');
    const { stdout } = await execa(
      process.execPath,
      [nx, 'show', 'projects', '--affected', `--files=${file}`, `--withTarget=${target}`],
      { cwd: ROOT, extendEnv: false, env: nxEnvironment() },
    );
    return stdout
      .split('\n')
      .filter((name) => name !== '')
      .sort();
  };

  it.each([
    ['mfe-checkout/src/features/cart/cart-drawer.tsx', ['@shop/mfe-checkout']],
    ['services/catalog/src/stock/stock.service.ts', ['@shop/catalog']],
  ])('that %s changes: only its own is built', async (file, expected) => {
    expect(await affectedBy(file, 'build')).toEqual(expected);
  });

  it('that a remote changes: its own tests and the journeys run again', async () => {
    const file = 'mfe-checkout/src/features/cart/cart-drawer.tsx';
    expect(await affectedBy(file, 'test')).toEqual(['@shop/mfe-checkout']);
    expect(await affectedBy(file, 'e2e')).toEqual(['@shop/e2e']);
  });

  it('that a contract changes: whatever leans on it is built and tested', async () => {
    const built = await affectedBy('packages/contracts/src/catalog/product.ts', 'build');
    expect(built).toEqual(
      expect.arrayContaining(['@shop/catalog', '@shop/gateway', '@shop/mfe-checkout', '@shop/shell']),
    );
  });

  it.each([
    ['packages/contracts/src/catalog/product.ts', ['@shop/catalog', '@shop/mfe-admin', 'tools']],
    ['packages/test-kit/src/node-runtime.mjs', ['@shop/catalog', '@shop/mfe-admin', 'infra', 'tools']],
    ['services/cart-order/src/invoices/invoice.rules.ts', ['@shop/cart-order', 'tools']],
  ])('that %s changes: the tests of what leans on it run again', async (file, expected) => {
    expect(await affectedBy(file, 'test')).toEqual(expect.arrayContaining(expected));
  });
});
