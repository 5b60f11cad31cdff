import fs from 'node:fs';
import path from 'node:path';
import { type EdgeSettings, nginxConf } from './nginx.conf.ts';

/** Writes the configuration of an nginx that only this machine reaches, for specs and proofs. @returns nginx's arguments */
export function ownEdgeArguments({
  folder,
  ...settings
}: Pick<EdgeSettings, 'folder' | 'ports'> & Partial<EdgeSettings>): string[] {
  fs.mkdirSync(path.join(folder, 'tmp'), { recursive: true });
  const conf = path.join(folder, 'nginx.conf');
  fs.writeFileSync(
    conf,
    nginxConf({
      folder,
      listen: ['127.0.0.1'],
      hosts: ['127.0.0.1', 'localhost'],
      remotes: [],
      user: process.getuid?.() === 0 ? 'root' : undefined,
      brotliModules: [],
      ...settings,
    }),
  );
  return ['-p', folder, '-c', conf, '-e', 'stderr'];
}
