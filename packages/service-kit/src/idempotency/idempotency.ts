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

/** The part of a handler's input that names the request. */
type Request = Pick<Input, 'call' | 'session' | 'idempotencyKey' | 'bodyHash' | 'keyUsed'>;

export interface Claim {
  /** Use it as the id of what is made: a takeover finds by it what the one before had done. */
  workId: string;
  /** Somebody began this work before and did not end it. */
  resumed: boolean;
}

type Claimed = Claim & { id: string; owner: string };

/** Somebody else has the key. */
class KeyTaken extends Error {
  override readonly name = 'KeyTaken';

  constructor(
    /** In a transaction that is not over yet. */
    readonly isUncommitted: boolean,
  ) {
    super('Somebody else has the key');
  }
}

/** What a document holds of the requests that changed it. */
export interface Outcomes {
  /** The last ones, as their keys would have them. */
  outcomes?: IdempotencyKey[];
  /** Earlier ones are among the keys, until then at the latest. */
  movedUntil?: Date;
}

/** Work that is one update of the document `D`, with what it needs (`B`) to answer `A`. */
export interface WorkIn<D extends Outcomes, B, A> {
  /** The document; with `anew` as it is, without it may be as it was seen before, for a write finds that out. */
  read(anew: boolean): Promise<D>;
  /** What the work needs from elsewhere; run once, however often others write the document meanwhile. */
  ask(): Promise<B>;
  /**
   * Works the answer out and updates the document, with `kept(answer)` among its fields. `undefined`: it is not as it was read any
   * more, and nothing was changed.
   */
  write(document: D, asked: B, kept: (answer: unknown) => Promise<Outcomes>): Promise<A | undefined>;
}

/** So many a document holds: more than most people need in a day, and little to read and write with it. */
const OUTCOMES_IN_A_DOCUMENT = 8;

/** An answer as it goes out. */
const sentAs = ({ call }: Pick<Request, 'call'>, answer: unknown): string =>
  JSON.stringify(call.status === 204 ? null : call.answer.parse(answer));

const inProgress = () => new Failure('idempotency.in-progress', { headers: { 'retry-after': '1' } });

/** What a request's key is stored under; notes that the handler used it. */
function idOf(request: Request): string | undefined {
  const { call, session, idempotencyKey, bodyHash } = request;
  request.keyUsed = true;
  if (idempotencyKey === undefined || bodyHash === undefined) return undefined;
  return crypto
    .createHash('sha256')
    .update(JSON.stringify([call.id, session?.userId ?? null, idempotencyKey]))
    .digest('base64url');
}

/**
 * One effect per idempotency key. A repetition gets the stored answer; another body under the same key is a 422, one
 * still running a 409, and a failure frees the key. Without a key the work is simply done.
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
   * For work that stays in this service's database: runs `work` in a transaction that holds the key and stores its answer
   * as well, so that all of it is there or nothing. `work` may run more than once before it commits.
   */
  async once<A>(request: Request, work: (session: ClientSession) => Promise<A>): Promise<A> {
    const id = idOf(request);
    if (id === undefined) return this.transactions.run(work);
    let over: IdempotencyKey | undefined;
    for (;;) {
      try {
        return await this.transactions.run(async (session) => {
          const claimed = { id, ...this.#fresh(request) };
          await this.#take(claimed, over, session);
          const answer = await work(session);
          await this.#finish(request, claimed, answer, session);
          return answer;
        });
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
        const held = await this.#held(id);
        const known = held && this.#judged(held, request);
        if (known?.answer !== undefined) return known.answer as A;
        // Somebody else's transaction has it, and is not over.
        if (error.isUncommitted) throw inProgress();
        over = held ?? undefined;
      }
    }
  }

  /**
   * For work that is one update of one document, and of no other version of it than the one that was read: the outcome goes into
   * that document by the same update, which needs no transaction. When there are many the earlier ones move to the keys.
   */
  async onceIn<D extends Outcomes, B, A>(request: Request, { read, ask, write }: WorkIn<D, B, A>): Promise<A> {
    const id = idOf(request);
    let asking: Promise<B> | undefined;
    for (let anew = false; ; anew = true) {
      const document = await read(anew);
      const done = id === undefined ? undefined : await this.#outcomeIn(document, id, request);
      if (done) return done.answer as A;
      try {
        const asked = await (asking ??= ask());
        const answer = await write(document, asked, (known) => this.#kept(request, document, id, known));
        if (answer !== undefined) return answer;
      } catch (error) {
        // What an old sight of the document refuses may be right with it as it is. After any other error the work may be done, and
        // only its key tells.
        if (anew || (id === undefined && !(error instanceof Failure))) throw error;
      }
    }
  }

  /**
   * For work that leaves the service: the key is claimed with a lease that is renewed while `work` runs. When this
   * process dies, the next request with the key takes over after the lease, with the same `workId`, and `work` resumes
   * its state machine by it. A refusal (4xx) frees the key; after any other error the outcome is unknown, so the key
   * stays bound to its `workId` and can be taken over at once.
   */
  async resumable<A>(request: Request, work: (claim: Claim) => Promise<A>): Promise<A> {
    const claimed = await this.#claim(request);
    if (claimed === undefined) return work({ workId: new Types.ObjectId().toHexString(), resumed: false });
    if ('answer' in claimed) return claimed.answer as A;
    const renewal = setInterval(() => {
      this.#collection
        .updateOne({ _id: claimed.id, owner: claimed.owner }, { $set: { leaseUntil: this.#leaseEnd() } })
        .catch((error: unknown) => this.#logger.warn('A lease was not renewed', error));
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

  /** The claim, the stored answer of the same request, or nothing when there is no key. */
  async #claim(request: Request): Promise<Claimed | { answer: unknown } | undefined> {
    const id = idOf(request);
    if (id === undefined) return undefined;
    for (;;) {
      const fresh = this.#fresh(request);
      const { owner, workId } = fresh;
      try {
        await this.#collection.insertOne({ _id: id, ...fresh });
        return { id, owner, workId, resumed: false };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const held = await this.#held(id);
      // Freed in between: try again.
      if (!held) continue;
      const known = this.#judged(held, request);
      if (known.answer !== undefined) return { answer: known.answer };
      if (known.isOver) {
        const taken = await this.#collection.replaceOne({ _id: id, owner: held.owner }, fresh);
        if (taken.modifiedCount === 1) return { id, owner, workId, resumed: false };
        continue;
      }
      const taken = await this.#collection.updateOne(
        { _id: id, owner: held.owner, state: 'running' },
        { $set: { owner, leaseUntil: fresh.leaseUntil } },
      );
      if (taken.modifiedCount === 1) return { id, owner, workId: held.workId, resumed: true };
    }
  }

  /**
   * The answer that a key has already; or that it may be taken: because its time is `isOver`, or because nobody works on
   * it any more. @throws Failure `idempotency.mismatch`, `idempotency.in-progress`
   */
  #judged(held: IdempotencyKey, { bodyHash }: Request): { answer?: unknown; isOver?: true } {
    const now = this.clock.now();
    if (held.keepUntil <= now) return { isOver: true };
    if (held.bodyHash !== bodyHash) throw new Failure('idempotency.mismatch');
    if (held.state === 'done') return { answer: JSON.parse(held.answer ?? 'null') };
    if (held.leaseUntil > now) throw inProgress();
    return {};
  }

  /**
   * What a document, or the key that its outcome moved to, says of a request. The document must have been read first: its
   * outcomes are among the keys before they leave it. @throws Failure `idempotency.mismatch`
   */
  async #outcomeIn(
    { outcomes = [], movedUntil }: Outcomes,
    id: string,
    request: Request,
  ): Promise<{ answer?: unknown } | undefined> {
    const hasMoved = movedUntil !== undefined && movedUntil > this.clock.now();
    const held = outcomes.findLast(({ _id }) => _id === id) ?? (hasMoved ? await this.#held(id) : null);
    const known = held ? this.#judged(held, request) : undefined;
    return known?.answer === undefined ? undefined : known;
  }

  /** What a document is to hold of outcomes together with this one. */
  async #kept(request: Request, document: Outcomes, id: string | undefined, answer: unknown): Promise<Outcomes> {
    const now = this.clock.now();
    const outcomes = document.outcomes?.filter(({ keepUntil }) => keepUntil > now) ?? [];
    const { movedUntil } = document;
    if (id === undefined) return { outcomes, ...(movedUntil && { movedUntil }) };
    const outcome: IdempotencyKey = {
      _id: id,
      ...this.#fresh(request),
      state: 'done',
      answer: sentAs(request, answer),
    };
    if (outcomes.length < OUTCOMES_IN_A_DOCUMENT) {
      return { outcomes: [...outcomes, outcome], ...(movedUntil && { movedUntil }) };
    }
    await this.#collection.bulkWrite(
      outcomes.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement, upsert: true } })),
      { ordered: false },
    );
    return { outcomes: [outcome], movedUntil: outcome.keepUntil };
  }

  /** Takes the key within a transaction, in place of what is `over`. @throws KeyTaken */
  async #take(
    { id, ...fresh }: { id: string } & Omit<IdempotencyKey, '_id'>,
    over: IdempotencyKey | undefined,
    session: ClientSession,
  ): Promise<void> {
    try {
      if (!over) {
        await this.#collection.insertOne({ _id: id, ...fresh }, { session });
        return;
      }
      const { matchedCount } = await this.#collection.replaceOne({ _id: id, owner: over.owner }, fresh, { session });
      if (matchedCount === 0) throw new KeyTaken(false);
    } catch (error) {
      if (isDuplicateKey(error)) throw new KeyTaken(false);
      if (isWriteConflict(error)) throw new KeyTaken(true);
      throw error;
    }
  }

  #fresh({ bodyHash }: Request): Omit<IdempotencyKey, '_id'> {
    return {
      bodyHash: bodyHash!,
      state: 'running',
      owner: crypto.randomUUID(),
      workId: new Types.ObjectId().toHexString(),
      leaseUntil: this.#leaseEnd(),
      keepUntil: new Date(this.clock.millis() + this.config.IDEMPOTENCY_KEEP),
    };
  }

  #held(id: string): Promise<IdempotencyKey | null> {
    return this.#collection.findOne({ _id: id });
  }

  /** The driver's own: each purchase comes here several times, and mongoose would cost twice the CPU. */
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
      { $set: { state: 'done', answer: sentAs(request, answer) } },
      session ? { session } : {},
    );
    // Somebody took over because we were slower than our lease: theirs is the answer that counts.
    if (matchedCount === 0) throw inProgress();
  }

  async #free({ id, owner }: Claimed): Promise<void> {
    // Never one that is done: the commit may have come through although its answer was lost.
    await this.#collection.deleteOne({ _id: id, owner, state: 'running' }).catch((error: unknown) => {
      this.#logger.warn('A key was not freed; its lease will end', error);
    });
  }

  async #release({ id, owner }: Claimed): Promise<void> {
    await this.#collection
      .updateOne({ _id: id, owner, state: 'running' }, { $set: { leaseUntil: this.clock.now() } })
      .catch((error: unknown) => {
        this.#logger.warn('A lease was not given back; it will end', error);
      });
  }

  #leaseEnd(): Date {
    return new Date(this.clock.millis() + this.config.IDEMPOTENCY_LEASE);
  }
}
