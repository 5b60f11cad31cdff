import path from 'node:path';
import { execa } from 'execa';
import { CACHE_FOLDER } from '../../infra/config.ts';
import { CannotProvide, findProgram } from '../../infra/provision/find.ts';

const MODULE = 'go.k6.io/k6';
const VERSION = 'v1.8.1';

/**
 * The load generator: from the PATH, or built once with `go install` into `.cache/k6`.
 * @throws CannotProvide when neither k6 nor Go is installed, or the build fails; the message says what to install
 */
export async function provideK6(): Promise<string> {
  const folder = path.join(CACHE_FOLDER, 'k6');
  const program = path.join(folder, 'k6');
  const found = findProgram('k6', program);
  if (found) return found;
  const go = findProgram('go', '/usr/local/go/bin/go');
  const advice = 'Install k6 (https://grafana.com/docs/k6/latest/set-up/install-k6/), or Go 1.25 or later to build it.';
  if (!go) throw new CannotProvide(`Neither k6 nor Go is on the PATH. ${advice}`);
  console.log(`Building k6 ${VERSION} (once, some minutes)`);
  const { failed, stderr } = await execa(go, ['install', `${MODULE}@${VERSION}`], {
    env: { GOBIN: folder },
    reject: false,
  });
  if (failed) throw new CannotProvide(`k6 ${VERSION} could not be built.\n${stderr}\n${advice}`);
  return program;
}
