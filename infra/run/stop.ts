// `npm run stop`: stops the running shop and what a killed start may have left.
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from './process.ts';
import { endOrphans, runningShop } from './state.ts';

/** Stops the shop if it runs, and answers what was stopped. */
export async function stopShop(): Promise<'stopped' | 'orphans' | 'nothing'> {
  const shop = runningShop();
  if (!shop) return (await endOrphans()).length > 0 ? 'orphans' : 'nothing';
  process.kill(shop.starter.pid, 'SIGTERM');
  while (isAlive(shop.starter)) await wait(50);
  return 'stopped';
}

if (import.meta.main) {
  const said = {
    stopped: 'The shop is stopped.',
    orphans: 'Ended what a killed start had left running.',
    nothing: 'No shop runs here.',
  };
  console.log(said[await stopShop()]);
}
