import crypto from 'node:crypto';
import { type OnApplicationShutdown, Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { AnyEvent } from '@shop/contracts';
import { LRUCache } from 'lru-cache';
import { CONFIG } from '../config/tokens.ts';
import { BatchWriter } from '../database/batch-writer.ts';
import { type Trigger, WorkLoop } from '../jobs/work-loop.ts';
import { Broker } from './broker.ts';
import type { EventsConfig } from './event-variables.ts';
import { outboxAge, outboxWaiting, published, unroutable } from './metrics.ts';
import { type Names, namesFor } from './names.ts';
import { EVENT_SPECS } from './options.ts';
import type { OutboxRow } from './records.ts';
import { OutboxInboxStore } from './outbox-inbox-store.ts';

const BATCH_SIZE = 100;
/** Recently marked ids. A commit is reported long before this many further events are published. */
const MARKED_CACHE_SIZE = 1_000;
/** Share of a lease within which published events are marked, long before another instance may take them over. */
const MARK_WITHIN = 1 / 10;
const WARN_EVERY_MS = 60_000;

/** `refused`: a required consumer is missing. `failed`: whether the broker has it is unknown. */
type Outcome = 'published' | 'refused' | 'failed';

/**
 * Publishes the outbox: events that this process commits right after the commit, from memory; events left behind, also by
 * dead instances, in sweeps. An event is published twice when a lease runs out early or an instance dies between publishing
 * and marking; the consumers' inbox ignores the duplicate.
 *
 * Only its scheduling is that of jobs (`WorkLoop`). Rows are not claimed one by one as job items are: they belong to the
 * instance that wrote them, which publishes them in order, from memory, and marks them in batches.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Owner of the rows that this process writes. */
  readonly instance = crypto.randomUUID();
  readonly #logger = new Logger(OutboxRelay.name);
  readonly #names: Names;
  readonly #required: ReadonlySet<string>;
  readonly #expected: ReadonlySet<string>;
  /** Published, not yet marked. */
  readonly #marks: BatchWriter<OutboxRow['_id']>;
  /** Rows being published, or published and not yet marked: in the outbox they are still `waiting`. */
  readonly #inFlight = new Map<string, OutboxRow['_id']>();
  /** Recently marked: their commit may be reported only now. */
  readonly #marked = new LRUCache<string, true>({ max: MARKED_CACHE_SIZE });
  readonly #sending = new Set<Promise<void>>();
  #reading: Promise<OutboxRow[]> = Promise.resolve([]);
  /** The outbox may hold earlier events: new ones go through it as well, which keeps the order. */
  #isBehind = true;
  readonly #loop: WorkLoop;
  #isStopped = false;
  readonly #warnedAt = new Map<string, number>();

  constructor(
    private readonly store: OutboxInboxStore,
    private readonly broker: Broker,
    @Inject(CONFIG) private readonly config: EventsConfig,
    @Inject(EVENT_SPECS) specs: readonly AnyEvent[],
  ) {
    this.#names = namesFor(config.EVENTS_PREFIX);
    this.#loop = new WorkLoop({
      everyMs: config.EVENTS_OUTBOX_SWEEP,
      pass: (trigger) => this.#pass(trigger),
      onError: (error) => this.#logger.debug('The outbox could not be published', error),
    });
    this.#marks = new BatchWriter((ids) => this.#mark(ids), config.EVENTS_OUTBOX_LEASE * MARK_WITHIN);
    this.#required = new Set(specs.filter((spec) => spec.consumerRequired).map((spec) => spec.name));
    this.#expected = new Set(specs.filter((spec) => Object.keys(spec.consumers).length > 0).map((spec) => spec.name));
  }

  onApplicationBootstrap(): void {
    this.broker.onConnected(() => this.#loop.wake());
    void this.broker.open();
    this.#loop.start();
  }

  /** Publishes the last commits, then stops. */
  async finish(): Promise<void> {
    this.#loop.stopPolling();
    this.#loop.wake();
    while (this.#loop.running || this.#sending.size > 0) {
      await this.#loop.running;
      await Promise.all(this.#sending);
    }
    this.#isStopped = true;
    this.#loop.stop();
    await this.#marks.flush().catch((error: unknown) => this.#logger.debug('Events were not marked', error));
  }

  /** For processes without a bus (demo data), which otherwise calls `finish`. */
  onApplicationShutdown(): Promise<void> {
    return this.finish();
  }

  /** Publishes a row that this process has just committed. Returns at once. */
  send(row: OutboxRow): void {
    const id = row._id.toHexString();
    // Read from the outbox before its commit was reported here.
    if (this.#isStopped || this.#inFlight.has(id) || this.#marked.has(id)) return;
    if (this.#isBehind || !this.broker.isConnected) {
      this.#isBehind = true;
      this.#loop.wake();
      return;
    }
    const sending: Promise<void> = this.#publishAll([row])
      .then(
        () => {},
        (error: unknown) => this.#logger.debug('An event stays in the outbox', error),
      )
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  /** Publishes this instance's rows; at the interval also those of others that were left behind. */
  async #pass(trigger: Trigger): Promise<void> {
    if (trigger === 'interval' && !(await this.#sweep())) return;
    // What this pass postpones is never due in it: it ends, and reaches what was committed later, however many are refused.
    const due = new Date();
    while (this.broker.isConnected) {
      const reading = this.#read(due);
      this.#reading = reading.catch(() => []);
      const rows = await reading;
      // Rows committed during the read may already be in flight.
      const outcomes = await this.#publishAll(rows.filter(({ _id }) => !this.#inFlight.has(_id.toHexString())));
      if (outcomes.includes('failed')) return;
      if (rows.length < BATCH_SIZE) {
        // A commit during this pass has woken the loop.
        this.#isBehind = this.#loop.isWoken;
        return;
      }
    }
  }

  #read(due: Date): Promise<OutboxRow[]> {
    return this.store.outbox
      .find({
        relay: this.instance,
        waiting: true,
        notBefore: { $not: { $gt: due } },
        _id: { $nin: [...this.#inFlight.values()] },
      })
      .sort({ _id: 1 })
      .limit(BATCH_SIZE)
      .toArray();
  }

  /** The part of a sweep before publishing. Returns whether anything is waiting. */
  async #sweep(): Promise<boolean> {
    await this.#marks.flush();
    const isWaiting = await this.#measure();
    if (isWaiting && this.broker.isConnected) await this.#takeOver();
    return isWaiting;
  }

  /** In order. Refused events are postponed; failed ones stay due. */
  async #publishAll(rows: OutboxRow[]): Promise<Outcome[]> {
    for (const { _id } of rows) this.#inFlight.set(_id.toHexString(), _id);
    const outcomes = await Promise.all(rows.map((row) => this.#publish(row)));
    const idsOf = (wanted: Outcome) => rows.filter((_, index) => outcomes[index] === wanted).map((row) => row._id);
    for (const id of idsOf('published')) this.#marks.add(id);
    const [failed, refused] = [idsOf('failed'), idsOf('refused')];
    if (failed.length > 0) this.#isBehind = true;
    try {
      if (refused.length > 0) await this.#postpone(refused);
    } finally {
      for (const id of [...failed, ...refused]) this.#inFlight.delete(id.toHexString());
    }
    return outcomes;
  }

  /**
   * Marks confirmed events, in batches and with `w: 1`: after a lost mark the event is published again, which the inbox
   * recognises. Leaves a row that is not this instance's any more: another one publishes it, or it is fed again
   * (`infra/backup/unhandled-events.ts`).
   */
  async #mark(ids: OutboxRow['_id'][]): Promise<void> {
    await this.store.outbox.updateMany(
      { _id: { $in: ids }, relay: this.instance },
      { $set: { publishedAt: new Date() }, $unset: { waiting: 1, relay: 1, leaseUntil: 1, notBefore: 1 } },
      { writeConcern: { w: 1 } },
    );
    // A read that started earlier may still return them as waiting.
    await this.#reading;
    for (const id of ids) {
      this.#inFlight.delete(id.toHexString());
      this.#marked.set(id.toHexString(), true);
    }
  }

  async #postpone(ids: OutboxRow['_id'][]): Promise<void> {
    const notBefore = new Date(Date.now() + this.config.EVENTS_OUTBOX_LEASE);
    await this.store.outbox.updateMany({ _id: { $in: ids } }, { $set: { notBefore } });
  }

  /** Takes over rows whose lease has run out. */
  async #takeOver(): Promise<void> {
    const now = new Date();
    const left = {
      ...{ waiting: true as const, leaseUntil: { $lt: now }, relay: { $ne: this.instance } },
      // Fed again while this instance publishes them: the mark to come would count for the second publication.
      _id: { $nin: [...this.#inFlight.values()] },
    };
    const rows = await this.store.outbox.find(left).project({ _id: 1 }).limit(BATCH_SIZE).toArray();
    if (rows.length === 0) return;
    const leaseUntil = new Date(now.getTime() + this.config.EVENTS_OUTBOX_LEASE);
    await this.store.outbox.updateMany(
      // Another relay may have taken some since.
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
        if (this.#expected.has(event.name)) this.#warnUnroutable(event.name, refused);
        if (refused) return 'refused';
      }
      published.inc({ event: event.name });
      return 'published';
    } catch (error) {
      this.#logger.debug('An event was not confirmed and stays in the outbox', error);
      return 'failed';
    }
  }

  #warnUnroutable(name: string, isRequired: boolean): void {
    if ((this.#warnedAt.get(name) ?? 0) > Date.now() - WARN_EVERY_MS) return;
    this.#warnedAt.set(name, Date.now());
    this.#logger.warn(`No queue is bound for ${name}${isRequired ? ': it stays in the outbox' : ''}`);
  }

  /** Returns whether anything is waiting. */
  async #measure(): Promise<boolean> {
    // The bound on `leaseUntil` makes the partial index usable; without it every published row is scanned.
    const any = { waiting: true as const, leaseUntil: { $gte: new Date(0) } };
    const isWaiting = (await this.store.outbox.findOne(any, { projection: { _id: 1 } })) !== null;
    // Without refed events, whose age says nothing.
    const waiting = { ...any, leaseUntil: { $gt: new Date(0) } };
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
