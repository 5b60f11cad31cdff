/** Injection token: the name of the service, the gateway or the shell. */
export const CONSUMER = Symbol('CONSUMER');

/** Injection token: the contracts of every event (tests bring their own). */
export const EVENT_SPECS = Symbol('EVENT_SPECS');

/** Injection token of `WorkDependencies`; not provided in a process without a database. */
export const WORK = Symbol('WORK');
