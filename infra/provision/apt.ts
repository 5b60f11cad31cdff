import { execa } from 'execa';
import fs from 'node:fs';
import { machineEnvironment } from '../config.ts';
import { findProgram } from './find.ts';

const POLICY = '/usr/sbin/policy-rc.d';
let listsAreFresh = false;
let last: Promise<unknown> = Promise.resolve();

/**
 * Installs Debian packages without starting their services. Calls are serialized.
 *
 * @returns why it failed (no apt-get, no root, no network), or undefined
 */
export function aptInstall(packages: string[]): Promise<string | undefined> {
  const mine = last.then(() => install(packages));
  last = mine.catch(() => undefined);
  return mine;
}

async function install(packages: string[]): Promise<string | undefined> {
  if (!findProgram('apt-get')) return 'this machine has no apt-get';
  if (process.getuid?.() !== 0) return 'only root can install packages';
  const blockServiceStart = !fs.existsSync(POLICY);
  if (blockServiceStart) fs.writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    if (!listsAreFresh) await apt('update', '-qq');
    listsAreFresh = true;
    await apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
    return undefined;
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? (error as Error).message);
    return `apt-get failed: ${said.trim().split('\n').slice(-3).join(' ')}`;
  } finally {
    if (blockServiceStart) fs.rmSync(POLICY, { force: true });
  }
}

function apt(...args: string[]) {
  return execa('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2', ...args], {
    extendEnv: false,
    env: { ...machineEnvironment(), DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    stdin: 'ignore',
    timeout: 600_000,
  });
}
