import { execa } from 'execa';
import { machineEnvironment } from '../config.ts';
import { findProgram } from './find.ts';

const LOCK = '/var/lock/shop-apt';
const POLICY = '/usr/sbin/policy-rc.d';
const APT = 'apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=2';

/** `$0` says whether the lists are there already. Without the policy the packages would start their services. */
const SCRIPT = `
if [ ! -e ${POLICY} ]; then
  trap 'rm -f ${POLICY}' EXIT
  trap 'exit 1' INT TERM
  printf '#!/bin/sh\\nexit 101\\n' > ${POLICY}
  chmod 755 ${POLICY}
fi
[ "$0" = fresh ] || ${APT} update || exit 1
${APT} install -y --no-install-recommends "$@"
`;

let listsAreFresh = false;

/**
 * Installs Debian packages without starting their services. Calls are serialized, also with those of other processes of the project.
 *
 * @returns why it failed (no apt-get, no root, no network), or undefined
 */
export async function aptInstall(packages: string[]): Promise<string | undefined> {
  if (!findProgram('apt-get')) return 'this machine has no apt-get';
  if (process.getuid?.() !== 0) return 'only root can install packages';
  try {
    await execa('flock', ['--no-fork', LOCK, 'sh', '-c', SCRIPT, listsAreFresh ? 'fresh' : 'old', ...packages], {
      extendEnv: false,
      env: { ...machineEnvironment(), DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      stdin: 'ignore',
      timeout: 1_200_000,
    });
    listsAreFresh = true;
    return undefined;
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr ?? (error as Error).message);
    return `apt-get failed: ${said.trim().split('\n').slice(-3).join(' ')}`;
  }
}
