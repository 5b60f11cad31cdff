import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type ClientSession, type Connection, mongo } from 'mongoose';

/** Whether a unique index refused a document. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === 11_000;

const WRITE_CONFLICT = 112;

/** Whether a write met one of another transaction that is not over yet, or that this one does not see. */
export const isWriteConflict = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === WRITE_CONFLICT;

/**
 * Of a write that may make a document: when another transaction made it meanwhile, that is a conflict like any other, and
 * the transaction is run again.
 */
export function asConflict(error: unknown): unknown {
  if (isDuplicateKey(error)) (error as mongo.MongoServerError).addErrorLabel('TransientTransactionError');
  return error;
}

const untold = new WeakMap<ClientSession, (() => void)[]>();

/** Calls `tell` once the transaction of `session` is committed; never when it is rolled back, or nobody knows. */
export function afterCommit(session: ClientSession, tell: () => void): void {
  const waiting = untold.get(session);
  if (!waiting || !session.inTransaction())
    throw new Error('There is no transaction under way that could be committed');
  waiting.push(tell);
}

/** Of what runs transactions: another try of one begins, and what the one before wanted to tell is void. */
export const tryBegins = (session: ClientSession): void => void untold.set(session, []);

/** Of what runs transactions: the last try is committed. */
export function tryCommitted(session: ClientSession): void {
  const waiting = untold.get(session) ?? [];
  untold.delete(session);
  for (const tell of waiting) tell();
}

/** With all repetitions after conflicts. */
const TRANSACTION_LIMIT_MS = 10_000;

/** Transactions of the service's own database. */
@Injectable()
export class Transactions {
  constructor(@InjectConnection() private readonly connection: Connection) {}

  /**
   * Runs `work` in a transaction and answers what it answers, after the commit. On a conflict with another transaction
   * `work` is run again, so it must have no effect but through `session`. Whatever it throws rolls everything back.
   */
  async run<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    const session = await this.connection.startSession();
    try {
      const answer = await session.withTransaction(
        () => {
          tryBegins(session);
          return work(session);
        },
        {
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority' },
          readPreference: 'primary',
          timeoutMS: TRANSACTION_LIMIT_MS,
        },
      );
      tryCommitted(session);
      return answer;
    } finally {
      await session.endSession();
    }
  }
}
