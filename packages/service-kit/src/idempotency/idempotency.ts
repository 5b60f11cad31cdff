import crypto from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, Types } from 'mongoose';
import { Clock } from '../clock/clock.ts';
import type { ServiceConfig } from '../config/config.ts';
import { CONFIG } from '../config/tokens.ts';
import { isDuplicateKey, Transactions } from '../database/transactions.ts';
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
   * For work that stays in this service's database: runs `work` in a transaction that stores its answer as well, so
   * that both are there or neither. `work` may run more than once before it commits.
   */
  async once<A>(request: Request, work: (session: ClientSession) => Promise<A>): Promise<A> {
    const claimed = await this.#claim(request);
    if (claimed === undefined) return this.transactions.run(work);
    if ('answer' in claimed) return claimed.answer as A;
    try {
      return await this.transactions.run(async (session) => {
        const answer = await work(session);
        await this.#finish(request, claimed, answer, session);
        return answer;
      });
    } catch (error) {
      await this.#free(claimed);
      throw error;
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
      this.keys
        .updateOne({ _id: claimed.id, owner: claimed.owner }, { leaseUntil: this.#leaseEnd() })
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
    const { call, session, idempotencyKey, bodyHash } = request;
    request.keyUsed = true;
    if (idempotencyKey === undefined || bodyHash === undefined) return undefined;
    const id = crypto
      .createHash('sha256')
      .update(JSON.stringify([call.id, session?.userId ?? null, idempotencyKey]))
      .digest('base64url');
    for (;;) {
      const owner = crypto.randomUUID();
      const fresh = {
        bodyHash,
        state: 'running' as const,
        owner,
        workId: new Types.ObjectId().toHexString(),
        leaseUntil: this.#leaseEnd(),
        keepUntil: new Date(this.clock.millis() + this.config.IDEMPOTENCY_KEEP),
      };
      try {
        await this.keys.create([{ _id: id, ...fresh }]);
        return { id, owner, workId: fresh.workId, resumed: false };
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      const held = await this.keys.findById(id).lean();
      // Freed in between: try again.
      if (!held) continue;
      const now = this.clock.now();
      if (held.keepUntil <= now) {
        const taken = await this.keys.replaceOne({ _id: id, owner: held.owner }, fresh);
        if (taken.modifiedCount === 1) return { id, owner, workId: fresh.workId, resumed: false };
        continue;
      }
      if (held.bodyHash !== bodyHash) throw new Failure('idempotency.mismatch');
      if (held.state === 'done') return { answer: JSON.parse(held.answer ?? 'null') };
      if (held.leaseUntil > now) throw new Failure('idempotency.in-progress', { headers: { 'retry-after': '1' } });
      const taken = await this.keys.updateOne(
        { _id: id, owner: held.owner, state: 'running' },
        { owner, leaseUntil: fresh.leaseUntil },
      );
      if (taken.modifiedCount === 1) return { id, owner, workId: held.workId, resumed: true };
    }
  }

  async #finish({ call }: Request, { id, owner }: Claimed, answer: unknown, session?: ClientSession): Promise<void> {
    const sent = call.status === 204 ? null : call.answer.parse(answer);
    const { matchedCount } = await this.keys.updateOne(
      { _id: id, owner },
      { state: 'done', answer: JSON.stringify(sent) },
      session ? { session } : {},
    );
    // Somebody took over because we were slower than our lease: theirs is the answer that counts.
    if (matchedCount === 0) throw new Failure('idempotency.in-progress', { headers: { 'retry-after': '1' } });
  }

  async #free({ id, owner }: Claimed): Promise<void> {
    // Never one that is done: the commit may have come through although its answer was lost.
    await this.keys.deleteOne({ _id: id, owner, state: 'running' }).catch((error: unknown) => {
      this.#logger.warn('A key was not freed; its lease will end', error);
    });
  }

  async #release({ id, owner }: Claimed): Promise<void> {
    await this.keys
      .updateOne({ _id: id, owner, state: 'running' }, { leaseUntil: this.clock.now() })
      .catch((error: unknown) => {
        this.#logger.warn('A lease was not given back; it will end', error);
      });
  }

  #leaseEnd(): Date {
    return new Date(this.clock.millis() + this.config.IDEMPOTENCY_LEASE);
  }
}
