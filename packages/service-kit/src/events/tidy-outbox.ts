import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG } from '../config/tokens.ts';
import { Jobs } from '../jobs/jobs.ts';
import type { EventsConfig } from './event-variables.ts';
import { OutboxInboxStore } from './outbox-inbox-store.ts';

const LEASE_MS = 5 * 60_000;

/** Deletes published events and inbox entries that are older than the configuration keeps them. */
@Injectable()
export class TidyOutbox implements OnModuleInit {
  constructor(
    private readonly store: OutboxInboxStore,
    private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: EventsConfig,
  ) {}

  onModuleInit(): void {
    const everyMs = this.config.EVENTS_TIDY_EVERY;
    this.jobs.addRecurring({
      name: 'outbox-tidy',
      everyMs,
      leaseMs: LEASE_MS,
      retry: { firstMs: 1_000, maxMs: everyMs },
      // Of real time, by which events are marked.
      run: () => this.store.tidy(Date.now()),
    });
  }
}
