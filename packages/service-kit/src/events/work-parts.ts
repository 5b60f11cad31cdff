import type { Effects } from './effects.ts';
import type { OutboxRelay } from './outbox-relay.ts';
import type { EventStore } from './store.ts';

/** What the bus needs of a database. */
export interface WorkParts {
  store: EventStore;
  effects: Effects;
  relay: OutboxRelay;
}
