import crypto from 'node:crypto';
import { type OnApplicationShutdown, Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { AnyEvent } from '@shop/contracts';
import { LRUCache } from 'lru-cache';
import { CONFIG } from '../config/tokens.ts';
import { BatchWriter } from '../database/batch-writer.ts';
import { Broker } from './broker.ts';
import type { EventsConfig } from './event-variables.ts';
import { outboxAge, outboxWaiting, published, unroutable } from './metrics.ts';
import { type Names, namesWith } from './names.ts';
import { EVENT_SPECS } from './options.ts';
import type { OutboxRow } from './records.ts';
import { OutboxInboxStore } from './outbox-inbox-store.ts';

const AT_ONCE = 100;
/** So many that were marked are remembered: a commit is heard of long before as many others are published. */
const REMEMBERED = 1_000;
/** Of a lease: by then what is published is marked, long before another instance may publish it. */
const MARK_WITHIN = 1 / 10;
const TIDY_EVERY_MS = 10 * 60_000;

/** `refused`: there is no consumer that it needs. `failed`: nobody knows whether the broker has it. */
type Outcome = 'published' | 'refused' | 'failed';

/**
 * Publishes what is in the outbox: what this process commits at once, from memory, and by sweeping what was left behind, also
 * by instances that are gone. Two relays may publish one event twice when a lease ran out, and one that dies before it has
 * marked what it published is followed by one that does it again; its effect is there once.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Of this process, in the rows it wrote. */
  readonly instance = crypto.randomUUID();
  readonly #logger = new Logger(OutboxRelay.name);
  readonly #names: Names;
  readonly #required: ReadonlySet<string>;
  readonly #expected: ReadonlySet<string>;
  /** Published and not marked. */
  readonly #marks: BatchWriter<OutboxRow['_id']>;
  /** Rows that are on their way to the broker or published, and not marked: in the outbox they still wait. */
  readonly #taken = new Map<string, OutboxRow['_id']>();
  /** Marked lately: their commit may be heard of only now. */
  readonly #marked = new LRUCache<string, true>({ max: REMEMBERED });
  readonly #sending = new Set<Promise<void>>();
  #reading: Promise<OutboxRow[]> = Promise.resolve([]);
  /** Something waits in the outbox, or may: whatever is committed now goes after it, so that the order stays. */
  #behind = true;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopping = false;
  #tidyAt = 0;
  #complained = new Map<string, number>();

  constructor(
    private readonly store: OutboxInboxStore,
    private readonly broker: Broker,
    @Inject(CONFIG) private readonly config: EventsConfig,
    @Inject(EVENT_SPECS) specs: readonly AnyEvent[],
  ) {
    this.#names = namesWith(config.EVENTS_PREFIX);
    this.#marks = new BatchWriter((ids) => this.#mark(ids), config.EVENTS_OUTBOX_LEASE * MARK_WITHIN);
    this.#required = new Set(specs.filter((spec) => spec.consumerRequired).map((spec) => spec.name));
    this.#expected = new Set(specs.filter((spec) => Object.keys(spec.consumers).length > 0).map((spec) => spec.name));
  }

  onApplicationBootstrap(): void {
    this.broker.onConnected(() => this.wake());
    void this.broker.open();
    this.#timer = setInterval(() => this.wake({ sweep: true }), this.config.EVENTS_OUTBOX_SWEEP);
  }

  /** Sends what was committed last, and from then on nothing. */
  async finish(): Promise<void> {
    clearInterval(this.#timer);
    this.wake();
    while (this.#running || this.#sending.size > 0) {
      await this.#running;
      await Promise.all(this.#sending);
    }
    this.#stopping = true;
    await this.#marks.flush().catch((error: unknown) => this.#logger.debug('Events were not marked', error));
  }

  /** Where no bus was started (demo data), nobody else ends it. */
  onApplicationShutdown(): Promise<void> {
    return this.finish();
  }

  /** Publishes a row that this process has just committed. Answers at once. */
  send(row: OutboxRow): void {
    const id = row._id.toHexString();
    // The commit was read from the outbox before it was heard of here.
    if (this.#stopping || this.#taken.has(id) || this.#marked.has(id)) return;
    if (this.#behind || !this.broker.isConnected) {
      this.#behind = true;
      this.wake();
      return;
    }
    const sending: Promise<void> = this.#publishAll([row])
      .then(
        () => {},
        (error: unknown) => this.#logger.debug('The outbox waits', error),
      )
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Publishes what this process has in the outbox; with `sweep` also what others left. Answers at once. */
  wake({ sweep = false } = {}): void {
    if (this.#stopping) return;
    if (this.#running) {
      this.#again ||= !sweep;
      return;
    }
    this.#running = this.#run(sweep)
      .catch((error: unknown) => this.#logger.debug('The outbox waits', error))
      .finally(() => {
        this.#running = undefined;
        if (this.#again) {
          this.#again = false;
          this.wake();
        }
      });
  }

  async #run(sweep: boolean): Promise<void> {
    if (sweep && !(await this.#isLeft())) return;
    while (this.broker.isConnected) {
      const reading = this.#read();
      this.#reading = reading.catch(() => []);
      const rows = await reading;
      // What was committed while they were read may be on its way already.
      const outcomes = await this.#publishAll(rows.filter(({ _id }) => !this.#taken.has(_id.toHexString())));
      if (outcomes.includes('failed')) return;
      if (rows.length < AT_ONCE) {
        // Whatever was committed meanwhile woke this relay again.
        this.#behind = this.#again;
        return;
      }
    }
  }

  #read(): Promise<OutboxRow[]> {
    return this.store.outbox
      .find({
        relay: this.instance,
        waiting: true,
        notBefore: { $not: { $gt: new Date() } },
        _id: { $nin: [...this.#taken.values()] },
      })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
  }

  /** The part of a sweep that is not publishing. Answers whether anything waits. */
  async #isLeft(): Promise<boolean> {
    await this.#marks.flush();
    if (Date.now() > this.#tidyAt) {
      this.#tidyAt = Date.now() + TIDY_EVERY_MS;
      await this.store.tidy(Date.now());
    }
    const isWaiting = await this.#measure();
    if (isWaiting && this.broker.isConnected) await this.#takeOver();
    return isWaiting;
  }

  /** In their order. What is refused waits for a while; what failed stays as it is. */
  async #publishAll(rows: OutboxRow[]): Promise<Outcome[]> {
    for (const { _id } of rows) this.#taken.set(_id.toHexString(), _id);
    const outcomes = await Promise.all(rows.map((row) => this.#publish(row)));
    const idsOf = (wanted: Outcome) => rows.filter((_, index) => outcomes[index] === wanted).map((row) => row._id);
    for (const id of idsOf('published')) this.#marks.add(id);
    const [failed, refused] = [idsOf('failed'), idsOf('refused')];
    if (failed.length > 0) this.#behind = true;
    try {
      if (refused.length > 0) await this.#postpone(refused);
    } finally {
      for (const id of [...failed, ...refused]) this.#taken.delete(id.toHexString());
    }
    return outcomes;
  }

  /**
   * Marks what the broker has confirmed. Written later and for many at once, and no disk is waited for (`w: 1`): a mark that
   * gets lost means that the event is published again, which its handlers recognise.
   */
  async #mark(ids: OutboxRow['_id'][]): Promise<void> {
    await this.store.outbox.updateMany(
      { _id: { $in: ids } },
      { $set: { publishedAt: new Date() }, $unset: { waiting: 1, relay: 1, leaseUntil: 1, notBefore: 1 } },
      { writeConcern: { w: 1 } },
    );
    // A read that began before may still answer that they wait.
    await this.#reading;
    for (const id of ids) {
      this.#taken.delete(id.toHexString());
      this.#marked.set(id.toHexString(), true);
    }
  }

  async #postpone(ids: OutboxRow['_id'][]): Promise<void> {
    const notBefore = new Date(Date.now() + this.config.EVENTS_OUTBOX_LEASE);
    await this.store.outbox.updateMany({ _id: { $in: ids } }, { $set: { notBefore } });
  }

  /** Takes the rows whose instance did not publish them in its time. */
  async #takeOver(): Promise<void> {
    const now = new Date();
    const left = { waiting: true as const, leaseUntil: { $lt: now }, relay: { $ne: this.instance } };
    const rows = await this.store.outbox.find(left).project({ _id: 1 }).limit(AT_ONCE).toArray();
    if (rows.length === 0) return;
    const leaseUntil = new Date(now.getTime() + this.config.EVENTS_OUTBOX_LEASE);
    await this.store.outbox.updateMany(
      // Only those that no other relay took meanwhile.
      { ...left, _id: { $in: rows.map((row) => row._id) } },
      { $set: { relay: this.instance, leaseUntil } },
    );
  }

  async #publish({ event, trace }: Pick<OutboxRow, 'event' | 'trace'>): Promise<Outcome> {
    try {
      const outcome = await this.broker.publish({
        exchange: this.#names.exchange,
        routingKey: event.name,
        content: Buffer.from(JSON.stringify(event)),
        messageId: event.id,
        headers: trace,
      });
      if (outcome === 'unroutable') {
        unroutable.inc({ event: event.name });
        const refused = this.#required.has(event.name);
        if (this.#expected.has(event.name)) this.#complain(event.name, refused);
        if (refused) return 'refused';
      }
      published.inc({ event: event.name });
      return 'published';
    } catch (error) {
      this.#logger.debug('An event was not confirmed and stays in the outbox', error);
      return 'failed';
    }
  }

  /** Once a minute per event. */
  #complain(name: string, kept: boolean): void {
    if ((this.#complained.get(name) ?? 0) > Date.now() - 60_000) return;
    this.#complained.set(name, Date.now());
    this.#logger.warn(`Nobody is bound for ${name}${kept ? ': it stays in the outbox' : ''}`);
  }

  /** Answers whether anything waits. */
  async #measure(): Promise<boolean> {
    const isWaiting = (await this.store.outbox.findOne({ waiting: true }, { projection: { _id: 1 } })) !== null;
    // Without what was fed to it again, which is old.
    const waiting = { waiting: true as const, leaseUntil: { $gt: new Date(0) } };
    const [count, oldest] = isWaiting
      ? await Promise.all([
          this.store.outbox.countDocuments(waiting),
          this.store.outbox.findOne(waiting, { sort: { leaseUntil: 1 } }),
        ])
      : [0, null];
    outboxWaiting.set(count);
    outboxAge.set(oldest ? Math.max(0, Date.now() - Date.parse(oldest.event.occurredAt)) / 1000 : 0);
    return isWaiting;
  }
}
