import { Injectable } from '@nestjs/common';
import { type BodyOf, cartOrder, type TakerChange } from '@shop/contracts';
import { AuditTrail, Clock, Failure, Outbox, People, type Session, takerStep, Transactions } from '@shop/service-kit';
import { OrderChanges } from './order-changes.ts';
import { canBecome, canTakeBack, MESSAGES } from './order.rules.ts';
import type { Order } from './order.schema.ts';
import { withDelivery } from './shipment.rules.ts';

/** What staff do with orders, beside parcels and refunds: who prepares one, its status, and papers. */
@Injectable()
export class StaffOrdersService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly people: People,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `order.not-found`, `order.wrong-status` */
  changeStatus(
    staff: Session,
    id: string,
    { status, message }: BodyOf<typeof cartOrder.changeOrderStatus>,
  ): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.changes.require(id, session);
      // The answer to the first request may have been lost.
      if (before.status === status && before.statusMessage === (message ?? MESSAGES[status])) return before;
      if (!canBecome(before.status, status)) {
        throw new Failure('order.wrong-status', { details: { from: before.status, to: status } });
      }
      const causedBy = { who: 'staff' as const, userId: staff.userId };
      const after = await this.changes.move(before, status, { message, causedBy }, session);
      await this.audit.record(session, staff, {
        action: 'order.status-changed',
        subject: 'order',
        subjectId: id,
        before: { status: before.status, statusMessage: before.statusMessage },
        after: { status: after.status, statusMessage: after.statusMessage },
      });
      return after;
    });
  }

  /**
   * The status before, and what was set with it; the mail that waits is not sent.
   * @throws Failure `order.not-found`, `order.wrong-status`, `order.too-late-to-take-back`
   */
  takeStatusBack(staff: Session, id: string, status: Order['status']): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.changes.require(id, session);
      const { takeBack } = before;
      if (before.status !== status || takeBack?.from !== status) {
        throw new Failure('order.wrong-status', { details: { from: before.status } });
      }
      if (!canTakeBack(before, this.clock.millis())) throw new Failure('order.too-late-to-take-back');
      const { to, statusMessage, eventId, shipmentId, delivered = [] } = takeBack;
      const kept = before.shipments?.filter(({ _id }) => _id !== shipmentId) ?? [];
      const shipments = withDelivery(kept, delivered);
      await this.outbox.publish(session, cartOrder.orderStatusChanged, {
        key: id,
        data: { orderId: id, userId: before.userId, status: to, message: statusMessage, takesBack: eventId },
      });
      await this.audit.record(session, staff, {
        action: 'order.status-taken-back',
        subject: 'order',
        subjectId: id,
        before: { status, statusMessage: before.statusMessage },
        after: { status: to, statusMessage },
      });
      return this.changes.change(
        id,
        { status: to, statusMessage, ...(shipments.length > 0 && { shipments }) },
        session,
        [
          'takeBack',
          status === 'Delivered' ? 'deliveredAt' : 'shippedAt',
          ...(shipments.length === 0 ? (['shipments'] as const) : []),
        ],
      );
    });
  }

  /** Others see who prepares an order. @throws Failure `order.not-found`, `order.wrong-status`, `attention.taken` */
  take(staff: Session, id: string, change: TakerChange): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.changes.require(id, session);
      if (change.isMine && before.status !== 'Processing') {
        throw new Failure('order.wrong-status', { details: { from: before.status } });
      }
      const step = await takerStep(before.taker, {
        ...{ ...change, userId: staff.userId, now: this.clock.now() },
        nameOf: (userId) => this.people.nameOf(userId, session),
      });
      if (!step) return before;
      const { taker, verb, audited } = step;
      await this.audit.record(session, staff, {
        action: `order.${verb}`,
        subject: 'order',
        subjectId: id,
        before: null,
        after: { status: before.status, ...audited },
      });
      return this.changes.change(id, taker ? { taker } : {}, session, taker ? [] : ['taker']);
    });
  }

  /** The signed form of a buyer without a PAN. @throws Failure `order.not-found`, `order.no-form-97` */
  setForm97(staff: Session, id: string, isReceived: boolean): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.changes.require(id, session);
      if (!before.noPan) throw new Failure('order.no-form-97');
      if ((before.form97 !== undefined) === isReceived) return before;
      await this.audit.record(session, staff, {
        action: isReceived ? 'order.form-97-received' : 'order.form-97-not-received',
        subject: 'order',
        subjectId: id,
        before: { isReceived: !isReceived },
        after: { isReceived },
      });
      return isReceived
        ? this.changes.change(id, { form97: { receivedAt: this.clock.now(), userId: staff.userId } }, session)
        : this.changes.change(id, {}, session, ['form97']);
    });
  }
}
