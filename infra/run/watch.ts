// Rebuilds one slice whenever a file of it changes, and brings the result into the running shop:
// `node infra/run/watch.ts <folder> development`, started by `npm run dev`.
import { rspack, type Configuration } from '@rspack/core';
import path from 'node:path';
import { inheritedEnvironment, ROOT } from '../config.ts';
import { publishBuilt } from '../deploy/publish.ts';
import { restartPart, rollShell } from './control.ts';
import { LOG_FOLDER, REMOTES, SERVICES } from './parts.ts';
import type { Program } from './process.ts';

/** Folders of all slices that can be watched. */
export const WATCHABLE: string[] = [
  'shell',
  ...REMOTES.map(({ folder }) => folder),
  ...SERVICES.map(({ folder }) => folder),
  'gateway',
];

/** The watching build of a slice, as a part of the running shop. */
export function watcher(folder: string): Program {
  const name = `watch ${folder}`;
  return {
    name,
    command: process.execPath,
    // The word after the folder is what `packages/build` looks for.
    args: [import.meta.filename, folder, 'development'],
    cwd: path.join(ROOT, folder),
    env: inheritedEnvironment(),
    log: path.join(LOG_FOLDER, `${path.basename(folder)}.watch.log`),
    ready: async () => undefined,
  };
}

/** Brings a finished build into the shop: frontends are published, servers started anew. */
async function bringIn(folder: string): Promise<void> {
  if (folder === 'shell' || folder.startsWith('mfe-')) {
    await publishBuilt([folder], { dev: true });
    if (folder === 'shell') await rollShell();
  } else {
    await restartPart(path.basename(folder));
  }
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder || !WATCHABLE.includes(folder)) throw new Error(`"${folder}" is none of ${WATCHABLE.join(', ')}`);
  const { default: made } = (await import(path.join(ROOT, folder, 'rspack.config.ts'))) as {
    default: Configuration | Configuration[];
  };
  const configs = Array.isArray(made) ? made : [made];
  for (const config of configs) config.optimization = { ...config.optimization, minimize: false };
  let last = Promise.resolve();
  rspack(configs).watch({ aggregateTimeout: 100 }, (error, stats) => {
    if (error || !stats || stats.hasErrors()) {
      console.log(`${folder} does not build:\n${error?.message ?? stats?.toString({ preset: 'errors-only' })}`);
      return;
    }
    last = last
      .then(() => bringIn(folder))
      .then(() => console.log(`${new Date().toISOString()} ${folder} is rebuilt and runs`))
      .catch((failure: unknown) => console.log(`${folder} is rebuilt but does not run: ${(failure as Error).message}`));
  });
}
