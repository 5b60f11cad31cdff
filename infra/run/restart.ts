// `npm run restart -- <slice>`: restarts a program of the running shop with its current build.
import path from 'node:path';
import { restartPart } from './control.ts';
import { REMOTES } from './programs.ts';

// A service is named by its name or its folder.
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
