import crypto from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, type mongo, Types } from 'mongoose';
import { Clock } from '../clock/clock.ts';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { isDuplicateKey, isWriteConflict, Transactions } from '../database/transactions.ts';
import { Failure } from '../http/failure.ts';
import type { Input } from '../http/route.ts';
import type { IdempotencyKey } from './idempotency-key.schema.ts';

/** The part of a handler's input that identifies the request. */
type Request = Pick<Input, 'call' | 'session' | 'idempotencyKey' | 'bodyHash' | 'keyUsed'>;

export interface Claim {
  /** Use it as the id of what is created: a takeover finds by it what the previous attempt did. */
  workId: string;
  /** A previous attempt started this work and did not finish it. */
  resumed: boolean;
}

type Claimed = Claim & { id: string; owner: string };

/** Another request holds the key. */
class KeyTaken extends Error {
  override readonly name = 'KeyTaken';

  constructor(
    /** By a transaction that is still open. */
    readonly isUncommitted: boolean,
  ) {
    super('Another request holds the key');
  }
}

/** The outcomes that a document stores of the requests that changed it. */
export interface Outcomes {
  /** The latest ones, in the form of stored keys. */
  outcomes?: IdempotencyKey[];
  /** Earlier outcomes were moved to the keys; the last of them expires then. */
  movedUntil?: Date;
}

/** Work that is one update of a document (`D`), with data from elsewhere (`B`) and an answer (`A`). */
export interface DocumentWork<D extends Outcomes, B, A> {
  /** Reads the document; only a `fresh` read must not come from a cache, because a write detects a stale one. */
  read(fresh: boolean): Promise<D>;
  /** Fetches what the work needs from elsewhere. Runs once, even if the write is retried. */
  ask(): Promise<B>;
  /**
   * Updates the document, with `withOutcome(answer)` among its fields, and returns the answer; `undefined` when the document has
   * changed since it was read and nothing was written.
   */
  write(document: D, asked: B, withOutcome: (answer: unknown) => Promise<Outcomes>): Promise<A | undefined>;
}

/** More than most users need in a day, and cheap to read and write with the document. */
const MAX_OUTCOMES_PER_DOCUMENT = 8;

const serializedAnswer = ({ call }: Pick<Request, 'call'>, answer: unknown): string =>
  JSON.stringify(call.status === 204 ? null : call.answer.parse(answer));

const inProgress = () => new Failure('idempotency.in-progress', { headers: { 'retry-after': '1' } });

/** The id of a request's stored key, `undefined` without a key; marks the key as used by the handler. */
function keyIdOf(request: Request): string | undefined {
  const { call, session, idempotencyKey, bodyHash } = request;
  request.keyUsed = true;
  if (idempotencyKey === undefined || bodyHash === undefined) return undefined;
  return crypto
    .createHash('sha256')
    .update(JSON.stringify([call.id, session?.userId ?? null, idempotencyKey]))
    .digest('base64url');
}

/**
 * One effect per idempotency key. A repeated request gets the stored answer; another body under the same key is a 422, a
 * request that is still running a 409, and a failure frees the key. Without a key the work runs unguarded.
 */
@Injectable()
export class Idempotency {
  readonly #logger = new Logger(Idempotency.name);

  constructor(
    @InjectModel('IdempotencyKey') private readonly keys: Model<IdempotencyKey>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<ServiceConfig, 'IDEMPOTENCY_KEEP' | 'IDEMPOTENCY_LEASE'>,
  ) {}

  /**
   * For work within this service's database: runs `work` in a transaction that also claims the key and stores the answer,
   * so that all of it is committed or nothing. `work` may run more than once before it commits.
   */
  async once<A>(request: Request, work: (session: ClientSession) => Promise<A>): Promise<A> {
    const id = keyIdOf(request);
    if (id === undefined) return this.transactions.run(work);
    let expired: IdempotencyKey | undefined;
    for (;;) {
      try {
        return await this.transactions.run(async (session) => {
          const claimed = { id, ...this.#newKey(request) };
          await this.#insert(claimed, expired, session);
          const answer = await work(session);
          await this.#finish(request, claimed, answer, session);
          return answer;
        });
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
        const stored = await this.#find(id);
        const known = stored && this.#evaluate(stored, request);
        if (known?.answer !== undefined) return known.answer as A;
        if (error.isUncommitted) throw inProgress();
        expired = stored ?? undefined;
      }
    }
  }

  /**
   * For work that is one conditional update of one document (by the version that was read): the outcome is written into the
   * document by the same update, so no transaction is needed. When a document is full, its outcomes move to the keys.
   */
  async onceIn<D extends Outcomes, B, A>(request: Request, { read, ask, write }: DocumentWork<D, B, A>): Promise<A> {
    const id = keyIdOf(request);
    let asking: Promise<B> | undefined;
    for (let fresh = false; ; fresh = true) {
      const document = await read(fresh);
      const done = id === undefined ? undefined : await this.#outcomeIn(document, id, request);
      if (done) return done.answer as A;
      try {
        const asked = await (asking ??= ask());
        const answer = await write(document, asked, (result) => this.#withOutcome(request, document, id, result));
        if (answer !== undefined) return answer;
      } catch (error) {
        // A stale read may be refused: retry with a fresh one. After any other error the outcome is unknown: only with a key can a
        // fresh read tell.
        if (fresh || (id === undefined && !(error instanceof Failure))) throw error;
      }
    }
  }

  /**
   * For work with effects outside the service: the key is claimed with a lease that is renewed while `work` runs. If this
   * process dies, the next request with the key takes over after the lease has expired, with the same `workId`, by which
   * `work` resumes its state machine. A refusal (4xx) frees the key; after any other error the outcome is unknown, so the
   * key stays bound to its `workId` and can be taken over at once.
   */
  async resumable<A>(request: Request, work: (claim: Claim) => Promise<A>): Promise<A> {
    const claimed = await this.#claim(request);
    if (claimed === undefined) return work({ workId: new Types.ObjectId().toHexString(), resumed: false });
    if ('answer' in claimed) return claimed.answer as A;
    const renewal = setInterval(() => {
      this.#collection
        .updateOne({ _id: claimed.id, owner: claimed.owner }, { $set: { leaseUntil: this.#leaseEnd() } })
        .catch((error: unknown) => this.#logger.warn('Could not renew a lease', error));
    }, this.config.IDEMPOTENCY_LEASE / 3);
    try {
      const answer = await work({ workId: claimed.workId, resumed: claimed.resumed });
      await this.#finish(request, claimed, answer);
      return answer;
    } catch (error) {
      if (error instanceof Failure && error.status < 500) await this.#free(claimed);
      else await this.#release(claimed);
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  /** The claim, or the stored answer of the same request; `undefined` without a key. */
  async #claim(request: Request): Promise<Claimed | { answer: unknown } | undefined> {
    const id = keyIdOf(request);
    if (id === undefined) return undefined;
    for (;;) {
      const key = this.#newKey(request);
      const { owner, workId } = key;
      try {
        await this.#collection.insertOne({ _id: id, ...key });
        return { id, owner, workId, resumed: false };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const stored = await this.#find(id);
      // Freed in the meantime: retry.
      if (!stored) continue;
      const known = this.#evaluate(stored, request);
      if (known.answer !== undefined) return { answer: known.answer };
      if (known.isExpired) {
        const taken = await this.#collection.replaceOne({ _id: id, owner: stored.owner }, key);
        if (taken.modifiedCount === 1) return { id, owner, workId, resumed: false };
        continue;
      }
      const taken = await this.#collection.updateOne(
        { _id: id, owner: stored.owner, state: 'running' },
        { $set: { owner, leaseUntil: key.leaseUntil } },
      );
      if (taken.modifiedCount === 1) return { id, owner, workId: stored.workId, resumed: true };
    }
  }

  /**
   * The stored answer of a key. Without an answer the key may be taken over: it `isExpired`, or its lease is.
   * @throws Failure `idempotency.mismatch`, `idempotency.in-progress`
   */
  #evaluate(stored: IdempotencyKey, { bodyHash }: Request): { answer?: unknown; isExpired?: true } {
    const now = this.clock.now();
    if (stored.keepUntil <= now) return { isExpired: true };
    if (stored.bodyHash !== bodyHash) throw new Failure('idempotency.mismatch');
    if (stored.state === 'done') return { answer: JSON.parse(stored.answer ?? 'null') };
    if (stored.leaseUntil > now) throw inProgress();
    return {};
  }

  /**
   * A request's stored answer, in the document or in the key that its outcome moved to. The document must be read before the
   * keys: outcomes are copied to the keys before they are removed from it. @throws Failure `idempotency.mismatch`
   */
  async #outcomeIn(
    { outcomes = [], movedUntil }: Outcomes,
    id: string,
    request: Request,
  ): Promise<{ answer?: unknown } | undefined> {
    const hasMoved = movedUntil !== undefined && movedUntil > this.clock.now();
    const stored = outcomes.findLast(({ _id }) => _id === id) ?? (hasMoved ? await this.#find(id) : null);
    const known = stored ? this.#evaluate(stored, request) : undefined;
    return known?.answer === undefined ? undefined : known;
  }

  /** The document's outcomes with this one added; moves them to the keys when the document is full. */
  async #withOutcome(request: Request, document: Outcomes, id: string | undefined, answer: unknown): Promise<Outcomes> {
    const now = this.clock.now();
    const outcomes = document.outcomes?.filter(({ keepUntil }) => keepUntil > now) ?? [];
    const { movedUntil } = document;
    if (id === undefined) return { outcomes, ...(movedUntil && { movedUntil }) };
    const outcome: IdempotencyKey = {
      _id: id,
      ...this.#newKey(request),
      state: 'done',
      answer: serializedAnswer(request, answer),
    };
    if (outcomes.length < MAX_OUTCOMES_PER_DOCUMENT) {
      return { outcomes: [...outcomes, outcome], ...(movedUntil && { movedUntil }) };
    }
    await this.#collection.bulkWrite(
      outcomes.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement, upsert: true } })),
      { ordered: false },
    );
    return { outcomes: [outcome], movedUntil: outcome.keepUntil };
  }

  /** Inserts the key within a transaction, or replaces an `expired` one. @throws KeyTaken */
  async #insert(
    { id, ...key }: { id: string } & Omit<IdempotencyKey, '_id'>,
    expired: IdempotencyKey | undefined,
    session: ClientSession,
  ): Promise<void> {
    try {
      if (!expired) {
        await this.#collection.insertOne({ _id: id, ...key }, { session });
        return;
      }
      const { matchedCount } = await this.#collection.replaceOne({ _id: id, owner: expired.owner }, key, { session });
      if (matchedCount === 0) throw new KeyTaken(false);
    } catch (error) {
      if (isDuplicateKey(error)) throw new KeyTaken(false);
      if (isWriteConflict(error)) throw new KeyTaken(true);
      throw error;
    }
  }

  #newKey({ bodyHash }: Request): Omit<IdempotencyKey, '_id'> {
    return {
      bodyHash: bodyHash!,
      state: 'running',
      owner: crypto.randomUUID(),
      workId: new Types.ObjectId().toHexString(),
      leaseUntil: this.#leaseEnd(),
      keepUntil: new Date(this.clock.millis() + this.config.IDEMPOTENCY_KEEP),
    };
  }

  #find(id: string): Promise<IdempotencyKey | null> {
    return this.#collection.findOne({ _id: id });
  }

  /** The driver's collection: mongoose would cost twice the CPU on this hot path. */
  get #collection() {
    return this.keys.collection as unknown as mongo.Collection<IdempotencyKey>;
  }

  async #finish(
    request: Request,
    { id, owner }: Pick<Claimed, 'id' | 'owner'>,
    answer: unknown,
    session?: ClientSession,
  ): Promise<void> {
    const { matchedCount } = await this.#collection.updateOne(
      { _id: id, owner },
      { $set: { state: 'done', answer: serializedAnswer(request, answer) } },
      // An answer that is lost by itself is found again by resuming the work.
      session ? { session } : { writeConcern: { w: 1 } },
    );
    // The lease expired and another request took over: its answer counts.
    if (matchedCount === 0) throw inProgress();
  }

  async #free({ id, owner }: Claimed): Promise<void> {
    // Not when `done`: the commit may have succeeded although its answer was lost.
    await this.#collection.deleteOne({ _id: id, owner, state: 'running' }).catch((error: unknown) => {
      this.#logger.warn('Could not free a key; its lease will expire', error);
    });
  }

  async #release({ id, owner }: Claimed): Promise<void> {
    await this.#collection
      .updateOne({ _id: id, owner, state: 'running' }, { $set: { leaseUntil: this.clock.now() } })
      .catch((error: unknown) => {
        this.#logger.warn('Could not release a lease; it will expire', error);
      });
  }

  #leaseEnd(): Date {
    return new Date(this.clock.millis() + this.config.IDEMPOTENCY_LEASE);
  }
}
