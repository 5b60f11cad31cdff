// `npm run restart -- <slice>`: starts one part of the running shop anew, as it is built now.
import path from 'node:path';
import { restartPart } from './control.ts';
import { REMOTES } from './parts.ts';

// A service goes by its name or its folder.
const name = path.basename(process.argv[2] ?? '');
try {
  if (REMOTES.some(({ folder }) => folder === name)) {
    throw new Error(`${name} is files behind the edge, not a process: npm run deploy -- ${name}`);
  }
  if (!name) throw new Error('Which part? npm run restart -- catalog   (`npm run status` lists them)');
  if (!(await restartPart(name))) throw new Error('No shop runs here: npm start');
  console.log(`${name} was restarted and is ready.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
