import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sandboxUrl } from '../../infra/run/programs.ts';
import { everyPaymentHasItsOrder, FEW_BUY_OFTEN, judge, prepareLoad, STEADY_MS } from './steady-load.ts';
import { startWholeShop } from './whole-shop.ts';

export const description =
  'Restarts of every part under a steady load: no read, page, cart or checkout fails (--rounds N)';

const PORT_OFFSET = 1_500;
const PARTS = ['catalog', 'identity', 'cart-order', 'payment', 'content', 'gateway', 'shell', 'edge'];

/** @returns whether nothing failed and every payment has its order */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '1' } } });
  const shop = await startWholeShop({ name: 'prove-restarts', portOffset: PORT_OFFSET, environment: FEW_BUY_OFTEN });
  try {
    const { url, mailbox, admin } = shop.state;
    const sandbox = sandboxUrl(shop.ports).replace('localhost', '127.0.0.1');
    const origin = new URL(url).origin;
    const load = await prepareLoad({ url, origin, mailbox, sandbox, admin, readersFrom: '127.0.3' });
    load.start();
    let met = await judge(load, 'nothing', () => wait(2 * STEADY_MS));
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const part of PARTS)
        met = (await judge(load, `restart of ${part}`, () => shop.command('restart.ts', part))) && met;
    }
    await load.stop();
    return (await everyPaymentHasItsOrder(load)) && met;
  } finally {
    await shop.stop();
  }
}
