import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../run/test-program.ts';
import { documentComplaints } from './documents.ts';

const root = temporaryFolder();

function write(file: string, text: string) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), text);
}

describe('documents', () => {
  beforeEach(() => {
    write('package.json', JSON.stringify({ scripts: { start: '' } }));
    write('packages/ui/package.json', JSON.stringify({ scripts: { fonts: '' } }));
    write('services/payment/src/attempts/payment.machine.ts', '');
    write('CONTRIBUTING.md', '# Contributing\n\n## Take over a slice\n');
  });

  it('may name files by the end of their path, headings, and scripts of the project and of a package', () => {
    write(
      'services/payment/README.md',
      'See `src/attempts/payment.machine.ts`, `attempts/*.machine.ts`, [more](../../CONTRIBUTING.md#take-over-a-slice) and ' +
        '[elsewhere](https://example.com). `npm run start`, `npm run fonts -w @shop/ui`, `/remotes.json`, `order.created.v1`, `.ts`.',
    );
    expect(documentComplaints(root)).toEqual([]);
  });

  it.each([
    ['a file', '`attempts/payment.rules.ts`', 'attempts/payment.rules.ts'],
    ['a link', '[why](docs/why.md)', 'docs/why.md'],
    ['a heading', '[how](../../CONTRIBUTING.md#ship-it)', '../../CONTRIBUTING.md#ship-it'],
    ['a script', '`npm run ship`', 'npm run ship'],
    ['a script of a package', '`npm run start -w @shop/ui`', 'npm run start -w @shop/ui'],
  ])('are told of %s that is gone', (_what, text, name) => {
    write('services/payment/README.md', text);
    expect(documentComplaints(root)).toEqual([`services/payment/README.md: ${name} is not there`]);
  });

  it('are left alone in examples', () => {
    write('services/payment/README.md', '```sh\nnpm run ship\n```\n');
    expect(documentComplaints(root)).toEqual([]);
  });

  it('list every decision in the table of decisions', () => {
    write('docs/adr/0001-listed.md', '# 0001 Listed');
    write('docs/adr/0002-forgotten.md', '# 0002 Forgotten');
    write('docs/adr/README.md', '| [0001](0001-listed.md) |');
    expect(documentComplaints(root)).toContain('docs/adr/README.md: 0002-forgotten.md is not listed');
    expect(documentComplaints(root)).not.toContain('docs/adr/README.md: 0001-listed.md is not listed');
  });
});
