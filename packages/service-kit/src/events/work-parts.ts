import type { Effects } from './effects.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import type { OutboxInboxStore } from './outbox-inbox-store.ts';

/** What the bus needs of a database. */
export interface WorkParts {
  store: OutboxInboxStore;
  effects: Effects;
  relay: OutboxRelay;
}
