// `npm run stop`: stops the running shop, or orphans of a killed start.
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from './process.ts';
import { endOrphans, runningShop } from './state.ts';

export async function stopShop(): Promise<'stopped' | 'orphans' | 'nothing'> {
  const shop = runningShop();
  if (!shop) return (await endOrphans()).length > 0 ? 'orphans' : 'nothing';
  process.kill(shop.starter.pid, 'SIGTERM');
  while (isAlive(shop.starter)) await wait(50);
  return 'stopped';
}

if (import.meta.main) {
  const messages = {
    stopped: 'The shop is stopped.',
    orphans: 'Stopped orphans of a killed start.',
    nothing: 'No shop runs here.',
  };
  console.log(messages[await stopShop()]);
}
