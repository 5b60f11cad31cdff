// Run before the shell where nothing else orders the two: ends when every remote is published.
import { setTimeout as wait } from 'node:timers/promises';
import { readRegistry } from '../deploy/registry.ts';
import { REMOTES } from '../run/programs.ts';

const POLL_MS = 500;
const missing = async (): Promise<string[]> => {
  const { remotes, waiting = {} } = await readRegistry();
  const known = [...Object.keys(waiting), ...Object.values(remotes).map(({ slice }) => slice)];
  return REMOTES.map(({ folder }) => folder).filter((folder) => !known.includes(folder));
};

for (let said = ''; ; await wait(POLL_MS)) {
  const names = (await missing()).join(', ');
  if (names === '') break;
  if (names !== said) console.log(`waits for ${names}`);
  said = names;
}
