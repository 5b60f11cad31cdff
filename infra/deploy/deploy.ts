import { parseArgs } from 'node:util';
import { buildSlices, requireFrontends } from './build-slice.ts';
import { publishBuilt } from './publish.ts';
import { serveShell, ShellNotStarted } from './shell-server.ts';

// npm run deploy -- mfe-checkout: builds a frontend, checks it against what is live, and makes it live. Several are checked
// together and go live in one step, as a new major version of a shared package requires. `--dist <folder>` deploys an
// existing build.
const { positionals, values } = parseArgs({ allowPositionals: true, options: { dist: { type: 'string' } } });
const slices = requireFrontends(positionals, 'deploy');
const { dist } = values;
const began = Date.now();
try {
  if (dist && slices.length > 1) throw new Error('--dist is for one frontend');
  if (!dist) await buildSlices(slices);
  const published = await publishBuilt(slices, { ...(dist && { distOf: () => dist }), report: console.error });
  const shell = published.find(({ slice }) => slice === 'shell');
  if (shell) await serveShell(shell, { report: console.error });
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  for (const { slice, version, changed } of published)
    console.log(
      changed
        ? `${slice} ${version} is live (${took}); pages use it within seconds`
        : `${slice} ${version} was live already (${took})`,
    );
} catch (error) {
  const { message } = error as Error;
  const names = slices.join(', ');
  console.error(
    error instanceof ShellNotStarted ? message : `${names} was not deployed; what was live stays live.\n${message}`,
  );
  process.exitCode = 1;
}
