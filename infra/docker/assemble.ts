// `node infra/docker/assemble.ts <folder of a slice> <out>`: writes the content of a built slice's image to `out`, laid out like
// the project: its `dist`, and the packages of node_modules that its bundles import by name.
import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { init, parse } from 'es-module-lexer';
import { ROOT } from '../config.ts';
import { closure, installedAt, readLock } from '../lockfile.ts';

/** Their variables, which `infra/run` reads. */
const PROVIDER_SOURCES = fs.globSync('services/payment/src/providers/{deployment,deployments,*/deployment}.ts', {
  cwd: ROOT,
});

/** The sources by which a frontend publishes itself, not bundled. */
const PUBLISHING_SOURCES = [
  ...['infra/config.ts', 'infra/ports.ts', 'infra/deploy', 'infra/run', 'infra/docker', 'infra/provision/users.ts'],
  ...['packages/build/package.json', 'packages/build/src/registry.ts', 'packages/build/src/bundle.ts'],
  ...['packages/storage/package.json', 'packages/storage/src'],
  ...PROVIDER_SOURCES,
];

interface FromSource {
  sources: string[];
  /** That it imports by name; without a list those of its own package.json. */
  packages?: string[];
  /** Our own packages that it imports by name, with what they import. */
  shared?: string[];
  /** Those of which `sources` has some files, which import no packages. */
  partly?: string[];
}

/** What looks at dead letters, of services and of the operator. */
const DEAD_LETTER_SOURCES = [
  'packages/service-kit/package.json',
  ...['dead-letters', 'headers', 'with-channel', 'release-channel'].map(
    (name) => `packages/service-kit/src/events/${name}.ts`,
  ),
];

const FROM_SOURCE: Record<string, FromSource> = {
  'tools/sandbox': { sources: ['tools/sandbox/package.json', 'tools/sandbox/src', 'tools/sandbox/public'] },
  // The commands of `operator.sh`.
  operator: {
    sources: [
      ...['package.json', 'tools/events', 'infra/config.ts', 'infra/ports.ts', 'infra/run', 'infra/backup'],
      ...[
        'infra/docker/operator.sh',
        'infra/docker/users.ts',
        'infra/provision/users.ts',
        'infra/provision/mongodb-users.ts',
      ],
      ...['storage', 'contracts'].flatMap((name) => [`packages/${name}/package.json`, `packages/${name}/src`]),
      ...DEAD_LETTER_SOURCES,
      ...PROVIDER_SOURCES,
    ],
    packages: ['amqplib', 'mongodb', 'redis', 'zod'],
    shared: ['storage', 'contracts'],
    partly: ['service-kit'],
  },
};

/** @returns the locations of the packages that it copied */
export async function assemble(slice: string, out: string, dist = path.join(ROOT, slice, 'dist')): Promise<string[]> {
  await init;
  const isFrontend = /^(shell|mfe-)/.test(slice);
  const fromSource = FROM_SOURCE[slice];
  const sources = fromSource?.sources ?? [`${slice}/package.json`, ...(isFrontend ? PUBLISHING_SOURCES : [])];
  for (const place of sources) copy(place, out);
  if (!fromSource) fs.cpSync(dist, path.join(out, slice, 'dist'), { recursive: true });
  const linked = isFrontend ? ['build', 'storage'] : (fromSource?.shared ?? []);
  for (const name of [...linked, ...(fromSource?.partly ?? [])]) {
    fs.mkdirSync(path.join(out, 'node_modules/@shop'), { recursive: true });
    // As npm makes it: Node strips no types inside node_modules.
    fs.symlinkSync(`../../packages/${name}`, path.join(out, 'node_modules/@shop', name));
  }

  const lock = readLock();
  const places = new Set<string>();
  // Publishing a remote renders a page, with the packages that the page kit shares.
  if (fromSource && !fromSource.packages) closure(lock, slice, places);
  else for (const name of isFrontend ? ['mfe-kit', 'storage'] : linked) closure(lock, `packages/${name}`, places);
  for (const name of fromSource ? (fromSource.packages ?? []) : importsOf(path.join(out, slice, 'dist'))) {
    const place = installedAt(lock, slice, name);
    if (place?.includes('node_modules/')) closure(lock, place, places);
  }
  // Optional packages may be for another platform.
  const installed = [...places]
    .filter((place) => place.includes('node_modules/') && fs.existsSync(path.join(ROOT, place)))
    .sort();
  for (const place of installed) copy(place, out, (file) => !/\.(map|md|markdown|d\.[cm]?ts)$/i.test(file));
  return installed;
}

/** Packages that the bundles in `folder` import. */
function importsOf(folder: string): string[] {
  const files = fs.globSync('**/*.{js,mjs}', { cwd: folder, exclude: ['browser/**'] });
  const specifiers = files.flatMap((file) => {
    const [imports] = parse(fs.readFileSync(path.join(folder, file), 'utf8'));
    return imports.flatMap(({ n: specifier }) => (specifier === undefined ? [] : [specifier]));
  });
  const names = specifiers.filter((specifier) => !isBuiltin(specifier) && !/^[./]/.test(specifier));
  return [...new Set(names.map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')))];
}

function copy(place: string, out: string, wanted: (file: string) => boolean = () => true): void {
  fs.cpSync(path.join(ROOT, place), path.join(out, place), {
    recursive: true,
    dereference: true,
    filter: (file) => !/\.spec\.tsx?$/.test(file) && wanted(file),
  });
}

if (import.meta.main) {
  const [slice, out] = process.argv.slice(2);
  if (!slice || !out) throw new Error('node infra/docker/assemble.ts <folder of a slice> <out>');
  const places = await assemble(slice.replace(/\/$/, ''), path.resolve(out));
  console.log(`${slice}: ${places.length} packages stay outside the bundle`);
}
