import type { Effects } from './effects.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import type { OutboxInboxStore } from './outbox-inbox-store.ts';

/** What `work` handlers need of a database. */
export interface WorkDependencies {
  store: OutboxInboxStore;
  effects: Effects;
  relay: OutboxRelay;
}
