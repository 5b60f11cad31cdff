import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known about the work under way; every log line and every call to another service carries it. */
export interface WorkContext {
  requestId: string;
  /** One shopper's action through all services and events that follow from it. */
  correlationId: string;
  userId?: string;
}

const storage = new AsyncLocalStorage<WorkContext>();

/** The context of the request or event being worked on; none in timers and at start. */
export const currentContext = (): WorkContext | undefined => storage.getStore();

/** Runs `work` with `context`, for everything that it awaits too. */
export const inContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work);
