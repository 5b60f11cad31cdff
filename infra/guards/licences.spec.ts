import { describe, expect, it } from '@jest/globals';
import type { Lock } from '../lockfile.ts';
import { licencesPage, refusedLicences, shippedPackages } from './licences.ts';

const lock = (licence: string | undefined): Lock => ({
  packages: {
    '': {},
    'services/content': { dependencies: { '@shop/kit': '0.0.0', images: '1.0.0' } },
    'node_modules/@shop/kit': { link: true, resolved: 'packages/kit' },
    'packages/kit': { dependencies: { logger: '1.0.0' } },
    'node_modules/logger': { version: '1.0.0', license: 'MIT', optionalDependencies: { absent: '1.0.0' } },
    'node_modules/images': { version: '1.0.0', license: 'ISC', dependencies: { deep: '2.0.0' } },
    'node_modules/images/node_modules/deep': { version: '2.0.0', ...(licence && { license: licence }) },
    'node_modules/deep': { version: '1.0.0', license: 'AGPL-3.0' },
    'node_modules/builder': { version: '1.0.0', license: 'GPL-3.0' },
  },
});

describe('licences', () => {
  it('lists what a slice carries through packages of this project, in the version it finds', () => {
    expect(shippedPackages(lock('MIT')).map(({ name, version }) => `${name}@${version}`)).toEqual([
      'deep@2.0.0',
      'images@1.0.0',
      'logger@1.0.0',
    ]);
  });

  it.each(['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'SEE LICENSE IN LICENSE', undefined])(
    'refuses %s and names the slice that carries it',
    (licence) => {
      expect(refusedLicences(shippedPackages(lock(licence)))).toEqual([
        expect.stringContaining('deep@2.0.0 in services/content'),
      ]);
    },
  );

  it.each(['Apache-2.0', '(MIT OR GPL-3.0)', 'MIT AND ISC'])('lets %s through', (licence) => {
    expect(refusedLicences(shippedPackages(lock(licence)))).toEqual([]);
  });

  it('lets copyleft through by exception only for the package it names', () => {
    const one = { version: '1.0.0', licence: 'Apache-2.0 AND LGPL-3.0-or-later', slices: ['services/content'] };
    expect(refusedLicences([{ ...one, name: '@img/sharp-linux-x64' }])).toEqual([]);
    expect(refusedLicences([{ ...one, name: 'other' }])).toHaveLength(1);
  });

  it('writes a page with a row for each package', async () => {
    expect(await licencesPage(shippedPackages(lock('MIT')))).toMatch(/\| deep +\| 2\.0\.0 +\| MIT +\| content +\|/);
  });
});
