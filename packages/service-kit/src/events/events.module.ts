import { type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { JobsModule } from '../jobs/jobs.module.ts';
import { busProviders, type EventsOptions } from './broadcasts.module.ts';
import { Broker } from './broker.ts';
import { Effects } from './effects.ts';
import { EventBus } from './event-bus.ts';
import { CONSUMER, WORK } from './options.ts';
import { Outbox } from './outbox.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { inboxSchema, outboxSchema, queueSchema, versionSchema } from './records.ts';
import { OutboxInboxStore } from './outbox-inbox-store.ts';
import { TidyOutbox } from './tidy-outbox.ts';
import type { WorkDependencies } from './work-dependencies.ts';

const workDependencies = {
  provide: WORK,
  useFactory: (store: OutboxInboxStore, effects: Effects, relay: OutboxRelay): WorkDependencies => ({
    store,
    effects,
    relay,
  }),
  inject: [OutboxInboxStore, Effects, OutboxRelay],
};

/** The whole event bus, for a service with a database. Needs `CONFIG`, `Health`, `Clock` and the connection. */
@Module({})
export class EventsModule {
  static of(options: EventsOptions): DynamicModule {
    return {
      module: EventsModule,
      global: true,
      imports: [
        JobsModule,
        // Registers the collections and their indexes.
        MongooseModule.forFeature([
          { name: 'OutboxRow', schema: outboxSchema },
          { name: 'VersionRow', schema: versionSchema },
          { name: 'InboxRow', schema: inboxSchema },
          { name: 'QueueRow', schema: queueSchema },
        ]),
      ],
      providers: [
        ...busProviders(options),
        OutboxInboxStore,
        Effects,
        workDependencies,
        OutboxRelay,
        Outbox,
        TidyOutbox,
      ],
      exports: [Broker, CONSUMER, EventBus, Outbox],
    };
  }
}
