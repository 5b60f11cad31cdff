// What the container of a frontend runs: publishes its build into the folder that all of them share, checked against what
// is live there; a remote that was built for a newer shell goes live with that. The shell's then serves pages from it.
import path from 'node:path';
import { publishBuilt } from '../deploy/publish.ts';
import { DEPLOY_FOLDER } from '../run/parts.ts';

const [slice = ''] = process.argv.slice(2);
const [published] = await publishBuilt([slice], { keepRollbacks: true, waitForShell: true });
const { version, changed, waits } = published!;
console.log(`${slice} ${version} ${waits ? 'waits for its shell' : changed ? 'is live' : 'was live already'}`);
if (slice === 'shell') await import(path.join(DEPLOY_FOLDER, 'shell', version, 'server/main.mjs'));
