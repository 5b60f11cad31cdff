import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.ts';
import { OutboxInboxStore } from './outbox-inbox-store.ts';

const EVERY_MS = 10 * 60_000;
const LEASE_MS = 5 * 60_000;

/** Deletes published events and inbox entries that are older than the configuration keeps them. */
@Injectable()
export class TidyOutbox implements OnModuleInit {
  constructor(
    private readonly store: OutboxInboxStore,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.addRecurring({
      name: 'outbox-tidy',
      everyMs: EVERY_MS,
      leaseMs: LEASE_MS,
      retry: { firstMs: 1_000, maxMs: EVERY_MS },
      // Of real time, by which events are marked.
      run: () => this.store.tidy(Date.now()),
    });
  }
}
