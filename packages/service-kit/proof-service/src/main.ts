import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import { Broker } from '../../src/events/broker.ts';
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

/** One change in its transaction. Answers whether it is known to be committed. */
async function changeOnce(key: string): Promise<boolean> {
  try {
    await bus.transactions.run((session) => change(bus.connection, bus.outbox, key, session));
    return true;
  } catch {
    return false;
  }
}

let loading = false;

/** Changes things side by side until told to stop, each after the one before; waits while the database is away. */
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
    case 'stop':
      void bus.stop().then(() => process.exit(0));
      break;
  }
});
// The parent is gone.
process.on('disconnect', () => process.exit(0));

for (;;) {
  const health = await bus.health.ready();
  if (health.ready) break;
  await wait(10);
}
report({ told: 'ready' });
