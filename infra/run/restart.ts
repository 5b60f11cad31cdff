// `npm run restart -- <slice>`: starts one part of the running shop anew, as it is built now.
import { restartPart } from './control.ts';

const name = process.argv[2];
try {
  if (!name) throw new Error('Which part? npm run restart -- catalog   (`npm run status` lists them)');
  if (!(await restartPart(name))) throw new Error('No shop runs here: npm start');
  console.log(`${name} was restarted and is ready.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
