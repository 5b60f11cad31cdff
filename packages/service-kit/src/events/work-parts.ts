import type { Effects } from './effects.ts';
import type { EventStore } from './store.ts';

/** What `work(…)` needs of a database. */
export interface WorkParts {
  store: EventStore;
  effects: Effects;
}
