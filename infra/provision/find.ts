import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config.ts';

/** The machine lacks a program that a person has to install; the message says how. */
export class CannotProvide extends Error {}

/** The full path of the first of these programs that exists; names are resolved on the PATH. */
export function findProgram(...names: string[]): string | undefined {
  // Debian and Homebrew install servers in folders that are not on an ordinary user's PATH.
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

/** Instructions for a machine on which we cannot install. */
export function howToInstall(what: string, { debian, macos }: { debian: string; macos: string }): string {
  return [
    `${what} is not on this machine and could not be installed.`,
    `  Debian, Ubuntu: sudo apt-get install ${debian}`,
    `  macOS:          brew install ${macos}`,
    '  Or `docker compose up`, which needs none of it.',
  ].join('\n');
}
