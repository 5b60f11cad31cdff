import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { machineEnvironment } from '../config.ts';
import type { Program } from './process.ts';

/** For a spec's logs and data; removed when all tests have run. */
export const temporaryFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'shop-runner-'));

/** A program for specs: runs `script` in Node and is ready once its log contains `ready`. */
export function testProgram(name: string, folder: string, script: string, more: Partial<Program> = {}): Program {
  const log = path.join(folder, `${name}.log`);
  return {
    name,
    command: process.execPath,
    args: ['-e', script],
    cwd: folder,
    env: machineEnvironment(),
    log,
    ready: async () =>
      fs.existsSync(log) && fs.readFileSync(log, 'utf8').includes('ready') ? undefined : 'has not said ready',
    ...more,
  };
}
