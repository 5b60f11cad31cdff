import { parseArgs } from 'node:util';
import { buildSlice, requireFrontend } from './build-slice.ts';
import { publishBuilt } from './publish.ts';
import { rollShell } from '../run/control.ts';

// npm run deploy -- mfe-checkout: builds one frontend, checks it against what is live, and makes it live. With
// `--dist <folder>` it takes what was built elsewhere.
const { positionals, values } = parseArgs({ allowPositionals: true, options: { dist: { type: 'string' } } });
const slice = requireFrontend(positionals[0], 'deploy');
const began = Date.now();
try {
  if (!values.dist) await buildSlice(slice);
  const { dist } = values;
  const [published] = await publishBuilt([slice], dist ? { distOf: () => dist } : {});
  const { version, changed } = published!;
  if (slice === 'shell' && changed) await rollShell();
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  console.log(changed ? `${slice} ${version} is live (${took})` : `${slice} ${version} was live already (${took})`);
} catch (error) {
  console.error(`${slice} was not deployed; what was live stays live.\n${(error as Error).message}`);
  process.exitCode = 1;
}
