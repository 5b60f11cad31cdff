import { requireFrontends } from './build-slice.ts';
import { rollBack } from './publish.ts';
import { serveShell, ShellNotStarted } from './shell-server.ts';

// npm run rollback -- mfe-checkout: makes the previous version live again.
const [slice] = requireFrontends(process.argv.slice(2, 3), 'rollback') as [string];
try {
  const published = await rollBack(slice, { report: console.error });
  if (slice === 'shell') await serveShell(published, { report: console.error });
  console.log(`${slice} ${published.version} is live again`);
} catch (error) {
  const { message } = error as Error;
  console.error(
    error instanceof ShellNotStarted ? message : `${slice} was not rolled back; what was live stays live.\n${message}`,
  );
  process.exitCode = 1;
}
