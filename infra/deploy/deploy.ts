import { buildSlice, requireFrontend } from './build-slice.ts';
import { publishBuilt } from './publish.ts';
import { rollShell } from '../run/control.ts';

// npm run deploy -- mfe-checkout: builds one frontend, checks it against what is live, and makes it live.
const slice = requireFrontend(process.argv[2], 'deploy');
const began = Date.now();
try {
  await buildSlice(slice);
  const { version, changed } = await publishBuilt(slice);
  if (slice === 'shell' && changed) await rollShell();
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  console.log(changed ? `${slice} ${version} is live (${took})` : `${slice} ${version} was live already (${took})`);
} catch (error) {
  console.error(`${slice} was not deployed; what was live stays live.\n${(error as Error).message}`);
  process.exitCode = 1;
}
