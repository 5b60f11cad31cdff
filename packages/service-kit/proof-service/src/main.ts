import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { Broker } from '../../src/events/broker.ts';
import { Effects } from '../../src/events/effects.ts';
import { startTestBus } from '../../src/events/testing/test-bus.ts';
import { config } from './config.ts';
import { crashAt } from './crash.ts';
import type { Command, Report } from './protocol.ts';
import { change, CountThing, thingChanged } from './things.ts';

const report = (message: Report) => process.send?.(message);

const bus = await startTestBus({
  mongodbUri: config.MONGODB_URI,
  config,
  specs: [thingChanged],
  handlers: config.CONSUMES === 'yes' ? [CountThing] : [],
  logs: config.LOG === 'on',
  beforeStart: (app) => crashAt(app.get(Broker), config.CRASH_AT, config.CRASH_AFTER),
  ready: false,
});

/** One change in a transaction. Returns whether it is known to be committed. */
async function changeOnce(key: string): Promise<boolean> {
  try {
    await bus.transactions.run((session) => change(bus.connection, bus.outbox, key, session));
    return true;
  } catch {
    return false;
  }
}

let loading = false;

/** Concurrent writers, each with its own things, until `stop loading`; waits while the database is unavailable. */
async function load({ keys, writers, pauseMs }: { keys: number; writers: number; pauseMs: number }): Promise<void> {
  let committed = 0;
  let refused = 0;
  loading = true;
  const write = async (writer: number) => {
    for (let turn = 0; loading; turn++) {
      const done = await changeOnce(`thing-${writer + writers * (turn % Math.ceil(keys / writers))}`);
      if (done) committed++;
      else refused++;
      await wait(done ? pauseMs : 100);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  report({ told: 'loaded', committed, refused });
}

const BATCH_SIZE = 25;

async function fill(events: number, keys: number): Promise<void> {
  for (let n = 0; n < events; n += BATCH_SIZE) {
    await bus.transactions.run(async (session) => {
      for (let k = n; k < Math.min(events, n + BATCH_SIZE); k++) {
        await change(bus.connection, bus.outbox, `thing-${k % keys}`, session);
      }
    });
  }
  report({ told: 'filled' });
}

async function ping(times: number, pauseMs: number): Promise<void> {
  const effects = bus.app.get(Effects, { strict: false });
  const alone = effects.alone.bind(effects);
  let done = () => {};
  effects.alone = async (...args) => {
    const outcome = await alone(...args);
    done();
    return outcome;
  };
  const ms: number[] = [];
  for (let time = 0; time < times; time++) {
    const effect = new Promise<void>((resolve) => (done = resolve));
    await changeOnce('thing-0');
    const committed = performance.now();
    await effect;
    ms.push(performance.now() - committed);
    await wait(pauseMs);
  }
  report({ told: 'pinged', ms });
}

process.on('message', (command: Command) => {
  switch (command.tell) {
    case 'change':
      void (async () => {
        for (const key of command.keys) await changeOnce(key);
        report({ told: 'changed' });
      })();
      break;
    case 'load':
      void load(command);
      break;
    case 'stop loading':
      loading = false;
      break;
    case 'fill':
      void fill(command.events, command.keys);
      break;
    case 'ping':
      void ping(command.times, command.pauseMs);
      break;
    case 'stop':
      void bus.stop().then(() => process.exit(0));
      break;
  }
});
// The parent process has exited.
process.on('disconnect', () => process.exit(0));

for (;;) {
  const health = await bus.health.ready();
  if (health.ready && !health.degraded) break;
  await wait(10);
}
report({ told: 'ready' });
