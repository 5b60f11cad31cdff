import crypto from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type BodyOf, cartOrder, type DataOf } from '@shop/contracts';
import { AuditTrail, Clock, Edits, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { CouriersService } from '../couriers/couriers.service.ts';
import { OrderChanges } from './order-changes.ts';
import { canBecome, canTakeBack } from './order.rules.ts';
import type { Order, OrderShipment } from './order.schema.ts';
import { shipmentViewOf } from './order.view.ts';
import { haveAllArrived, linesToShip, parcelOf, parcelsTold, piecesOf, withDelivery } from './shipment.rules.ts';

/** The parcels of an order: staff send them, correct what is said of them, and know when they arrive. */
@Injectable()
export class ShipmentsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
    private readonly couriers: CouriersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Pieces leave in a parcel; with the last of them the order is Shipped.
   * @throws Failure `order.not-found`, `order.wrong-status`, `shipment.nothing-left`
   */
  async ship(
    staff: Session,
    id: string,
    { lines: wanted, message, ...given }: BodyOf<typeof cartOrder.addShipment>,
    session: ClientSession,
  ): Promise<Order> {
    const before = await this.changes.require(id, session);
    if (before.status !== 'Processing') throw new Failure('order.wrong-status', { details: { from: before.status } });
    const lines = linesToShip(before, wanted);
    if (!lines) throw new Failure('shipment.nothing-left');
    const parcel = parcelOf(await this.couriers.withLink(given, session));
    const shipmentId = crypto.randomUUID();
    const shipments = [...(before.shipments ?? []), { _id: shipmentId, ...parcel, lines, shippedAt: this.clock.now() }];
    const pieces = piecesOf({ ...before, shipments });
    const causedBy = { who: 'staff' as const, userId: staff.userId };
    const after =
      pieces.shipped === pieces.all
        ? await this.changes.move(before, 'Shipped', { message, causedBy, shipmentId, fields: { shipments } }, session)
        : await this.#shipPart(before, { message, pieces, shipments }, session);
    await this.audit.record(session, staff, {
      action: 'order.shipped',
      subject: 'order',
      subjectId: id,
      before: { status: before.status, shipments: before.shipments?.length ?? 0 },
      after: {
        status: after.status,
        shipments: shipments.length,
        pieces: `${pieces.shipped} of ${pieces.all}`,
        ...parcel,
      },
    });
    return after;
  }

  /** @throws Failure `order.not-found`, `shipment.not-found`, `document.changed` */
  correct(
    staff: Session,
    id: string,
    shipmentId: string,
    given: BodyOf<typeof cartOrder.changeShipment>,
    version?: string,
  ): Promise<Order> {
    return this.transactions.run(async (session) => {
      const order = await this.changes.require(id, session);
      const before = order.shipments?.find(({ _id }) => _id === shipmentId);
      if (!before) throw new Failure('shipment.not-found');
      const edit = { actor: staff, subject: 'shipment', id: shipmentId, version };
      await this.edits.require(session, edit, shipmentViewOf(before));
      const { _id, lines, shippedAt, deliveredAt } = before;
      const parcel = parcelOf(await this.couriers.withLink(given, session));
      const corrected = { _id, ...parcel, lines, shippedAt, ...(deliveredAt && { deliveredAt }) };
      const shipments = order.shipments!.map((one) => (one === before ? corrected : one));
      await this.edits.keep(session, edit, shipmentViewOf(before), shipmentViewOf(corrected));
      await this.audit.record(session, staff, {
        action: 'order.shipment-corrected',
        subject: 'order',
        subjectId: id,
        before: parcelOf(before),
        after: parcel,
      });
      const takeBack = await this.#mailCorrected({ ...order, shipments }, session);
      return this.changes.change(id, { shipments, ...(takeBack && { takeBack }) }, session);
    });
  }

  /**
   * A parcel has arrived, or is on its way again where that was a mistake; with the last one the order is Delivered.
   * @throws Failure `order.not-found`, `shipment.not-found`, `order.wrong-status`
   */
  setDelivered(staff: Session, id: string, shipmentId: string, isDelivered: boolean): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.changes.require(id, session);
      const shipment = before.shipments?.find(({ _id }) => _id === shipmentId);
      if (!shipment) throw new Failure('shipment.not-found');
      // The answer to the first request may have been lost.
      if ((shipment.deliveredAt !== undefined) === isDelivered) return before;
      if (before.status !== 'Processing' && before.status !== 'Shipped') {
        throw new Failure('order.wrong-status', { details: { from: before.status } });
      }
      const shipments = withDelivery(before.shipments!, [shipmentId], isDelivered ? this.clock.now() : undefined);
      const isLast = canBecome(before.status, 'Delivered') && haveAllArrived({ ...before, shipments });
      const causedBy = { who: 'staff' as const, userId: staff.userId };
      const after = isLast
        ? await this.changes.move(before, 'Delivered', { causedBy }, session)
        : await this.changes.change(id, { shipments }, session);
      await this.audit.record(session, staff, {
        action: isDelivered ? 'order.shipment-delivered' : 'order.shipment-not-delivered',
        subject: 'order',
        subjectId: id,
        before: { status: before.status },
        after: { status: after.status, ...parcelOf(shipment) },
      });
      return after;
    });
  }

  /** The mail that waits and names the parcels is replaced by one that waits as long; returns how that one is taken back. */
  async #mailCorrected(order: Order, session: ClientSession): Promise<Order['takeBack']> {
    const { _id: orderId, userId, status, statusMessage, takeBack } = order;
    const isWaiting = status === 'Shipped' && canTakeBack({ status, takeBack }, this.clock.millis());
    if (!takeBack || !isWaiting) return undefined;
    const publish = (more: Partial<DataOf<typeof cartOrder.orderStatusChanged>>) =>
      this.outbox.publish(session, cartOrder.orderStatusChanged, {
        key: orderId,
        data: { orderId, userId, status, message: statusMessage, ...more },
      });
    await publish({ takesBack: takeBack.eventId });
    const mailAfter = this.changes.mailAfter(takeBack.until);
    const { id: eventId } = await publish({ ...parcelsTold(order), mailAfter });
    return { ...takeBack, eventId };
  }

  /** The status stays; the buyer hears what is on its way. */
  async #shipPart(
    order: Order,
    {
      message,
      pieces,
      shipments,
    }: { message: string | undefined; pieces: ReturnType<typeof piecesOf>; shipments: OrderShipment[] },
    session: ClientSession,
  ): Promise<Order> {
    const { _id: orderId, userId, status } = order;
    const statusMessage = message ?? `${pieces.shipped} of ${pieces.all} pieces are on their way`;
    await this.outbox.publish(session, cartOrder.orderStatusChanged, {
      key: orderId,
      data: { orderId, userId, status, message: message ?? '', ...parcelsTold({ ...order, shipments }), pieces },
    });
    return this.changes.change(orderId, { statusMessage, shipments }, session);
  }
}
