// Run by a frontend's container: publishes its build into the shared folder, checked against what is live there; a remote
// built for a newer shell goes live with that shell. The shell's container then serves pages from it.
import path from 'node:path';
import { publishBuilt } from '../deploy/publish.ts';
import { DEPLOY_FOLDER } from '../run/programs.ts';

const [slice = ''] = process.argv.slice(2);
const [published] = await publishBuilt([slice], { keepRollbacks: true, waitForShell: true });
const { version, changed, waits } = published!;
console.log(`${slice} ${version} ${waits ? 'waits for its shell' : changed ? 'is live' : 'was live already'}`);
if (slice === 'shell') await import(path.join(DEPLOY_FOLDER, 'shell', version, 'server/main.mjs'));
