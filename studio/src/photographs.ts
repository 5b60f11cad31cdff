import fs from 'node:fs';
import path from 'node:path';

/** Where the finished photographs lie, committed: nobody needs Blender to run the shop. */
export const PHOTOGRAPHS = path.join(path.dirname(import.meta.dirname), 'photographs');
const MANIFEST = path.join(PHOTOGRAPHS, 'manifest.json');

/** Name of a photograph → what it was made from. */
export type Manifest = Record<string, string>;

export const readManifest = (): Manifest =>
  fs.existsSync(MANIFEST) ? (JSON.parse(fs.readFileSync(MANIFEST, 'utf8')) as Manifest) : {};

export function writeManifest(manifest: Manifest): void {
  const sorted = Object.fromEntries(Object.entries(manifest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  fs.writeFileSync(`${MANIFEST}.new`, `${JSON.stringify(sorted, null, 2)}\n`);
  fs.renameSync(`${MANIFEST}.new`, MANIFEST);
}

export const fileOf = (name: string): string => path.join(PHOTOGRAPHS, `${name}.avif`);

/** Names of the photographs that are there. */
export const taken = (): Set<string> =>
  new Set(Object.keys(readManifest()).filter((name) => fs.existsSync(fileOf(name))));
