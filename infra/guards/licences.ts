// `npm run licences` writes docs/LICENCES.md: the shipped packages and their licences.
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import { ROOT } from '../config.ts';
import { closure, readLock, type Lock } from '../lockfile.ts';

export interface Shipped {
  name: string;
  version: string;
  licence: string;
  /** Folders of the slices whose image contains it. */
  slices: string[];
}

const SLICE = /^(shell|gateway|mfe-[^/]+|services\/[^/]+)$/;
const FREE = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Zlib'],
  ...['CC0-1.0', 'CC-BY-4.0', 'Unlicense', 'Python-2.0', 'OFL-1.1'],
]);
/** Copyleft licences that may be shipped, and why. */
const EXCEPTIONS = [
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is loaded as a shared library, unmodified',
  },
];

/** Packages that declare their licence in a file and not in package.json. */
const LICENCES_IN_FILES: Record<string, string> = { pause: 'MIT', 'passport-strategy': 'MIT', 'png-js': 'MIT' };

/** Every external package that a slice needs at run time, sorted by name and version. */
export function shippedPackages(lock: Lock): Shipped[] {
  const found = new Map<string, Shipped>();
  for (const slice of Object.keys(lock.packages).filter((place) => SLICE.test(place))) {
    for (const place of closure(lock, slice)) {
      if (!place.includes('node_modules/')) continue;
      const { version = '', license } = lock.packages[place]!;
      const name = place.replace(/^.*node_modules\//, '');
      const licence = license ?? LICENCES_IN_FILES[name] ?? 'unknown';
      const one = found.get(`${name}@${version}`) ?? { name, version, licence, slices: [] };
      found.set(`${name}@${version}`, { ...one, slices: [...new Set([...one.slices, slice])] });
    }
  }
  return [...found.values()].sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

/** Packages that may not be shipped, one line each. Of `OR` one licence has to be allowed, of `AND` all. */
export function refusedLicences(shipped: Shipped[]): string[] {
  return shipped
    .filter(({ name, licence }) => !isFree(licence) && !isExcepted(name, licence))
    .map(
      ({ name, version, licence, slices }) =>
        `${name}@${version} in ${slices.join(', ')} has the licence "${licence}": use another library, or ask and add an exception with its reason to infra/guards/licences.ts.`,
    );
}

const isFree = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => FREE.has(one)));

const isExcepted = (name: string, licence: string): boolean =>
  EXCEPTIONS.some(
    (exception) =>
      exception.packages.test(name) &&
      licence.split(' AND ').every((one) => FREE.has(one) || one === exception.licence),
  );

/** The page `docs/LICENCES.md`. */
export function licencesPage(shipped: Shipped[]): Promise<string> {
  const rows = shipped.map(
    ({ name, version, licence, slices }) =>
      `| ${name} | ${version} | ${licence} | ${slices.map((slice) => slice.replace('services/', '')).join(', ')} |`,
  );
  const exceptions = EXCEPTIONS.map(({ licence, why }) => `- ${licence}: ${why}.`);
  const page = [
    '# Licences of what is shipped',
    '',
    'Written by `npm run licences` from package-lock.json; the guards of `npm test` refuse a licence that is unknown or copyleft.',
    'Tools that build and test the shop are not in this list: they are not shipped.',
    '',
    'Allowed by exception:',
    '',
    ...exceptions,
    '',
    '| Package | Version | Licence | Shipped in |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
  return format(page, { parser: 'markdown', printWidth: 120 });
}

/** Refused licences, and an outdated page. */
export async function licenceComplaints(): Promise<string[]> {
  const shipped = shippedPackages(readLock());
  const page = fs.existsSync(PAGE) ? fs.readFileSync(PAGE, 'utf8') : '';
  const stale = page === (await licencesPage(shipped)) ? [] : ['docs/LICENCES.md is out of date: npm run licences'];
  return [...refusedLicences(shipped), ...stale];
}

const PAGE = path.join(ROOT, 'docs/LICENCES.md');

if (import.meta.main) {
  const shipped = shippedPackages(readLock());
  fs.writeFileSync(PAGE, await licencesPage(shipped));
  const refused = refusedLicences(shipped);
  for (const line of refused) console.error(line);
  console.log(`docs/LICENCES.md lists ${shipped.length} packages.`);
  if (refused.length > 0) process.exitCode = 1;
}
