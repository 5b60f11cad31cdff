import { setTimeout as wait } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { readConfig } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { BusChild, buildBusChild } from '../prove/bus-child.ts';
import { type OwnServers, startOwnServers } from '../prove/own-servers.ts';

export const description =
  'Throughput of events, compared to one transaction per event; and latency from commit to effect when idle';

const PORT_OFFSET = 700;
const EVENTS = 3_000;
const KEYS = 500;
const PINGS = 200;
const ROUNDS = 2;

const MIN_EVENTS_PER_SECOND = 500;
/** From commit to effect. */
const MAX_MEDIAN_MS = 30;

/** @returns whether both targets were met and no event was lost. */
export async function run(_args: readonly string[] = []): Promise<boolean> {
  await buildBusChild();
  const servers = await startOwnServers('bench-bus', portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET));
  const mongodb = await MongoClient.connect(servers.mongodbUri);
  try {
    const rates: Record<'batches' | 'single', number[]> = { batches: [], single: [] };
    for (let round = 0; round < ROUNDS; round++) {
      // Alternate, so that both run under the same background load.
      rates.batches.push(await backlog(servers, mongodb.db(`batches-${round}`), {}));
      rates.single.push(await backlog(servers, mongodb.db(`single-${round}`), { EVENTS_BATCH: '1' }));
    }
    const live = await concurrently(servers, mongodb.db('live'));
    const { median, p95 } = await idle(servers, mongodb.db('idle'));
    const best = Math.max(...rates.batches);
    const single = Math.max(...rates.single);
    console.log(
      [
        `a backlog of ${EVENTS} events, one consumer: ${best.toFixed(0)} per second (at least ${MIN_EVENTS_PER_SECOND}); ` +
          `one transaction per event: ${single.toFixed(0)}; ratio ${(best / single).toFixed(2)}`,
        `published and consumed concurrently: ${live.toFixed(0)} per second`,
        `commit to effect, idle: median ${median.toFixed(1)} ms (at most ${MAX_MEDIAN_MS}), 95th percentile ${p95.toFixed(1)} ms`,
        'nothing lost, each effect once',
      ].join('\n'),
    );
    return best >= MIN_EVENTS_PER_SECOND && median <= MAX_MEDIAN_MS;
  } finally {
    await mongodb.close();
    await servers.close();
  }
}

function start(servers: OwnServers, db: Db, environment: Record<string, string>): BusChild {
  const mongodbUri = Object.assign(new URL(servers.mongodbUri), { pathname: `/${db.databaseName}` }).href;
  return new BusChild({ mongodbUri, rabbitmqUrl: servers.rabbitmqUrl, prefix: `${db.databaseName}.`, environment });
}

/** Events per second of one consumer that starts with a full queue. */
async function backlog(servers: OwnServers, db: Db, environment: Record<string, string>): Promise<number> {
  // Declares the queue, so that there is a binding to publish to.
  const declaring = start(servers, db, {});
  await declaring.report('ready');
  await declaring.stop();
  const publisher = start(servers, db, { CONSUMES: 'no' });
  await publisher.report('ready');
  publisher.send({ tell: 'fill', events: EVENTS, keys: KEYS });
  await publisher.report('filled', 120_000);
  await untilReached(EVENTS, () => db.collection('outbox').countDocuments({ publishedAt: { $exists: true } }));
  await publisher.stop();

  const consumer = start(servers, db, environment);
  await consumer.report('ready');
  const effects = () => db.collection('effects').countDocuments();
  await untilReached(EVENTS / 10, effects);
  const from = { at: performance.now(), count: await effects() };
  await untilReached(EVENTS, effects);
  const seconds = (performance.now() - from.at) / 1000;
  await consumer.stop();
  await verifyNothingLost(db, EVENTS);
  return (EVENTS - from.count) / seconds;
}

/** Events per second of one publishing and one consuming process, both at once. */
async function concurrently(servers: OwnServers, db: Db): Promise<number> {
  const [publisher, consumer] = [start(servers, db, { CONSUMES: 'no' }), start(servers, db, {})];
  await Promise.all([publisher.report('ready'), consumer.report('ready')]);
  const began = performance.now();
  publisher.send({ tell: 'fill', events: EVENTS, keys: KEYS });
  await publisher.report('filled', 120_000);
  await untilReached(EVENTS, () => db.collection('effects').countDocuments());
  const seconds = (performance.now() - began) / 1000;
  await Promise.all([publisher.stop(), consumer.stop()]);
  await verifyNothingLost(db, EVENTS);
  return EVENTS / seconds;
}

async function idle(servers: OwnServers, db: Db): Promise<{ median: number; p95: number }> {
  const child = start(servers, db, {});
  await child.report('ready');
  child.send({ tell: 'ping', times: PINGS, pauseMs: 20 });
  const { ms } = await child.report('pinged', 120_000);
  await child.stop();
  const sorted = ms.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(PINGS / 2)]!, p95: sorted[Math.floor(PINGS * 0.95)]! };
}

async function verifyNothingLost(db: Db, events: number): Promise<void> {
  const [sums] = await db
    .collection('copies')
    .aggregate([{ $group: { _id: null, sum: { $sum: '$sum' }, last: { $sum: '$n' } } }])
    .toArray();
  const effects = await db.collection('effects').countDocuments();
  if (effects !== events || sums?.sum !== events || sums?.last !== events) {
    throw new Error(`${events} events: ${effects} effects, counted ${sums?.sum}, last states ${sums?.last}`);
  }
}

async function untilReached(wanted: number, count: () => Promise<number>): Promise<void> {
  const end = Date.now() + 120_000;
  for (;;) {
    const reached = await count();
    if (reached >= wanted) return;
    if (Date.now() > end) throw new Error(`${reached} of ${wanted} after two minutes`);
    await wait(25);
  }
}
