import crypto from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type payment, type QueryOf, rupeesFrom } from '@shop/contracts';
import { Clock, CONFIG, Failure, insertPlain, isDuplicateKey, People, Transactions } from '@shop/service-kit';
import type { ClientSession, Model, QueryFilter } from 'mongoose';
import { AttemptsService } from '../../attempts/attempts.service.ts';
import type { OrderRequest } from '../provider.ts';
import { BankAccountService } from './bank-account.service.ts';
import { outcomeAt, stateAfter } from './matching.rules.ts';
import { lettersOf, newReference } from './reference.rules.ts';
import { paiseOf } from './statement.rules.ts';
import type { Transfer } from './transfer.schema.ts';
import type { BankTransferConfig } from './variables.ts';

const DAY_MS = 24 * 3_600_000;

/** The only writer of transfers. */
@Injectable()
export class TransfersService {
  constructor(
    @InjectModel('BankTransfer') private readonly transfers: Model<Transfer>,
    private readonly account: BankAccountService,
    private readonly attempts: AttemptsService,
    private readonly people: People,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: BankTransferConfig,
  ) {}

  /**
   * Stores the transfer of an attempt, once. It is over soon unless its capture starts.
   * @throws Failure `transfer.one-is-open`
   */
  async create({ _id, checkoutId, userId, amount }: OrderRequest): Promise<Transfer> {
    const account = await this.account.current();
    if (!account) throw new Failure('payment.method-off');
    for (;;) {
      const transfer: Transfer = {
        _id,
        reference: newReference((below) => crypto.randomInt(below)),
        checkoutId,
        userId,
        amount,
        account,
        state: 'waiting',
        openOf: userId,
        startedAt: this.clock.now(),
        expiresAt: this.#in(this.config.PAYMENT_CREATE_LIMIT),
        payments: [],
      };
      try {
        await insertPlain(this.transfers, transfer);
        return transfer;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const existing = await this.ofAttempt(_id);
        if (existing) return existing;
        const open = await this.transfers.findOne({ openOf: userId }).lean<Transfer>();
        // Another transfer has the same reference, or the open one has just ended.
        if (!open) continue;
        const { state } = await this.current(open.reference);
        if (state === 'waiting') {
          throw new Failure('transfer.one-is-open', { details: { checkoutId: open.checkoutId } });
        }
      }
    }
  }

  ofAttempt(attemptId: string): Promise<Transfer | null> {
    return this.transfers.findById(attemptId).lean<Transfer>();
  }

  /** The transfer as the clock leaves it. @throws Failure `transfer.not-found` */
  async current(reference: string): Promise<Transfer> {
    const found = await this.#require(reference);
    if (!this.#isOver(found)) return found;
    await this.#end(found, 'expired');
    return this.#require(reference);
  }

  /** The latest of an own checkout. @throws Failure `transfer.not-found` */
  async ofCheckout(userId: string, checkoutId: string): Promise<Transfer> {
    const found = await this.transfers.findOne({ checkoutId, userId }).sort({ startedAt: -1 }).lean<Transfer>();
    if (!found) throw new Failure('transfer.not-found');
    return this.#isOver(found) ? this.current(found.reference) : found;
  }

  byReferences(references: string[], session?: ClientSession): Promise<Transfer[]> {
    return this.transfers
      .find({ reference: { $in: references } })
      .session(session ?? null)
      .lean<Transfer[]>();
  }

  /** cart-order keeps the pieces: from now on the money is awaited. Does nothing the second time, or if it is over. */
  async awaitMoney(reference: string): Promise<Transfer> {
    const { _id } = await this.current(reference);
    await this.transfers.updateOne(
      { _id, state: 'waiting', awaitedAt: { $exists: false } },
      { $set: { awaitedAt: this.clock.now(), expiresAt: this.#in(this.config.TRANSFER_WAIT) } },
    );
    return this.#require(reference);
  }

  /** Ends a transfer that is awaited, and its attempt; one that is over stays as it is. @throws Failure of the contract */
  async cancel(userId: string, checkoutId: string): Promise<Transfer> {
    const { reference } = await this.ofCheckout(userId, checkoutId);
    await this.close(reference);
    const left = await this.#require(reference);
    if (left.state === 'arrived' || left.state === 'refused') throw new Failure('transfer.settled');
    return left;
  }

  /** Ends a transfer that is awaited, and its attempt. */
  close(reference: string): Promise<void> {
    return this.transactions.run(async (session) => {
      const found = await this.#require(reference, session);
      if (found.state !== 'waiting') return;
      await this.#end(found, 'cancelled', session);
      await this.attempts.settleSoon(found._id, session);
    });
  }

  /** Applies money that arrived, in the transaction that stores the arrival. @throws Failure `transfer.not-found` */
  async pay(reference: string, payment: { id: string; amount: number }, session: ClientSession) {
    const transfer = await this.#require(reference, session);
    const state = stateAfter(transfer, payment.amount);
    await this.transfers.updateOne(
      { _id: transfer._id },
      {
        $set: { state, ...(state === 'refused' && !transfer.keepUntil && { keepUntil: this.#keepUntil() }) },
        $push: { payments: payment },
        $unset: { openOf: 1, ...(state === 'arrived' && { keepUntil: 1 }) },
      },
      { session },
    );
    await this.attempts.settleSoon(transfer._id, session);
    return { state: outcomeAt(transfer, payment.amount), reference, checkoutId: transfer.checkoutId };
  }

  /** Newest first. */
  async list({ state, q, page, limit }: QueryOf<typeof payment.listTransfers>) {
    const filter: QueryFilter<Transfer> = { state, ...(q && searchFor(q)) };
    const [transfers, totalCount] = await Promise.all([
      this.transfers
        .find(filter)
        .sort({ startedAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<Transfer[]>(),
      this.transfers.countDocuments(filter),
    ]);
    const names = await this.people.namesOf(transfers.map(({ userId }) => userId));
    return {
      transfers: transfers.map((transfer) => ({
        ...shownFields(transfer),
        paymentId: transfer._id,
        userId: transfer.userId,
        buyer: names.get(transfer.userId) ?? NO_NAME,
      })),
      totalCount,
    };
  }

  async #require(reference: string, session?: ClientSession): Promise<Transfer> {
    const found = await this.transfers
      .findOne({ reference })
      .session(session ?? null)
      .lean<Transfer>();
    if (!found) throw new Failure('transfer.not-found');
    return found;
  }

  async #end({ _id }: Transfer, state: 'expired' | 'cancelled', session?: ClientSession): Promise<void> {
    await this.transfers.updateOne(
      { _id, state: 'waiting' },
      { $set: { state, keepUntil: this.#keepUntil() }, $unset: { openOf: 1 } },
      { ...(session && { session }) },
    );
  }

  #isOver({ state, expiresAt }: Transfer): boolean {
    return state === 'waiting' && expiresAt <= this.clock.now();
  }

  /** Before its attempt is deleted: money that comes later is of no transfer. */
  #keepUntil(): Date {
    return this.#in(this.config.PAYMENT_FAILED_KEEP - DAY_MS);
  }

  #in(ms: number): Date {
    return new Date(this.clock.millis() + ms);
  }
}

/** Staff see it in place of a name that is not known, or was deleted. */
export const NO_NAME = 'Unknown';

/** The beginning of a reference, or an amount in rupees. */
function searchFor(q: string): QueryFilter<Transfer> {
  const letters = lettersOf(q);
  const byReference = letters === '' ? [] : [{ reference: { $regex: `^${letters}` } }];
  const amount = paiseOf(q.replaceAll(/\s/g, ''));
  const byAmount = amount === undefined ? [] : [{ amount }];
  const either = [...byReference, ...byAmount];
  return either.length === 0 ? { reference: '' } : { $or: either };
}

const shownFields = ({ reference, checkoutId, state, amount, startedAt, expiresAt }: Transfer) => ({
  reference,
  checkoutId,
  state,
  amount: rupeesFrom(amount),
  startedAt: startedAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

export const transferFor = (transfer: Transfer): payment.Transfer => ({
  ...shownFields(transfer),
  account: transfer.account,
});
