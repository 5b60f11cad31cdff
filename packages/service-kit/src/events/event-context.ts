import { BaseRpcContext } from '@nestjs/microservices';
import type { ClientSession } from 'mongoose';

/** Passed to a handler with its event, by `@Ctx()`. */
export class EventContext extends BaseRpcContext<[]> {
  readonly #session: ClientSession | undefined;
  /** 1 for the first try. */
  readonly attempt: number;

  constructor({ session, attempt }: { session?: ClientSession; attempt: number }) {
    super([]);
    this.#session = session;
    this.attempt = attempt;
  }

  /** The transaction of the inbox entry: the handler writes its effects in it. */
  get session(): ClientSession {
    if (!this.#session) throw new Error('A broadcast has no transaction, nor has idempotent work');
    return this.#session;
  }
}
