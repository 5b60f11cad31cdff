import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { integrityOf, versionOf } from '@shop/build/bundle';
import type { StoredRelease, StyleFile } from '@shop/build/registry';
import type { BuiltRemote } from '@shop/build/remote';
import type { BuiltShell } from '@shop/build/shell';
import { SOURCE_COMMIT } from '../config.ts';

/** The release of a slice's build, whose version is derived from the content of its files. @throws Error if it is not built */
export function releaseOf(slice: string, dist: string): StoredRelease {
  for (const part of ['browser', 'server']) {
    if (!fs.existsSync(path.join(dist, part)))
      throw new Error(`${path.join(dist, part)} is missing: build ${slice} first`);
  }
  const files = ['browser', 'server'].flatMap((part) =>
    filesBelow(path.join(dist, part)).map((file) => `${part}/${file}`),
  );
  const integrity = Object.fromEntries(
    files.sort().map((file) => [file, integrityOf(fs.readFileSync(path.join(dist, file)))]),
  );
  const publishedAt = new Date().toISOString();
  const bytes = files.reduce((sum, file) => sum + fs.statSync(path.join(dist, file)).size, 0);
  const commit = commitOf(dist);
  const described = { publishedAt, bytes, ...(commit !== undefined && { commit }) };
  if (slice === 'shell') {
    const { packageVersion, shared, entry } = readJson<BuiltShell>(path.join(dist, 'browser/shell.json'));
    return { slice, version: versionOf(packageVersion, integrity), ...described, integrity, shared, entry };
  }
  const built = readJson<BuiltRemote>(path.join(dist, 'browser/remote.json'));
  const entry = files.find((file) => /^browser\/remoteEntry\.\w+\.js$/.test(file));
  if (!entry) throw new Error(`${slice}/dist/browser has no remoteEntry`);
  const manifest = readJson<Manifest>(path.join(dist, 'browser/mf-manifest.json'));
  return {
    name: built.name,
    slice,
    version: versionOf(built.packageVersion, integrity),
    ...described,
    integrity,
    shared: built.shared,
    entry: entry.replace('browser/', ''),
    pages: built.pages,
    parts: Object.fromEntries(built.parts.map((id) => [id, { styles: stylesOf(id, manifest) }])),
  };
}

/** Of the files that are deployed: what was built of uncommitted changes has a `+`. In an image, what its build was told. */
function commitOf(dist: string): string | undefined {
  if (SOURCE_COMMIT) return SOURCE_COMMIT;
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: dist, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`;
  } catch {
    return undefined;
  }
}

const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

const readJson = <T>(file: string): T => JSON.parse(fs.readFileSync(file, 'utf8')) as T;

interface Manifest {
  exposes: { name: string; assets: { css: { sync: string[] } } }[];
}

/** Styles of a part's initial chunks; lazy chunks load their own. A file's name starts with its chunk's. */
function stylesOf(id: string, manifest: Manifest): StyleFile[] {
  const name = id.replace(/^.*\//, '');
  const exposed = manifest.exposes.find((one) => one.name === name);
  return (exposed?.assets.css.sync ?? []).map((file) => ({ file, chunk: file.replace(/\.[0-9a-f]+\.css$/, '') }));
}
