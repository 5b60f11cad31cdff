import crypto from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type BodyOf, cartOrder } from '@shop/contracts';
import { Clock, CONFIG, Failure, Outbox } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { MoneyService } from '../money/money.service.ts';
import type { Config } from '../variables.ts';
import { MESSAGES, refundOnCancelling } from './order.rules.ts';
import type { CausedBy, Order, OrderRefund } from './order.schema.ts';
import { OrdersRepository } from './orders.repository.ts';
import { onTheirWay, parcelsTold, withDelivery } from './shipment.rules.ts';

/** What staff say about a refund. */
type RefundWhy = Omit<BodyOf<typeof cartOrder.refundOrder>, 'amount'>;

/** What every change of an order is made of: its events, its refunds, and the record of its payment. */
@Injectable()
export class OrderChanges {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly outbox: Outbox,
    private readonly money: MoneyService,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Failure `order.not-found` */
  async require(id: string, session?: ClientSession): Promise<Order> {
    const order = await this.orders.byId(id, session);
    if (!order) throw new Failure('order.not-found');
    return order;
  }

  /** With the record of its payment. */
  async change(
    id: string,
    fields: Partial<Order>,
    session: ClientSession,
    unset?: readonly (keyof Order)[],
  ): Promise<Order> {
    const order = await this.orders.change(id, fields, session, unset);
    await this.money.ofOrder(order, session);
    return order;
  }

  /** A cancellation releases the stock and requests the refund in the transaction of the status change; an order is delivered with its parcels. */
  async move(
    order: Order,
    status: Order['status'],
    {
      message,
      causedBy,
      shipmentId,
      fields,
    }: {
      message?: string | undefined;
      causedBy: CausedBy;
      shipmentId?: string;
      fields?: Partial<Order>;
    },
    session: ClientSession,
  ): Promise<Order> {
    const { _id: orderId, userId, holdId } = order;
    const now = this.clock.now();
    const statusMessage = message ?? MESSAGES[status];
    const refunds = [...order.refunds];
    let [refunded, waiting, keep] = [0, 0, 0];
    if (status === 'Cancelled') {
      ({ now: refunded, waiting, keep } = refundOnCancelling(order, { late: this.isLate(order) }));
      if (refunded > 0) refunds.push(await this.refundCancelled(order, refunded, { keep, causedBy }, session));
      await this.outbox.publish(session, cartOrder.orderCancelled, { key: orderId, data: { orderId, holdId } });
    }
    const until = new Date(now.getTime() + this.config.STATUS_TAKE_BACK_WITHIN);
    const isToBeTakenBack = status === 'Shipped' || status === 'Delivered';
    const delivered = status === 'Delivered' ? onTheirWay(order.shipments) : [];
    const { id: eventId } = await this.outbox.publish(session, cartOrder.orderStatusChanged, {
      key: orderId,
      data: {
        orderId,
        userId,
        status,
        message: statusMessage,
        ...(refunded > 0 && { refund: { amount: refunded, currency: order.currency } }),
        ...(waiting > 0 && { waitingRefund: { amount: waiting, currency: order.currency } }),
        ...(isToBeTakenBack && { mailAfter: this.mailAfter(until) }),
        ...(status === 'Shipped' && parcelsTold({ ...order, ...fields })),
      },
    });
    return this.change(
      orderId,
      {
        status,
        statusMessage,
        refunds,
        ...fields,
        ...(waiting > 0 && { waitingRefund: { amount: waiting, keep, causedBy } }),
        ...(isToBeTakenBack && {
          takeBack: {
            ...{ from: status, to: order.status, statusMessage: order.statusMessage, until, eventId },
            ...(shipmentId && { shipmentId }),
            ...(delivered.length > 0 && { delivered }),
          },
        }),
        ...(status === 'Shipped' && { shippedAt: now }),
        ...(status === 'Delivered' && { deliveredAt: now }),
        ...(delivered.length > 0 && { shipments: withDelivery(order.shipments!, delivered, now) }),
        ...(status === 'Cancelled' && { cancelledAt: now }),
      },
      session,
    );
  }

  /** What a cancelled order gives back. @param keep what is retained, in the smallest unit */
  refundCancelled(
    order: Order,
    amount: number,
    { keep, causedBy }: { keep: number; causedBy?: CausedBy },
    session: ClientSession,
  ): Promise<OrderRefund> {
    return this.requestRefund(order, amount, 'order-cancelled', session, { keep, ...(causedBy && { causedBy }) });
  }

  /** Asks payment for a refund. @param amount in the smallest unit */
  async requestRefund(
    { _id: orderId, userId, payment: { paymentId }, currency }: Order,
    amount: number,
    reason: 'order-cancelled' | 'staff',
    session: ClientSession,
    { why, keep, causedBy }: { why?: RefundWhy; keep?: number; causedBy?: CausedBy },
  ): Promise<OrderRefund> {
    const refundId = crypto.randomUUID();
    await this.outbox.publish(session, cartOrder.refundRequested, {
      key: refundId,
      data: {
        refundId,
        paymentId,
        checkoutId: orderId,
        userId,
        orderId,
        amount,
        currency,
        reason,
        ...(why && { code: why.code }),
        ...(why?.noteToBuyer && { noteToBuyer: why.noteToBuyer }),
        ...(keep && { keep }),
      },
    });
    return {
      refundId,
      amount,
      state: 'requested',
      reason: why?.code ?? reason,
      ...(why?.noteToBuyer && { noteToBuyer: why.noteToBuyer }),
      ...(why?.of && { of: why.of }),
      ...(why && { note: why.note }),
      ...(causedBy && { causedBy }),
      requestedAt: this.clock.now(),
    };
  }

  /** When the buyer is mailed of a status that can be taken back until then. */
  mailAfter(until: Date): string {
    return new Date(until.getTime() + this.config.STATUS_MAIL_MARGIN).toISOString();
  }

  /** Its buyer can no longer cancel it, and an advance is kept. */
  isLate({ createdAt }: Order): boolean {
    return this.clock.millis() > createdAt.getTime() + this.config.ORDER_CANCEL_WITHIN;
  }
}

/** An order of an account, or of the limited session that made it. @throws Failure `order.not-found` */
export function ownedBy(userId: string, order: Order): Order {
  if (order.userId !== userId && order.madeBy !== userId) throw new Failure('order.not-found');
  return order;
}
