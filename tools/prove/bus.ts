import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { channelsOf, deadLettersOf } from '@shop/service-kit/dead-letters';
import { eventually } from '@shop/test-kit';
import amqp from 'amqplib';
import { type Db, MongoClient } from 'mongodb';
import { readConfig } from '../../infra/config.ts';
import { replay } from '../events/dead-letters.ts';
import { portsFrom } from '../../infra/ports.ts';
import { BusChild, buildBusChild, type ChildOptions } from './bus-child.ts';
import { type OwnServers, startOwnServers } from './own-servers.ts';
import { countOf, seededRandom, seedOf } from './seeded.ts';

export const description =
  'No event is lost or processed twice: processes killed, broker and database stopped and killed under load, poison events';

// Beyond the ports of a running shop and of the tests.
const PORT_OFFSET = 600;
const OUTAGE_MS = 10_000;
const KEYS = 60;
/** Of `bus-child`. */
const HANDLER = 'count-thing';

interface Stage extends OwnServers {
  random: () => number;
  child(environment?: Record<string, string>): BusChild;
  db: Db;
  prefix: string;
}

interface Scenario {
  title: string;
  /** @returns a short summary of what was observed. @throws when a guarantee was broken */
  play(stage: Stage): Promise<string>;
  /** Slow: played only once per this many repetitions of the others. */
  every?: number;
}

const CRASHES = [
  ['killed between commit and publish', 'before-publish'],
  ['killed between publish and confirm', 'before-confirm'],
  ['killed between confirm and marking it published', 'before-mark'],
  ['killed between effect and acknowledgement', 'before-ack'],
] as const;

const scenarios: Scenario[] = [
  ...CRASHES.map(([title, point]) => ({ title, play: (stage: Stage) => crash(stage, point) })),
  { title: 'every event delivered five times', play: deliveredFiveTimes },
  { title: 'a poison event', play: poison },
  { title: 'two instances of a consumer, one killed', play: oneOfTwoKilled },
  { title: 'RabbitMQ stopped for 10 s under load', play: (stage) => outage(stage, 'rabbitmq', 'stop'), every: 5 },
  { title: 'RabbitMQ killed for 10 s under load', play: (stage) => outage(stage, 'rabbitmq', 'kill'), every: 5 },
  { title: 'MongoDB stopped for 10 s under load', play: (stage) => outage(stage, 'mongodb', 'stop'), every: 5 },
  { title: 'started before RabbitMQ and MongoDB', play: startedFirst, every: 5 },
];

/**
 * Plays every scenario `--repetitions` times (the slow ones a fifth as often).
 * @returns whether every guarantee held.
 */
export async function run(args: string[]): Promise<boolean> {
  const options = { repetitions: { type: 'string', default: '1' }, seed: { type: 'string' } } as const;
  const { values } = parseArgs({ args, options });
  const repetitions = countOf('--repetitions', values.repetitions);
  const seed = seedOf(values.seed);
  console.log(`seed ${seed}, ${repetitions} repetitions`);
  const random = seededRandom(seed);
  await buildBusChild();
  const servers = await startOwnServers('prove-bus', portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET));
  const mongodb = await MongoClient.connect(servers.mongodbUri);
  let failures = 0;
  try {
    for (const { title, play, every = 1 } of scenarios) {
      const times = Math.ceil(repetitions / every);
      const results: string[] = [];
      const startedAt = Date.now();
      for (let time = 0; time < times; time++) {
        const name = `proof-${Math.floor(random() * 2 ** 31).toString(36)}`;
        const children: BusChild[] = [];
        const db = mongodb.db(name);
        const uri = Object.assign(new URL(servers.mongodbUri), { pathname: `/${name}` }).href;
        const child: Stage['child'] = (environment) => {
          const options: ChildOptions = { mongodbUri: uri, rabbitmqUrl: servers.rabbitmqUrl, prefix: `${name}.` };
          const created = new BusChild({ ...options, ...(environment && { environment }) });
          children.push(created);
          return created;
        };
        try {
          results.push(await play({ ...servers, random, child, db, prefix: `${name}.` }));
        } catch (error) {
          failures++;
          console.log(`✗ ${title}, run ${time + 1}: ${(error as Error).message}`);
        } finally {
          for (const created of children) if (!created.hasExited) await created.kill();
          await db.dropDatabase();
        }
      }
      if (results.length > 0) {
        console.log(
          `✓ ${title}: ${results.length} of ${times} (${Math.round((Date.now() - startedAt) / 1000)} s); last: ${results.at(-1)}`,
        );
      }
    }
  } finally {
    await mongodb.close();
    await servers.close();
  }
  console.log(failures === 0 ? 'All guarantees held.' : `${failures} runs failed. Reproduce with: --seed ${seed}`);
  return failures === 0;
}

/** A process that crashes at one point of its work, and a healthy one that takes over. */
async function crash(stage: Stage, point: string): Promise<string> {
  const after = Math.floor(stage.random() * 12);
  const crashing = stage.child({ CRASH_AT: point, CRASH_AFTER: String(after) });
  await crashing.report('ready');
  crashing.send({ tell: 'load', keys: KEYS, writers: 6, pauseMs: 2 });
  await crashing.exited();
  const successor = stage.child();
  await successor.report('ready');
  successor.send({ tell: 'change', keys: ['thing-0', 'thing-1'] });
  await successor.report('changed');
  const { events } = await verifyEffects(stage);
  return `crashed at event ${after + 1}, ${events} events, each effect once`;
}

async function deliveredFiveTimes(stage: Stage): Promise<string> {
  const child = stage.child();
  await child.report('ready');
  child.send({ tell: 'change', keys: Array.from({ length: 50 }, (_, n) => `thing-${n % 20}`) });
  await child.report('changed');
  await verifyEffects(stage);
  const rows = await stage.db.collection('outbox').find().toArray();
  const connection = await amqp.connect(stage.rabbitmqUrl);
  const channel = await connection.createConfirmChannel();
  const duplicates = Array.from({ length: 4 }, () => rows).flat();
  for (const row of shuffled(duplicates, stage.random)) {
    channel.publish(`${stage.prefix}events`, row.event.name, Buffer.from(JSON.stringify(row.event)), {
      persistent: true,
    });
  }
  await channel.waitForConfirms();
  // Behind all of them: its effect shows that the others have been processed.
  child.send({ tell: 'change', keys: ['thing-last'] });
  await child.report('changed');
  const queue = await queueOf(stage);
  await eventually(async () => (await channel.checkQueue(queue)).messageCount === 0, { what: 'the queue is empty' });
  await connection.close();
  const { events } = await verifyEffects(stage);
  await child.stop();
  await verifyEffects(stage);
  return `${duplicates.length} duplicate deliveries of ${events - 1} events`;
}

async function poison(stage: Stage): Promise<string> {
  const child = stage.child();
  await child.report('ready');
  await stage.db.collection<{ _id: string }>('curses').insertOne({ _id: 'cursed' });
  const keys = ['cursed', ...Array.from({ length: 100 }, (_, n) => `thing-${n % 20}`)];
  child.send({ tell: 'change', keys });
  await child.report('changed');
  await eventually(async () => (await stage.db.collection('effects').countDocuments()) === 100, {
    what: 'the events behind it have been processed',
  });
  const queue = await queueOf(stage);
  const connection = await amqp.connect(stage.rabbitmqUrl);
  const channel = await connection.createChannel();
  await eventually(async () => (await channel.checkQueue(deadLettersOf(queue, HANDLER).dead)).messageCount === 1, {
    what: 'it has been dead-lettered',
  });
  await stage.db.collection('curses').deleteMany({});
  const replayed = await replay(channelsOf(connection), { queue, handler: HANDLER }, 'all');
  await connection.close();
  const { events } = await verifyEffects(stage);
  if (replayed !== 1) throw new Error(`${replayed} dead letters were replayed, not 1`);
  return `dead after 3 tries, ${events - 1} behind it processed, itself processed after the fix and a replay`;
}

async function oneOfTwoKilled(stage: Stage): Promise<string> {
  const publisher = stage.child({ CONSUMES: 'no' });
  const [victim, survivor] = [stage.child(), stage.child()];
  await Promise.all([publisher, victim, survivor].map((child) => child.report('ready')));
  publisher.send({ tell: 'load', keys: KEYS, writers: 6, pauseMs: 5 });
  await eventually(async () => (await stage.db.collection('effects').countDocuments()) > 50, {
    what: 'both consumers are busy',
  });
  await wait(stage.random() * 1_000);
  await victim.kill();
  await wait(500);
  publisher.send({ tell: 'stop loading' });
  await publisher.report('loaded');
  const { events } = await verifyEffects(stage);
  return `${events} events, each effect once`;
}

async function outage(stage: Stage, part: 'rabbitmq' | 'mongodb', how: 'stop' | 'kill'): Promise<string> {
  const publisher = stage.child({ CONSUMES: 'no' });
  // Some fail at the first attempt, so that the retry queues are covered too.
  const consumers = [stage.child({ FLAKY: 'yes' }), stage.child({ FLAKY: 'yes' })];
  await Promise.all([publisher, ...consumers].map((child) => child.report('ready')));
  publisher.send({ tell: 'load', keys: KEYS, writers: 6, pauseMs: 10 });
  await wait(2_000 + stage.random() * 1_000);
  await stage[part][how]();
  await wait(OUTAGE_MS);
  await stage[part].start();
  await wait(2_000);
  publisher.send({ tell: 'stop loading' });
  const { committed, refused } = await publisher.report('loaded', 120_000);
  const { events } = await verifyEffects(stage, 90_000);
  if (events < committed) throw new Error(`${committed} changes were committed, ${events} were found`);
  const dead = await deadLetters(stage);
  if (dead > 0) throw new Error(`${dead} dead letters, although no event was faulty`);
  return `${events} events, each effect once, ${refused} changes refused during the outage, no dead letter`;
}

async function startedFirst(stage: Stage): Promise<string> {
  await Promise.all([stage.rabbitmq.stop(), stage.mongodb.stop()]);
  const child = stage.child();
  await wait(2_000);
  await stage.mongodb.start();
  await stage.rabbitmq.start();
  const startedAt = Date.now();
  await child.report('ready');
  const readyAfter = Date.now() - startedAt;
  child.send({ tell: 'change', keys: ['thing-0'] });
  await child.report('changed');
  await verifyEffects(stage);
  return `ready ${readyAfter} ms after both of them, without a restart`;
}

/**
 * Waits until every change has its effect, and checks that each has exactly one and that the copies show the last
 * state.
 * @throws with what is missing or duplicated
 */
async function verifyEffects(stage: Stage, withinMs = 60_000): Promise<{ events: number }> {
  const { db } = stage;
  const counts = async () => {
    const things = await db.collection<{ _id: string; n: number }>('things').find().toArray();
    return {
      things,
      events: things.reduce((sum, { n }) => sum + n, 0),
      effects: await db.collection('effects').countDocuments(),
    };
  };
  await eventually(
    async () => {
      const { events, effects } = await counts();
      if (effects >= events) return;
      const waiting = await db.collection('outbox').countDocuments({ waiting: true });
      throw new Error(`${effects} effects of ${events} events; outbox ${waiting}, dead ${await deadLetters(stage)}`);
    },
    { what: 'every change has its effect', withinMs, everyMs: 50 },
  );
  const { things, events, effects } = await counts();
  if (effects !== events) throw new Error(`${effects} effects of ${events} events`);
  const distinct = await db
    .collection('effects')
    .aggregate([{ $group: { _id: { key: '$key', version: '$version' } } }])
    .toArray();
  if (distinct.length !== events)
    throw new Error(`${events - distinct.length} events have no effect, others have several`);
  const copies = new Map(
    (await db.collection<{ _id: string; n: number; sum: number }>('copies').find().toArray()).map((copy) => [
      copy._id,
      copy,
    ]),
  );
  for (const { _id, n } of things) {
    const copy = copies.get(_id);
    if (copy?.n !== n) throw new Error(`The copy of ${_id} shows ${copy?.n}, it is ${n}`);
    if (copy.sum !== n) throw new Error(`${_id} was counted ${copy.sum} times, it changed ${n} times`);
  }
  return { events };
}

/** As the handler's service recorded it. */
async function queueOf({ db }: Stage): Promise<string> {
  const recorded = await db.collection<{ _id: string }>('event_queues').findOne({ handler: HANDLER });
  if (!recorded) throw new Error(`The queue of ${HANDLER} is not recorded`);
  return recorded._id;
}

async function deadLetters(stage: Stage): Promise<number> {
  const connection = await amqp.connect(stage.rabbitmqUrl);
  const channel = await connection.createChannel();
  const { messageCount } = await channel.checkQueue(deadLettersOf(await queueOf(stage), HANDLER).dead);
  await connection.close();
  return messageCount;
}

function shuffled<T>(items: T[], random: () => number): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
