import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newService } from './new-service.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const BIN = path.join(REPOSITORY, 'node_modules/.bin');

// A copy of what a service depends on, inside the repository so that it resolves the same libraries.
let root: string;
beforeAll(() => {
  const cache = path.join(REPOSITORY, '.cache');
  fs.mkdirSync(cache, { recursive: true });
  root = fs.mkdtempSync(path.join(cache, 'new-service-'));
  const copies = ['tsconfig.base.json', 'infra/ports.ts', 'infra/run/programs.ts', 'gateway/src/routes.ts'];
  for (const name of ['contracts', 'service-kit', 'test-kit', 'build']) copies.push(`packages/${name}`);
  for (const copy of copies) {
    fs.cpSync(path.join(REPOSITORY, copy), path.join(root, copy), {
      recursive: true,
      filter: (file) => !/\/(node_modules|dist|coverage)$/.test(file),
    });
  }
  fs.mkdirSync(path.join(root, 'node_modules/@shop'), { recursive: true });
  for (const name of ['contracts', 'service-kit', 'test-kit', 'build']) {
    fs.symlinkSync(path.join(root, 'packages', name), path.join(root, 'node_modules/@shop', name));
    const own = path.join(REPOSITORY, 'packages', name, 'node_modules');
    if (fs.existsSync(own)) fs.symlinkSync(own, path.join(root, 'packages', name, 'node_modules'));
  }
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

/** Runs a program in the new service's folder. @throws Error with its output when it fails */
function run(...command: string[]): void {
  const done = spawnSync(process.execPath, command, {
    cwd: path.join(root, 'services/gift-card'),
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (done.status !== 0) throw new Error(`${command.join(' ')}\n${done.stdout}\n${done.stderr}`);
}

describe('the service template', () => {
  it('makes a service that is in all lists, type-checks, builds, and passes its own tests', () => {
    const written = newService({ root, service: 'gift-card', thing: 'voucher' });
    const relative = written.map((file) => path.relative(root, file));
    expect(relative).toEqual(
      expect.arrayContaining([
        'services/gift-card/src/vouchers/vouchers.controller.ts',
        'services/gift-card/src/vouchers/vouchers.spec.ts',
        'packages/contracts/src/gift-card/vouchers.ts',
        'packages/contracts/src/registry.ts',
        'gateway/src/routes.ts',
      ]),
    );
    expect(fs.readFileSync(path.join(root, 'infra/ports.ts'), 'utf8')).toMatch(/\n {2}giftCard: 1\d,\n/);
    for (const file of written) expect(fs.readFileSync(file, 'utf8')).not.toMatch(/__\w+__/);

    run(path.join(BIN, '../typescript7/bin/tsc'), '-p', '.');
    run(path.join(BIN, '../@rspack/cli/bin/rspack.js'), 'build', '--config', 'rspack.config.ts');
    for (const built of ['main.js', 'migrate.js']) {
      expect(fs.existsSync(path.join(root, 'services/gift-card/dist', built))).toBe(true);
    }
    run('--experimental-vm-modules', path.join(BIN, '../jest/bin/jest.js'), '--ci');
  });

  it('refuses names that do not do or are taken, before it writes anything', () => {
    expect(() => newService({ root, service: 'GiftCard', thing: 'voucher' })).toThrow('is not a valid service name');
    expect(() => newService({ root, service: 'loyalty', thing: 'Points!' })).toThrow('is not a valid entity name');
    expect(() => newService({ root, service: 'gift-card', thing: 'voucher' })).toThrow('exists already');
    expect(fs.existsSync(path.join(root, 'services/loyalty'))).toBe(false);
  });
});
