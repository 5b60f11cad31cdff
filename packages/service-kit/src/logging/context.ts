import { AsyncLocalStorage } from 'node:async_hooks';

/** Context of the current request or event; added to every log line and every call to another service. */
export interface WorkContext {
  requestId: string;
  /** The same for all requests and events that one user action causes. */
  correlationId: string;
  userId?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** `undefined` in timers and at start. */
export const currentContext = (): WorkContext | undefined => storage.getStore();

/** Runs `work`, including everything that it awaits, in `context`. */
export const inContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work);
