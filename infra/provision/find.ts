import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config.ts';

/** Thrown when the machine lacks something that a person has to provide; the message says what and how. */
export class CannotProvide extends Error {}

/** The full path of the first of these programs that exists, or undefined; names are looked up on the PATH. */
export function findProgram(...names: string[]): string | undefined {
  // Debian and Homebrew keep servers in folders that an ordinary user's PATH leaves out.
  const folders = [
    ...readConfig().PATH.split(path.delimiter),
    '/usr/local/sbin',
    '/usr/sbin',
    '/sbin',
    '/opt/homebrew/sbin',
  ];
  for (const name of names) {
    for (const candidate of path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name))) {
      if (isProgram(candidate)) return candidate;
    }
  }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** What to tell somebody whose machine we cannot install on. */
export function howToInstall(what: string, { debian, macos }: { debian: string; macos: string }): string {
  return [
    `${what} is not on this machine and could not be installed.`,
    `  Debian, Ubuntu: sudo apt-get install ${debian}`,
    `  macOS:          brew install ${macos}`,
    '  Or `docker compose up`, which needs none of it.',
  ].join('\n');
}
