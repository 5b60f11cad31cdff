import crypto from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { AnyEvent, Consumer, Envelope, EventSpec } from '@shop/contracts';
import { type ClientSession, Types } from 'mongoose';
import type { z } from 'zod';
import { Clock } from '../clock/clock.ts';
import { CONFIG } from '../config/tokens.ts';
import { afterCommit } from '../database/transactions.ts';
import { currentContext } from '../logging/context.ts';
import type { EventsConfig } from './event-variables.ts';
import { CONSUMER } from './options.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { OutboxInboxStore } from './outbox-inbox-store.ts';
import { currentCarrier } from './tracing.ts';

/** Writes events in the transaction of their change; the relay publishes them after the commit. */
@Injectable()
export class Outbox {
  constructor(
    private readonly store: OutboxInboxStore,
    private readonly relay: OutboxRelay,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: EventsConfig,
    @Inject(CONSUMER) private readonly publisher: Consumer,
  ) {}

  /**
   * Writes an event in the transaction of `session`. `key` is the id of the changed entity, as the contract says; its `version`
   * is incremented in this transaction, unless the event is `unordered`. Returns the event as it will be published.
   *
   * @throws ZodError when `data` breaks the contract
   */
  async publish<Data extends z.ZodType>(
    session: ClientSession,
    spec: EventSpec<Data>,
    event: { key: string; data: z.input<Data> },
  ): Promise<Envelope<z.output<Data>>> {
    const [published] = await this.publishAll(session, spec, [event]);
    return published!;
  }

  /**
   * The same for several events of different keys, with a few commands for all of them.
   *
   * @throws ZodError when the data of one breaks the contract
   */
  async publishAll<Data extends z.ZodType>(
    session: ClientSession,
    spec: EventSpec<Data>,
    events: readonly { key: string; data: z.input<Data> }[],
  ): Promise<Envelope<z.output<Data>>[]> {
    if (!session.inTransaction()) throw new Error(`${spec.name} must be published in the transaction of its change`);
    if (spec.publisher !== 'several' && spec.publisher !== this.publisher) {
      throw new Error(`${spec.name} is published by ${spec.publisher}, not by ${this.publisher}`);
    }
    if (events.length === 0) return [];
    const checked = events.map(({ key, data }) => ({ key, data: spec.data.parse(data) }));
    const versions = await this.#versionsOf(
      spec,
      checked.map(({ key }) => key),
      session,
    );
    const rows = checked.map(({ key, data }, index) => ({
      _id: new Types.ObjectId(),
      event: {
        id: crypto.randomUUID(),
        name: spec.name,
        key,
        version: versions[index]!,
        occurredAt: this.clock.now().toISOString(),
        correlationId: currentContext()?.correlationId ?? crypto.randomUUID(),
        data,
      },
      trace: currentCarrier(),
      waiting: true as const,
      relay: this.relay.instance,
      leaseUntil: new Date(Date.now() + this.config.EVENTS_OUTBOX_LEASE),
    }));
    await this.store.outbox.insertMany(rows, { session });
    afterCommit(session, () => {
      for (const row of rows) this.relay.send(row);
    });
    return rows.map(({ event }) => event);
  }

  #versionsOf({ unordered }: Pick<AnyEvent, 'unordered'>, keys: string[], session: ClientSession): Promise<number[]> {
    if (unordered !== undefined) return Promise.resolve(keys.map(() => Date.now()));
    return this.store.nextVersions(keys, session);
  }

  /**
   * Deletes published events of these keys, and audit entries about them, before their time: they hold what the owner of a deleted
   * account wants gone. Returns false while one of them still waits to be published.
   */
  forget(keys: readonly string[]): Promise<boolean> {
    return keys.length === 0 ? Promise.resolve(true) : this.store.forget(keys);
  }
}
