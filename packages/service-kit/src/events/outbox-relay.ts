import crypto from 'node:crypto';
import { type OnApplicationShutdown, Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { AnyEvent } from '@shop/contracts';
import { CONFIG } from '../config/tokens.ts';
import { Broker } from './broker.ts';
import type { EventsConfig } from './event-variables.ts';
import { outboxAge, outboxWaiting, published, unroutable } from './metrics.ts';
import { type Names, namesWith } from './names.ts';
import { EVENT_SPECS } from './options.ts';
import type { OutboxRow } from './records.ts';
import { EventStore } from './store.ts';

const AT_ONCE = 100;
const TIDY_EVERY_MS = 10 * 60_000;

/**
 * Publishes what is in the outbox: at once after a commit of this process, and by sweeping what was left, also by
 * instances that are gone. Two relays may publish one event twice when a lease ran out; its effect is there once.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Of this process, in the rows it wrote. */
  readonly instance = crypto.randomUUID();
  readonly #logger = new Logger(OutboxRelay.name);
  readonly #names: Names;
  readonly #required: ReadonlySet<string>;
  readonly #expected: ReadonlySet<string>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopping = false;
  #tidyAt = 0;
  #complained = new Map<string, number>();

  constructor(
    private readonly store: EventStore,
    private readonly broker: Broker,
    @Inject(CONFIG) private readonly config: EventsConfig,
    @Inject(EVENT_SPECS) specs: readonly AnyEvent[],
  ) {
    this.#names = namesWith(config.EVENTS_PREFIX);
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
    while (this.#running) await this.#running;
    this.#stopping = true;
  }

  /** Where no bus was started (demo data), nobody else ends it. */
  onApplicationShutdown(): Promise<void> {
    return this.finish();
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
    if (sweep) {
      await this.#measure();
      if (Date.now() > this.#tidyAt) {
        this.#tidyAt = Date.now() + TIDY_EVERY_MS;
        await this.store.tidy(Date.now());
      }
      if (this.broker.isConnected) await this.#takeOver();
    }
    while (this.broker.isConnected) {
      const rows = await this.store.outbox
        .find({ relay: this.instance, waiting: true, notBefore: { $not: { $gt: new Date() } } })
        .sort({ _id: 1 })
        .limit(AT_ONCE)
        .toArray();
      if (rows.length === 0) return;
      const outcomes = await Promise.all(rows.map((row) => this.#publish(row)));
      const idsOf = (wanted: string) => rows.filter((_, index) => outcomes[index] === wanted).map((row) => row._id);
      await this.store.outbox.updateMany(
        { _id: { $in: idsOf('published') } },
        { $set: { publishedAt: new Date() }, $unset: { waiting: 1, relay: 1, leaseUntil: 1, notBefore: 1 } },
      );
      const refused = idsOf('refused');
      if (refused.length > 0) {
        const notBefore = new Date(Date.now() + this.config.EVENTS_OUTBOX_LEASE);
        await this.store.outbox.updateMany({ _id: { $in: refused } }, { $set: { notBefore } });
      }
      // Whatever was committed meanwhile woke this relay again.
      if (outcomes.includes('failed') || rows.length < AT_ONCE) return;
    }
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

  async #publish({ event, trace }: Pick<OutboxRow, 'event' | 'trace'>): Promise<'published' | 'refused' | 'failed'> {
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

  async #measure(): Promise<void> {
    const waiting = { waiting: true as const, leaseUntil: { $gt: new Date(0) } };
    const [count, oldest] = await Promise.all([
      this.store.outbox.countDocuments(waiting),
      this.store.outbox.findOne(waiting, { sort: { leaseUntil: 1 } }),
    ]);
    outboxWaiting.set(count);
    outboxAge.set(oldest ? Math.max(0, Date.now() - Date.parse(oldest.event.occurredAt)) / 1000 : 0);
  }
}
