import path from 'node:path';
import { openStorage } from '@shop/storage';
import { ROOT, storageIn } from '../../infra/config.ts';
import { publishBuilt } from '../../infra/deploy/publish.ts';
import type { Program } from '../../infra/run/process.ts';
import { type Setting, shell } from '../../infra/run/programs.ts';

/** The shell's server on a storage of this shop alone, into which the shell is deployed as it is built. */
export async function ownShell(setting: Setting, folder: string): Promise<Program> {
  const address = storageIn(path.join(folder, 'data/frontends'));
  const published = await publishBuilt(['shell'], { storage: openStorage(address), dev: true });
  const { version } = published[0]!;
  const program = shell(setting, { version, folder: path.join(ROOT, 'shell/dist/server'), reload: false });
  return { ...program, env: { ...program.env, STORAGE_URL: address, RENDERERS: '1' } };
}
