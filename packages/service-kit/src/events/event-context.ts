import { BaseRpcContext } from '@nestjs/microservices';
import type { ClientSession } from 'mongoose';

/** What a handler gets with an event, by `@Ctx()`. */
export class EventContext extends BaseRpcContext<[]> {
  readonly #session: ClientSession | undefined;
  /** 1 for the first try. */
  readonly attempt: number;

  constructor({ session, attempt }: { session?: ClientSession; attempt: number }) {
    super([]);
    this.#session = session;
    this.attempt = attempt;
  }

  /** The transaction that remembers the event as done: the handler's effects belong into it. */
  get session(): ClientSession {
    if (!this.#session) throw new Error('A broadcast has no transaction, nor has idempotent work');
    return this.#session;
  }
}
