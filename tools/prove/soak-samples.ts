import fs from 'node:fs';
import { MongoClient } from 'mongodb';
import { createClient } from 'redis';
import type { PartState } from '../../infra/run/state.ts';
import { cpuOf, pssOf } from '../bench/process-stats.ts';
import { ShopEvents } from '../events/shop-events.ts';
import type { Rule, Sample } from './soak-judge.ts';

const redisAt = (url: string) => createClient({ url });
type Redis = ReturnType<typeof redisAt>;

/** They keep what they are given: MongoDB up to its cache size, the sandbox its ledger and mailbox. */
const NOT_JUDGED = new Set(['mongodb', 'sandbox']);

/** Records of trade, people and staff's work, which grow with them. All other collections hold work in progress. */
const RECORDS = new Set([
  ...['catalog.bought', 'catalog.holds', 'catalog.people', 'catalog.reviews'],
  ...['identity.audit', 'identity.guests', 'identity.users'],
  ...['captures', 'carts', 'checkouts', 'invoices', 'orders', 'people'].map((name) => `cart-order.${name}`),
  ...['attempts', 'dispute-watches', 'people', 'refunds', 'webhooks'].map((name) => `payment.${name}`),
  ...['content.mails', 'content.recipients'],
  // MongoDB keeps them for an hour longer than they are valid.
  ...['cart-order.idempotency-keys', 'payment.idempotency-keys'],
]);

const RULES: Record<string, Rule> = {
  memory: { compare: 'floor', factor: 1.1, plus: 12 },
  handles: { compare: 'median', factor: 1.1, plus: 6 },
  queued: { compare: 'median', factor: 1, plus: 20 },
  // Work in progress rises and falls with the visits, which are random.
  documents: { compare: 'median', factor: 1.25, plus: 60 },
  // Visits are random: a part of the hour may have more purchases than another.
  records: { compare: 'growth', factor: 1.25, plus: 0.5, pace: 'records cart-order.orders' },
  'bytes each': { compare: 'median', factor: 1.1, plus: 60 },
  redis: { compare: 'median', factor: 1.1, plus: 60 },
};

/** Values are named by what they measure and where: `memory catalog`. @returns undefined when it is only shown, as `heap` is */
export function ruleOf(name: string): Rule | undefined {
  const kind = Object.keys(RULES).find((each) => name.startsWith(`${each} `));
  return kind === undefined || NOT_JUDGED.has(name.slice(kind.length + 1)) ? undefined : RULES[kind];
}

/** Measures a running shop from outside. */
export class Sampler {
  readonly #parts: PartState[];
  readonly #mongodb: MongoClient;
  readonly #redis: Redis;
  readonly #events: ShopEvents;

  static async open(parts: PartState[]): Promise<Sampler> {
    const urlOf = (name: string) => parts.find((part) => part.name === name)!.url!;
    const mongodb = urlOf('mongodb');
    const redis = redisAt(urlOf('redis'));
    await redis.connect();
    const events = await ShopEvents.connect(mongodb, urlOf('rabbitmq'));
    return new Sampler(parts, await MongoClient.connect(mongodb), redis, events);
  }

  private constructor(parts: PartState[], mongodb: MongoClient, redis: Redis, events: ShopEvents) {
    this.#parts = parts.filter(({ process }) => process !== undefined);
    this.#mongodb = mongodb;
    this.#redis = redis;
    this.#events = events;
  }

  async close(): Promise<void> {
    await Promise.all([this.#mongodb.close(), this.#redis.close(), this.#events.close()]);
  }

  async take(): Promise<Sample> {
    const asked = await Promise.all([this.#heaps(), this.#queues(), this.#collections(), this.#keys()]);
    return Object.assign(this.#processes(), ...asked);
  }

  /** @returns what has not come to its end, by name; empty when everything has */
  async unfinished(): Promise<string[]> {
    const { queues, outboxes } = await this.#events.lag();
    return [
      ...queues.flatMap(({ queue, waiting = 0, dead }) => [
        ...(waiting > 0 ? [`${waiting} waiting in ${queue}`] : []),
        ...(dead > 0 ? [`${dead} dead letters of ${queue}`] : []),
      ]),
      ...outboxes.flatMap(({ service, waiting }) => (waiting > 0 ? [`${waiting} in the outbox of ${service}`] : [])),
    ];
  }

  /** Of a part's whole process group: nginx has workers. */
  #processes(): Record<string, number> {
    const groups = new Map<number, number[]>();
    for (const pid of fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      try {
        const { group } = cpuOf(pid);
        groups.set(group, [...(groups.get(group) ?? []), Number(pid)]);
      } catch {
        // It has exited since.
      }
    }
    const values: Record<string, number> = {};
    for (const { name, process } of this.#parts) {
      const pids = groups.get(process!.pid) ?? [];
      const sum = (of: (pid: number) => number) => pids.reduce((total, pid) => total + of(pid), 0);
      values[`memory ${name}`] = sum(pssOf);
      values[`handles ${name}`] = sum((pid) => fs.readdirSync(`/proc/${pid}/fd`).length);
    }
    return values;
  }

  /** Megabytes of objects, dead ones included: tells a leak from memory that V8 keeps. */
  async #heaps(): Promise<Record<string, number>> {
    const values: Record<string, number> = {};
    const read = async ({ name, url }: PartState) => {
      const text = url && (await fetch(`${url}/metrics`).then((reply) => (reply.ok ? reply.text() : '')));
      const used = /^nodejs_heap_size_used_bytes(?:\{.*\})? ([\d.e+]+)$/m.exec(text ?? '')?.[1];
      if (used) values[`heap ${name}`] = Number(used) / 2 ** 20;
    };
    // Not every part has an address that answers.
    await Promise.allSettled(this.#parts.map(read));
    return values;
  }

  async #queues(): Promise<Record<string, number>> {
    const { queues, outboxes } = await this.#events.lag();
    const sum = (rows: { waiting: number | undefined }[]) =>
      rows.reduce((total, { waiting = 0 }) => total + waiting, 0);
    return { 'queued in RabbitMQ': sum(queues), 'queued in outboxes': sum(outboxes) };
  }

  async #collections(): Promise<Record<string, number>> {
    const values: Record<string, number> = {};
    const { databases } = await this.#mongodb.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases.filter((database) => database.name.startsWith('shop-'))) {
      const db = this.#mongodb.db(name);
      for (const { name: collection } of await db
        .listCollections({ type: 'collection' }, { nameOnly: true })
        .toArray()) {
        if (collection.startsWith('system.')) continue;
        const [stats] = await db
          .collection(collection)
          .aggregate([{ $collStats: { storageStats: {} } }])
          .toArray();
        const { count, avgObjSize } = stats!['storageStats'] as { count: number; avgObjSize?: number };
        const full = `${name.slice('shop-'.length)}.${collection}`;
        values[`${RECORDS.has(full) ? 'records' : 'documents'} ${full}`] = count;
        values[`bytes each ${full}`] = avgObjSize ?? 0;
      }
    }
    return values;
  }

  async #keys(): Promise<Record<string, number>> {
    const memory = /^used_memory:(\d+)/m.exec(await this.#redis.info('memory'))![1];
    return { 'redis keys': await this.#redis.dbSize(), 'redis kilobytes': Number(memory) / 1024 };
  }
}
