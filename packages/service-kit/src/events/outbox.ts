import crypto from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Consumer, Envelope, EventSpec } from '@shop/contracts';
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
    { key, data }: { key: string; data: z.input<Data> },
  ): Promise<Envelope<z.output<Data>>> {
    if (!session.inTransaction()) throw new Error(`${spec.name} must be published in the transaction of its change`);
    if (spec.publisher !== 'several' && spec.publisher !== this.publisher) {
      throw new Error(`${spec.name} is published by ${spec.publisher}, not by ${this.publisher}`);
    }
    const checked = spec.data.parse(data);
    const event: Envelope<z.output<Data>> = {
      id: crypto.randomUUID(),
      name: spec.name,
      key,
      version: spec.unordered === undefined ? await this.store.nextVersion(key, session) : Date.now(),
      occurredAt: this.clock.now().toISOString(),
      correlationId: currentContext()?.correlationId ?? crypto.randomUUID(),
      data: checked,
    };
    const row = {
      _id: new Types.ObjectId(),
      event,
      trace: currentCarrier(),
      waiting: true as const,
      relay: this.relay.instance,
      leaseUntil: new Date(Date.now() + this.config.EVENTS_OUTBOX_LEASE),
    };
    await this.store.outbox.insertOne(row, { session });
    afterCommit(session, () => this.relay.send(row));
    return event;
  }

  /**
   * Deletes published events of these keys, and audit entries about them, before their time: they hold what the owner of a deleted
   * account wants gone. Returns false while one of them still waits to be published.
   */
  forget(keys: readonly string[]): Promise<boolean> {
    return keys.length === 0 ? Promise.resolve(true) : this.store.forget(keys);
  }
}
