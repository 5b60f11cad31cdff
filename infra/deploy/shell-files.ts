import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inParallel, integrityOf, readFile } from '@shop/build/bundle';
import type { ShellRelease } from '@shop/build/registry';
import type { Storage } from '@shop/storage';
import { ROOT, RUN_FOLDER } from '../config.ts';

const FOLDER = path.join(RUN_FOLDER, 'shell');

/**
 * Copies the server of a version of the shell out of the storage, to be run from this machine's disk.
 *
 * @returns its folder: `main.mjs` is the server, `render-worker.mjs` a renderer
 */
export async function provideShell(storage: Storage, release: ShellRelease): Promise<string> {
  const folder = path.join(FOLDER, release.version);
  const files = Object.keys(release.integrity).filter((file) => file.startsWith('server/'));
  const isWhole = () =>
    files.every((file) => {
      const at = path.join(folder, file);
      return fs.existsSync(at) && integrityOf(fs.readFileSync(at)) === release.integrity[file];
    });
  if (!isWhole()) {
    // Of its own: another process may be copying the same.
    const copy = `${folder}.${crypto.randomUUID()}`;
    await inParallel(files, async (file) => {
      const { bytes } = await readFile(storage, release, file);
      fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
      fs.writeFileSync(path.join(copy, file), bytes);
    });
    put(copy, folder, isWhole);
  }
  linkPackages();
  return path.join(folder, 'server');
}

/** Of two that do it at the same time, the first is enough. */
function put(copy: string, folder: string, isWhole: () => boolean): void {
  for (;;) {
    try {
      return fs.renameSync(copy, folder);
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      fs.rmSync(isWhole() ? copy : folder, { recursive: true, force: true });
      if (!fs.existsSync(copy)) return;
    }
  }
}

/** The server resolves React etc. from a parent folder; one outside the project gets a link. */
function linkPackages(): void {
  if (FOLDER.startsWith(ROOT + path.sep)) return;
  try {
    fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(FOLDER, 'node_modules'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** To be called while no shell runs: one of before starts renderers out of its folder. */
export function removeOtherShells(version: string): void {
  for (const name of fs.readdirSync(FOLDER)) {
    if (![version, 'node_modules'].includes(name)) fs.rmSync(path.join(FOLDER, name), { recursive: true, force: true });
  }
}
