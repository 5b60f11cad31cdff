import { restartPart } from '../run/control.ts';
import { requireFrontends } from './build-slice.ts';
import { rollBack } from './publish.ts';

// npm run rollback -- mfe-checkout: makes the previous version live again.
const [slice] = requireFrontends(process.argv.slice(2, 3), 'rollback') as [string];
try {
  const { version } = await rollBack(slice, { report: console.error });
  if (slice === 'shell') await restartPart('shell');
  console.log(`${slice} ${version} is live again`);
} catch (error) {
  console.error(`${slice} was not rolled back; what was live stays live.\n${(error as Error).message}`);
  process.exitCode = 1;
}
