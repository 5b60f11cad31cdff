/** Injects who publishes and consumes here: the name of the service, the gateway or the shell. */
export const CONSUMER = Symbol('CONSUMER');

/** Injects the contracts of every event (tests bring their own). */
export const EVENT_SPECS = Symbol('EVENT_SPECS');

/** Injects what the bus needs of a database; not there in a process without a database. */
export const WORK = Symbol('WORK');
