import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type BodyOf, type payment, type QueryOf, rupeesFrom } from '@shop/contracts';
import { AuditTrail, Clock, Failure, People, type Session, Transactions } from '@shop/service-kit';
import type { Model, QueryFilter } from 'mongoose';
import { RefundsService } from '../../refunds/refunds.service.ts';
import { ProviderRefused, type RefundRequest } from '../provider.ts';
import { ArrivalsService } from './arrivals.service.ts';
import type { TransferReturn } from './transfer-return.schema.ts';
import { NO_NAME, TransfersService } from './transfers.service.ts';

/** Money that staff have to send back. */
@Injectable()
export class TransferReturnsService {
  constructor(
    @InjectModel('TransferReturn') private readonly returns: Model<TransferReturn>,
    private readonly arrivals: ArrivalsService,
    private readonly transfers: TransfersService,
    private readonly refunds: RefundsService,
    private readonly people: People,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Stores the task of a refund, once. @throws ProviderRefused for money that is not known */
  async request({ refundId, providerPaymentId, amount, reason }: RefundRequest): Promise<TransferReturn> {
    const arrival = await this.arrivals.byId(providerPaymentId);
    const [transfer] = arrival?.reference ? await this.transfers.byReferences([arrival.reference]) : [];
    if (!arrival || !transfer) throw new ProviderRefused('There is no such payment', 'unknown-payment');
    const task: Omit<TransferReturn, '_id'> = {
      state: 'open',
      amount,
      reason,
      arrivalId: providerPaymentId,
      reference: transfer.reference,
      text: arrival.text,
      bankReference: arrival.bankReference,
      checkoutId: transfer.checkoutId,
      userId: transfer.userId,
      requestedAt: this.clock.now(),
      settledAt: null,
      sentAs: null,
      note: null,
    };
    return (await this.returns
      .findOneAndUpdate({ _id: refundId }, { $setOnInsert: task }, { upsert: true, returnDocument: 'after' })
      .lean<TransferReturn>())!;
  }

  byId(id: string): Promise<TransferReturn | null> {
    return this.returns.findById(id).lean<TransferReturn>();
  }

  ofArrival(arrivalId: string): Promise<TransferReturn[]> {
    return this.returns.find({ arrivalId }).lean<TransferReturn[]>();
  }

  async list({ state, page, limit }: QueryOf<typeof payment.listTransferReturns>) {
    const isOpen = state === 'open';
    const filter: QueryFilter<TransferReturn> = isOpen ? { state: 'open' } : { settledAt: { $ne: null } };
    const [returns, totalCount] = await Promise.all([
      this.returns
        .find(filter)
        .sort(isOpen ? { requestedAt: 1, _id: 1 } : { settledAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<TransferReturn[]>(),
      this.returns.countDocuments(filter),
    ]);
    return { returns: await this.#shown(returns), totalCount };
  }

  /**
   * Stores what staff did, and tells the refund, which asks for it itself if this process dies in between. Again with the same outcome it
   * changes nothing. @throws Failure of the contract
   */
  async settle(actor: Session, id: string, told: BodyOf<typeof payment.settleTransferReturn>) {
    const settled = await this.transactions.run(async (session) => {
      const task = await this.returns.findById(id).session(session).lean<TransferReturn>();
      if (!task) throw new Failure('transfer.not-found');
      if (task.state === told.outcome) return task;
      if (task.state !== 'open') throw new Failure('transfer.settled');
      const done = {
        state: told.outcome,
        settledAt: this.clock.now(),
        sentAs: told.bankReference || null,
        note: told.note || null,
      };
      await this.returns.updateOne({ _id: id }, { $set: done }, { session });
      await this.audit.record(session, actor, {
        action: 'bank-return.settled',
        subject: 'bank-return',
        subjectId: id,
        before: { state: task.state, bankReference: null },
        after: { state: done.state, bankReference: done.sentAs },
        ...(done.note !== null && { reason: done.note }),
      });
      return { ...task, ...done };
    });
    await this.refunds.applyProviderRefund({
      provider: 'bank-transfer',
      id,
      refundId: id,
      state: settled.state === 'sent' ? 'completed' : 'failed',
      providerPaymentId: settled.arrivalId,
      amount: settled.amount,
      currency: 'INR',
    });
    const [shown] = await this.#shown([settled]);
    return shown!;
  }

  async #shown(returns: TransferReturn[]): Promise<payment.TransferReturn[]> {
    const names = await this.people.namesOf(returns.map(({ userId }) => userId));
    return returns.map((one) => ({
      _id: one._id,
      state: one.state,
      amount: rupeesFrom(one.amount),
      reason: one.reason,
      reference: one.reference,
      text: one.text,
      bankReference: one.bankReference,
      checkoutId: one.checkoutId,
      userId: one.userId,
      buyer: names.get(one.userId) ?? NO_NAME,
      requestedAt: one.requestedAt.toISOString(),
      settledAt: one.settledAt?.toISOString() ?? null,
      sentAs: one.sentAs,
    }));
  }
}
