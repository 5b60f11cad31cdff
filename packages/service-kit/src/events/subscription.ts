const SUBSCRIPTION = 'shop:subscription';

export interface WorkSubscription {
  kind: 'work';
  handler: string;
  /** Handling an event again changes nothing. */
  idempotent: boolean;
}

export interface BroadcastSubscription {
  kind: 'broadcast';
  handler: string;
}

export type EventSubscription = WorkSubscription | BroadcastSubscription;

/**
 * Every event is handled once, by one instance of the service, in the transaction of its effect. A failed event is retried
 * with growing delay and ends as a dead letter. All effects have to go through the context's `session`: the handler runs again
 * after a conflict, and in one transaction with other events.
 *
 * `idempotent`: the effect carries its own condition (a version, a state, a unique id), so that handling the event again
 * changes nothing. It gets no transaction, which costs more than most effects: the event is handled, then recorded, then
 * acknowledged, and handled again if the process dies in between.
 *
 * `handler` names the queue and the inbox entries, so it stays when the class is renamed.
 */
export const work = (handler: string, { idempotent = false } = {}) => ({
  [SUBSCRIPTION]: { kind: 'work', handler: named(handler), idempotent },
});

/**
 * Every connected instance receives every event, and nothing is stored for it: for caches and indexes. `EventBus.onGap`
 * reports that events may have been missed.
 */
export const broadcast = (handler: string) => ({ [SUBSCRIPTION]: { kind: 'broadcast', handler: named(handler) } });

/** The subscription in the extras of an `@EventPattern`. */
export const subscriptionOf = (extras: Record<string, unknown> | undefined): EventSubscription | undefined =>
  extras?.[SUBSCRIPTION] as EventSubscription | undefined;

function named(handler: string): string {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(handler)) return handler;
  throw new Error(`"${handler}" is not a handler name: write its effect in lower case with hyphens`);
}
