// Rebuilds one slice on change and deploys the result to the running shop: `node infra/run/watch.ts <folder> development`,
// started by `npm run dev`.
import { rspack, type Configuration } from '@rspack/core';
import path from 'node:path';
import { inheritedEnvironment, ROOT } from '../config.ts';
import { publishBuilt } from '../deploy/publish.ts';
import { restartPart } from './control.ts';
import { LOG_FOLDER, REMOTES, SERVICES } from './programs.ts';
import type { Program } from './process.ts';

export const WATCHABLE: string[] = [
  'shell',
  ...REMOTES.map(({ folder }) => folder),
  ...SERVICES.map(({ folder }) => folder),
  'gateway',
];

/** A slice's watching build, as a program of the running shop. */
export function watcher(folder: string): Program {
  const name = `watch ${folder}`;
  return {
    name,
    command: process.execPath,
    // `packages/build` checks for the argument `development`.
    args: [import.meta.filename, folder, 'development'],
    cwd: path.join(ROOT, folder),
    env: inheritedEnvironment(),
    log: path.join(LOG_FOLDER, `${path.basename(folder)}.watch.log`),
    ready: async () => undefined,
  };
}

/** Publishes a frontend's build; restarts a server. */
async function deployBuild(folder: string): Promise<void> {
  if (folder === 'shell' || folder.startsWith('mfe-')) {
    await publishBuilt([folder], { dev: true });
    if (folder === 'shell') await restartPart('shell');
  } else {
    await restartPart(path.basename(folder));
  }
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder || !WATCHABLE.includes(folder)) throw new Error(`"${folder}" is not one of ${WATCHABLE.join(', ')}`);
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
      .then(() => deployBuild(folder))
      .then(() => console.log(`${new Date().toISOString()} ${folder} is rebuilt and running`))
      .catch((failure: unknown) =>
        console.log(`${folder} is rebuilt but does not start: ${(failure as Error).message}`),
      );
  });
}
