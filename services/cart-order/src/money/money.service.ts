import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type cartOrder, type DataOf, payment, type QueryOf } from '@shop/contracts';
import { Clock, Measures } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { CheckoutsRepository } from '../checkouts/checkouts.repository.ts';
import { Identity } from '../clients/identity.ts';
import type { RefundResult } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.schema.ts';
import {
  type Captured,
  providerBefore,
  recordOfCapture,
  recordOfOrder,
  recordsOfCheckout,
  type Requested,
  withRequest,
  withResult,
} from './capture-record.rules.ts';
import type { CaptureRecord } from './capture-record.schema.ts';
import { CaptureRecordsRepository } from './capture-records.repository.ts';
import { booksMeasurement, openCaptureMeasurement } from './money-metrics.ts';

/** Records where the money of every capture went, in the transactions that decide it. Events may come in any order. */
@Injectable()
export class MoneyService implements OnModuleInit {
  constructor(
    private readonly records: CaptureRecordsRepository,
    private readonly checkouts: CheckoutsRepository,
    private readonly identity: Identity,
    private readonly measures: Measures,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.measures.add(booksMeasurement, () => this.records.booked(payment.booksHourAt(this.clock.now())));
    this.measures.add(openCaptureMeasurement, async () => [await this.records.open(this.clock.now())]);
  }

  ofOrder(order: Order, session: ClientSession): Promise<void> {
    return this.records.put(recordOfOrder(order), session);
  }

  /** A payment that is not an order yet; or none, so that it is refunded in full. */
  async captured(captured: Captured, refund: Requested | null, session: ClientSession): Promise<void> {
    const record = recordOfCapture(captured, await this.records.byId(captured.paymentId, session));
    const { amount } = captured;
    await this.records.put(refund ? withRequest(record, { ...refund, amount }) : record, session);
  }

  /** An extra or wrong payment goes back. The provider is missing in older events. */
  async returned(data: DataOf<typeof payment.paymentReturned>, session: ClientSession): Promise<void> {
    const { refundId, currency, provider = providerBefore(currency), amount, reason } = data;
    const at = new Date(data.at);
    const known = await this.records.byId(refundId, session);
    const record = { ...recordOfCapture({ ...data, provider, capturedAt: at }, known), _id: refundId };
    const code = reason === 'paid-again' ? 'paid-twice' : reason;
    await this.records.put(withRequest(record, { refundId, amount, reason: code, requestedAt: at }), session);
  }

  /** Applies a provider's result to a payment that became no order. It may arrive before what it is a result of. */
  async applyResult(
    id: string,
    { userId, checkoutId, currency }: Pick<CaptureRecord, 'userId' | 'checkoutId' | 'currency'>,
    result: RefundResult,
    session: ClientSession,
  ): Promise<void> {
    const record = (await this.records.byId(id, session)) ??
      (await this.#recordedBefore(id, checkoutId, session)) ?? {
        ...{ _id: id, userId, checkoutId, currency, orderId: null },
        ...{ refunds: [], words: [] },
      };
    await this.records.put(withResult(record, result), session);
  }

  async list({ q, show, code, ...page }: QueryOf<typeof cartOrder.listCaptures>) {
    return this.records.page({ show, code, words: q ? await this.#searched(q) : undefined }, page);
  }

  /** Decided by an instance of the version before there were records, after the migration. */
  async #recordedBefore(id: string, checkoutId: string, session: ClientSession): Promise<CaptureRecord | undefined> {
    const checkout = await this.checkouts.byId(checkoutId, session);
    return checkout ? recordsOfCheckout(checkout).find(({ _id }) => _id === id) : undefined;
  }

  /** An order's number is shown with a `#`. */
  async #searched(q: string): Promise<string[]> {
    const word = q.toLowerCase().replace(/^#/, '');
    const [userIds = []] = await this.identity.accountsByEmail([word]);
    return [word, ...userIds];
  }
}
