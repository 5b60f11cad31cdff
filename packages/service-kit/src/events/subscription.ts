const SUBSCRIPTION = 'shop:subscription';

export interface WorkSubscription {
  kind: 'work';
  handler: string;
  /** Its effect is the same however often it is done. */
  idempotent: boolean;
}

export interface BroadcastSubscription {
  kind: 'broadcast';
  handler: string;
}

export type EventSubscription = WorkSubscription | BroadcastSubscription;

/**
 * Every event is worked on once, by one of the service's instances, in the transaction of its effect. What the handler
 * throws is tried again later, with growing delay, and ends as a dead letter. All effects must go through the context's
 * `session`: the handler runs again after a conflict, and beside other events in one transaction.
 *
 * `idempotent`: the effect carries its own condition (a version, a state, a unique id), so that doing it again changes
 * nothing. It gets no transaction, which costs more than most effects: it is done, then remembered, then acknowledged, and a
 * process that dies in between does it again.
 *
 * `handler` names the queue and what the inbox remembers, so it stays when the class is renamed.
 */
export const work = (handler: string, { idempotent = false } = {}) => ({
  [SUBSCRIPTION]: { kind: 'work', handler: named(handler), idempotent },
});

/**
 * Every instance hears every event while it is connected, and nothing is kept for it: for caches and indexes. What was
 * missed is told by `EventBus.onGap`.
 */
export const broadcast = (handler: string) => ({ [SUBSCRIPTION]: { kind: 'broadcast', handler: named(handler) } });

/** What `work` or `broadcast` left in the extras of an `@EventPattern`. */
export const subscriptionOf = (extras: Record<string, unknown> | undefined): EventSubscription | undefined =>
  extras?.[SUBSCRIPTION] as EventSubscription | undefined;

function named(handler: string): string {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(handler)) return handler;
  throw new Error(`"${handler}" does not name a handler: write its effect in lower case with hyphens`);
}
