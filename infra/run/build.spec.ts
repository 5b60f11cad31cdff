import { beforeEach, describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import path from 'node:path';
import { failedTasks, fingerprint } from './build.ts';
import { temporaryFolder } from './test-program.ts';

describe('the fingerprint of the sources', () => {
  let root: string;
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };

  beforeEach(() => {
    root = temporaryFolder();
    write('package.json', JSON.stringify({ workspaces: ['services/*', 'shell'] }));
    write('package-lock.json', '{}');
    write('services/catalog/package.json', '{}');
    write('services/catalog/src/main.ts', 'one');
  });

  it('stays when nothing changed', () => {
    expect(fingerprint(root)).toBe(fingerprint(root));
  });

  it.each(['services/catalog/src/main.ts', 'services/catalog/src/new.ts', 'package-lock.json', 'shell/package.json'])(
    'changes with %s',
    (file) => {
      const before = fingerprint(root);
      write(file, 'changed');
      expect(fingerprint(root)).not.toBe(before);
    },
  );

  it.each([
    'services/catalog/dist/main.js',
    'services/catalog/src/main.spec.ts',
    'services/catalog/README.md',
    'services/catalog/node_modules/x/index.js',
    'infra/run/start.ts',
  ])('does not change with %s, which no build reads', (file) => {
    const before = fingerprint(root);
    write(file, 'changed');
    expect(fingerprint(root)).toBe(before);
  });
});

describe('a failed build', () => {
  it('shows what the failed task said, and nothing of the others', () => {
    const output = [
      '> nx run @shop/catalog:build',
      'compiled',
      '',
      '> nx run @shop/payment:build',
      '',
      "ERROR in ./src/main.ts: Can't resolve './gone.ts'",
      '',
      ' NX   Running target build for 2 projects failed',
      '',
      'Failed tasks:',
      '',
      '- @shop/payment:build',
      '',
    ].join('\n');
    expect(failedTasks(output)).toBe(
      "> nx run @shop/payment:build\n\nERROR in ./src/main.ts: Can't resolve './gone.ts'",
    );
  });

  it('has nothing to show when no task failed', () => {
    expect(failedTasks('> nx run @shop/catalog:build\ncompiled\n')).toBe('');
  });
});
