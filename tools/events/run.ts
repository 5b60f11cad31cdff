// `npm run events -- dead|show|replay|lag|refeed`: inspects and repairs the event bus.
import { parseArgs } from 'node:util';
import { readConfig } from '../../infra/config.ts';
import { runningShop } from '../../infra/run/state.ts';
import { ShopEvents } from './shop-events.ts';
import { deadLetterTable, outboxTable, queueTable } from './tables.ts';

const HELP = `npm run events -- <command> [--json]

  lag                               sizes of queues and outboxes, and the number of dead letters
  dead [handler]                    dead letters with their reason
  show <handler> <event id>         one dead letter with its data
  replay <handler> <event id|--all> moves dead letters back to the handler's queue, after a fix
  refeed [service] [--since 7d] [--event name]
                                    republishes events, for a broker that lost its disk
  refeed --unhandled                republishes the events that a handler has no record of, for a restored shop whose parts are all ready

A handler is named as in 'lag' (cart-order.create-order-when-payment-captured) or by its last part alone; an event id
may be abbreviated to a prefix. Uses MONGODB_URI and RABBITMQ_URL, else the running shop.`;

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    since: { type: 'string', default: '7d' },
    event: { type: 'string' },
    unhandled: { type: 'boolean', default: false },
  },
});
const [command, ...names] = positionals;

async function main(shop: ShopEvents): Promise<void> {
  switch (command) {
    case 'lag': {
      const lag = await shop.lag();
      if (values.json) console.log(JSON.stringify(lag, null, 2));
      else console.log(`${queueTable(lag.queues)}\n\n${outboxTable(lag.outboxes)}`);
      return;
    }
    case 'dead': {
      const letters = await shop.deadLetters(names[0] === undefined ? undefined : await shop.queue(names[0]));
      if (values.json) console.log(JSON.stringify(letters, null, 2));
      else console.log(letters.length === 0 ? 'There are no dead letters.' : deadLetterTable(letters));
      return;
    }
    case 'show': {
      const [handler, id] = requiredArguments(2);
      const of = await shop.queue(handler!);
      const letters = (await shop.deadLetters(of)).filter(({ eventId }) => eventId.startsWith(id!));
      if (letters.length === 0) throw new Error(`${of.queue} has no dead letter ${id}`);
      console.log(JSON.stringify(values.json ? letters : letters[0], null, 2));
      return;
    }
    case 'replay': {
      const [handler, id] = requiredArguments(values.all ? 1 : 2);
      const of = await shop.queue(handler!);
      const replayed = await shop.replay(of, values.all ? 'all' : id!);
      if (replayed === 0 && !values.all) throw new Error(`${of.queue} has no dead letter ${id}`);
      console.log(values.json ? JSON.stringify({ replayed }) : `${replayed} moved back to ${of.queue}`);
      return;
    }
    case 'refeed': {
      const since = new Date(Date.now() - durationOf(values.since));
      const { republished, absent } = values.unhandled
        ? await shop.refeedUnhandled()
        : { republished: await shop.refeed({ since, service: names[0], event: values.event }), absent: [] };
      if (absent.length > 0) console.error(`Without a consumer, so without these events: ${absent.join(', ')}`);
      console.log(
        values.json ? JSON.stringify({ republished }) : `${republished} events will be republished by their services`,
      );
      return;
    }
    default:
      console.log(HELP);
      process.exitCode = command === undefined ? 0 : 1;
  }
}

function requiredArguments(count: number): string[] {
  if (names.length < count) throw new Error(HELP);
  return names;
}

function durationOf(text: string): number {
  const [, amount, unit] = /^(\d+)([mhd])$/.exec(text) ?? [];
  if (!amount || !unit) throw new Error('--since takes a duration like 30m, 12h or 7d');
  return Number(amount) * UNITS[unit]!;
}

if (command === undefined) {
  console.log(HELP);
} else {
  const config = readConfig();
  const running = runningShop();
  const partUrl = (name: string) => running?.parts.find((part) => part.name === name)?.url;
  const mongodb = config.MONGODB_URI ?? partUrl('mongodb');
  const rabbitmq = config.RABBITMQ_URL ?? partUrl('rabbitmq');
  try {
    if (!mongodb || !rabbitmq) throw new Error('No shop runs here: start it, or set MONGODB_URI and RABBITMQ_URL');
    const shop = await ShopEvents.connect(mongodb, rabbitmq);
    await main(shop).finally(() => shop.close());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
