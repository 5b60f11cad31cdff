import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../config.ts';
import { walls } from './import-walls.ts';
import { importBreaches, lineBreaches, type Breach } from './walls.ts';

const BROKEN = path.join(import.meta.dirname, 'broken');
const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'broken-'));
let imports: Breach[];
let lines: Breach[];

/** Installs the broken workspace as npm does: its own packages as links, the others from this project. */
beforeAll(async () => {
  fs.cpSync(BROKEN, folder, { recursive: true });
  fs.copyFileSync(path.join(ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  const modules = path.join(folder, 'node_modules');
  fs.mkdirSync(path.join(modules, '@shop'), { recursive: true });
  for (const file of fs.globSync(['*/package.json', '*/*/package.json'], { cwd: BROKEN })) {
    const place = path.dirname(file);
    fs.symlinkSync(path.join(folder, place), path.join(modules, '@shop', path.basename(place)));
  }
  for (const name of ['react', 'mongoose', 'razorpay', 'pino', 'fast-check']) {
    fs.symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
  [imports, lines] = await Promise.all([importBreaches(folder), lineBreaches(folder)]);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const breachesOf = (breaches: Breach[], file: string) => breaches.filter((breach) => breach.file === file);

const wallOf = (file: string) => path.basename(file).split('.')[0]!;

describe('walls between folders', () => {
  const comments = new Map(walls.map(({ name, comment }) => [name, comment]));
  const files = fs.globSync('**/*.ts', { cwd: BROKEN });
  const examples = files.filter((file) => comments.has(wallOf(file)));

  it('have a broken example each', () => {
    const shown = new Set(examples.map(wallOf));
    expect([...comments.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });

  it.each(examples)('refuse %s and say where the line belongs', (file) => {
    const wall = wallOf(file);
    // A cycle is reported at one of its two files.
    const refused = imports.filter((one) => one.wall === wall && path.dirname(one.file) === path.dirname(file));
    expect(refused.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^imports .+\n +.{60,}\.$/));
  });

  it('let through what stands in its room', () => {
    const innocent = files.filter((file) => !examples.includes(file));
    expect(imports.filter(({ file }) => innocent.includes(file))).toEqual([]);
  });
});

describe('walls in a single line', () => {
  it.each([
    ['services/catalog/src/environment-outside-config.ts', "this project's config.ts"],
    ['services/catalog/src/environment-imported.ts', "this project's config.ts"],
    ['services/catalog/src/console-in-a-service.ts', 'logger of @shop/service-kit'],
    ['packages/ui/src/fetch-in-ui.ts', "a feature's api/ folder"],
    ['mfe-checkout/src/bare-remote-import.ts', '<Fragment id='],
    ['services/cart-order/src/slice-imports-slice.ts', 'A slice is never imported'],
    ['mfe-checkout/src/not-found.ts', 'through what its package.json exports'],
  ])('refuse %s and name %s', (file, place) => {
    expect(breachesOf(lines, file).map(({ message }) => message)).toContainEqual(expect.stringContaining(place));
  });

  it('let config.ts read the environment', () => {
    expect(breachesOf(lines, 'services/catalog/src/config.ts')).toEqual([]);
  });
});
