// `node infra/docker/frontend.ts <slice> [publish|serve]`, run by a frontend's container. `publish` stores its build, checked against
// what is live there; a remote built for a newer shell goes live with that shell. `serve` is the server of the live shell. Without
// either a remote publishes itself, the shell does both.
import path from 'node:path';
import { setVariables } from '../config.ts';
import { publishBuilt } from '../deploy/publish.ts';
import { openFrontends, readRegistry } from '../deploy/registry.ts';
import { provideShell } from '../deploy/shell-files.ts';

const [slice = '', what] = process.argv.slice(2);
if (what !== 'serve') {
  const [published] = await publishBuilt([slice], { keepRollbacks: true, waitForShell: true, report: console.log });
  const { version, changed, waits } = published!;
  console.log(`${slice} ${version} ${waits ? 'waits for its shell' : changed ? 'is live' : 'was live already'}`);
}
if (slice === 'shell' && what !== 'publish') {
  const { shell } = await readRegistry();
  if (!shell) throw new Error('No shell is deployed');
  const folder = await provideShell(openFrontends(), shell);
  setVariables({ SHELL_VERSION: shell.version });
  await import(path.join(folder, 'main.mjs'));
}
