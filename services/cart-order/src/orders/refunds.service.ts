import { Injectable } from '@nestjs/common';
import {
  amountOfParts,
  arePartsLeft,
  type BodyOf,
  cartOrder,
  type CurrencyCode,
  type DataOf,
  moneyText,
  payment as payments,
  type RefundParts,
} from '@shop/contracts';
import { AuditTrail, Failure, type Session } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { CheckoutsRepository } from '../checkouts/checkouts.repository.ts';
import { MoneyService } from '../money/money.service.ts';
import { majorUnit, smallestUnit } from '../smallest-unit.rules.ts';
import { OrderChanges } from './order-changes.ts';
import { refundable, type RefundResult, waitingRefundAfter, withRefundResult } from './order.rules.ts';
import type { Order } from './order.schema.ts';
import { OrdersRepository } from './orders.repository.ts';
import { paidPartsOf, partsRefunded } from './refund-parts.ts';

/** What goes back of an order: refunds by staff, and what providers say about refunds and disputes. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly orders: OrdersRepository,
    private readonly checkouts: CheckoutsRepository,
    private readonly money: MoneyService,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws Failure `order.not-found`, `order.refund-too-high`, `order.parts-refunded` */
  async refundPart(
    staff: Session,
    id: string,
    { amount, ...why }: BodyOf<typeof cartOrder.refundOrder>,
    session: ClientSession,
  ): Promise<Order> {
    const order = await this.changes.require(id, session);
    const wanted = smallestUnit(amount, order.currency);
    if (wanted === undefined || wanted === 0) {
      throw new Failure('request.invalid', { errors: { amount: `${order.currency} has no such amount` } });
    }
    const left = refundable(order);
    if (wanted > left) {
      throw new Failure('order.refund-too-high', {
        errors: { amount: `At most ${moneyText(left, order.currency)}` },
        details: { left: majorUnit(left, order.currency) },
      });
    }
    if (why.of) requirePartsLeft(order, why.of, wanted);
    const causedBy = { who: 'staff' as const, userId: staff.userId };
    const refund = await this.changes.requestRefund(order, wanted, 'staff', session, { why, causedBy });
    const after = await this.changes.change(id, { refunds: [...order.refunds, refund] }, session);
    await this.audit.record(session, staff, {
      action: 'order.refunded',
      subject: 'order',
      subjectId: id,
      before: null,
      after: {
        ...{ amount, currency: order.currency, code: why.code, noteToBuyer: why.noteToBuyer },
        ...(why.of && {
          pieces: why.of.lines.map(({ place, pieces }) => `${pieces} × ${order.lines[place]!.product.name}`),
        }),
        ...(why.of?.charges.length && { charges: why.of.charges }),
      },
      reason: why.note,
    });
    return after;
  }

  /** Applies the provider's result, about an order or a payment that became none. */
  async applyRefundResult(
    payment: { paymentId: string; checkoutId: string; userId: string; currency: CurrencyCode },
    result: RefundResult,
    session: ClientSession,
  ): Promise<void> {
    const order = await this.#orderOf(payment, session);
    if (!order) return this.money.applyResult(payment.paymentId, payment, result, session);
    const refunds = withRefundResult(order.refunds, result);
    if (refunds === order.refunds) return;
    await this.changes.change(order._id, { refunds, numbersDue: true }, session);
  }

  /** Updates a dispute of the payment, which staff see on the order, and requests the refund that waited for its decision. */
  async applyDispute(data: DataOf<typeof payments.disputeChanged>, session: ClientSession): Promise<void> {
    const order = await this.#orderOf(data, session);
    if (!order) return;
    const { disputeId, status, amount, at } = data;
    const before = order.disputes ?? [];
    const disputes = [...payments.withDispute(before, { disputeId, status, amount, at: new Date(at) })];
    const { waitingRefund } = order;
    const { now, waiting } = waitingRefundAfter(order, disputes);
    const refunds = [...order.refunds];
    if (now > 0) refunds.push(await this.changes.refundCancelled(order, now, waitingRefund!, session));
    await this.changes.change(
      order._id,
      { disputes, refunds, ...(waitingRefund && { waitingRefund: { ...waitingRefund, amount: waiting } }) },
      session,
    );
  }

  /**
   * The order of a payment; `undefined` where there never will be one: the whole payment is refunded.
   * @throws Error while the order may still be created, so that the event is redelivered
   */
  async #orderOf(
    { checkoutId, paymentId }: { checkoutId: string; paymentId: string },
    session: ClientSession,
  ): Promise<Order | undefined> {
    const order = await this.orders.byId(checkoutId, session);
    if (order) return order.payment.paymentId === paymentId ? order : undefined;
    const checkout = await this.checkouts.byId(checkoutId, session);
    const isPaidByAnother = checkout?.payment !== undefined && checkout.payment.paymentId !== paymentId;
    if (!checkout || checkout.state === 'refused' || checkout.state === 'closed' || isPaidByAnother) return undefined;
    throw new Error(
      `Checkout ${checkoutId} is ${checkout.state}: the order of payment ${paymentId} does not exist yet`,
    );
  }
}

/** @throws Failure `order.parts-refunded`; `request.invalid` where the amount is more than was paid for them */
function requirePartsLeft(order: Order, parts: RefundParts, wanted: number): void {
  const [paid, earlier] = [paidPartsOf(order), partsRefunded(order.refunds)];
  if (!arePartsLeft(paid, parts, earlier)) throw new Failure('order.parts-refunded');
  const worth = amountOfParts(paid, parts, earlier);
  if (wanted <= worth) return;
  const most = `At most ${moneyText(worth, order.currency)} was paid for what you chose`;
  throw new Failure('request.invalid', { errors: { amount: most } });
}
