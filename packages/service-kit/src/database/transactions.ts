import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type ClientSession, type Connection, mongo } from 'mongoose';

/** Whether a unique index refused a document. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

const WRITE_CONFLICT = 112;

/** Whether a write conflicts with one of a concurrent transaction, or of one committed after this snapshot. */
export const isWriteConflict = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === WRITE_CONFLICT;

/** For an upsert in a transaction: a duplicate key is a race with another transaction, so this one is retried like any conflict. */
export function asTransientConflict(error: unknown): unknown {
  if (isDuplicateKey(error)) (error as mongo.MongoServerError).addErrorLabel('TransientTransactionError');
  return error;
}

/**
 * `majority` and not `snapshot`: a snapshot ends before the oldest write that anybody has not yet committed, so it may lack what
 * everybody can read already. One view for the whole transaction is given by both; what was read is durable once it commits.
 */
export const TRANSACTION_OPTIONS: mongo.TransactionOptions = {
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority' },
  readPreference: 'primary',
};

const callbacks = new WeakMap<ClientSession, (() => void)[]>();

/** Calls `callback` once the transaction of `session` is committed; never when it is rolled back or its outcome is unknown. */
export function afterCommit(session: ClientSession, callback: () => void): void {
  const pending = callbacks.get(session);
  if (!pending || !session.inTransaction()) throw new Error('The session has no open transaction');
  pending.push(callback);
}

/** To be called by code that runs transactions at the start of each attempt: discards the callbacks of the previous one. */
export const transactionStarted = (session: ClientSession): void => void callbacks.set(session, []);

/** To be called by code that runs transactions after the commit. */
export function transactionCommitted(session: ClientSession): void {
  const pending = callbacks.get(session) ?? [];
  callbacks.delete(session);
  for (const callback of pending) callback();
}

/** Including retries after conflicts. */
const MAX_TRANSACTION_MS = 10_000;

/** Transactions of the service's own database. */
@Injectable()
export class Transactions {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Runs `work` in a transaction and resolves to its result after the commit. `work` is retried on conflicts, so its only
   * effects may be those through `session`; anything it throws rolls the transaction back.
   */
  async run<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = await this.connection.startSession();
    try {
      const answer = await session.withTransaction(
        () => {
          transactionStarted(session);
          return work(session);
        },
        { ...TRANSACTION_OPTIONS, timeoutMS: MAX_TRANSACTION_MS },
      );
      transactionCommitted(session);
      return answer;
    } finally {
      await session.endSession();
    }
  }
}
