import crypto from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import {
  amountOfParts,
  type AnswerInputOf,
  arePartsLeft,
  type BodyOf,
  cartOrder,
  type CurrencyCode,
  type DataOf,
  holds,
  moneyText,
  payment as payments,
  type QueryOf,
  type RefundParts,
  rupeesFrom,
  type TakerChange,
} from '@shop/contracts';
import {
  AuditTrail,
  Clock,
  CONFIG,
  Edits,
  Failure,
  Outbox,
  People,
  type Session,
  takerStep,
  Transactions,
} from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { Checkout } from '../checkouts/checkout.schema.ts';
import { CheckoutsRepository } from '../checkouts/checkouts.repository.ts';
import { amountOf, billOfPurchase } from '../checkouts/totals.rules.ts';
import { Identity } from '../clients/identity.ts';
import { CouriersService } from '../couriers/couriers.service.ts';
import { MoneyService } from '../money/money.service.ts';
import { majorUnit, smallestUnit } from '../smallest-unit.rules.ts';
import type { Config } from '../variables.ts';
import {
  canBecome,
  canTakeBack,
  MESSAGES,
  refundable,
  type RefundResult,
  refundOnCancelling,
  waitingRefundAfter,
  withRefundResult,
} from './order.rules.ts';
import { shipmentViewOf } from './order.view.ts';
import { OrderNotifier } from './order-notifier.ts';
import type { CausedBy, Order, OrderRefund, OrderShipment } from './order.schema.ts';
import { OrdersRepository, type SearchedWord } from './orders.repository.ts';
import { wordsSearched } from './search-words.ts';
import { paidPartsOf, partsRefunded } from './refund-parts.ts';
import {
  haveAllArrived,
  linesLeft,
  linesToShip,
  onTheirWay,
  parcelOf,
  parcelsTold,
  piecesOf,
  withDelivery,
} from './shipment.rules.ts';
import { inAnyTime, isInTime, linesWithdrawn, statusOnWithdrawing } from './withdrawal.rules.ts';

/** What staff say about a refund. */
type RefundWhy = Omit<BodyOf<typeof cartOrder.refundOrder>, 'amount'>;

/** To the buyer, of an order that is cancelled by it. */
const WITHDRAWN = 'You withdrew from the contract';

const POLL_INTERVAL_MS = 250;
const DAY_MS = 24 * 3_600_000;
const SUMMARY_DAYS = 30;
const MOST_TO_PICK = 100;

/** Orders once created (by `captures.service.ts`): queries, status, cancellation, refunds. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly checkouts: CheckoutsRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
    private readonly notifier: OrderNotifier,
    private readonly money: MoneyService,
    private readonly couriers: CouriersService,
    private readonly identity: Identity,
    private readonly people: People,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Waits up to `ORDER_WAIT` for the order of a payment.
   * @throws Failure `order.not-found`, also for another user's payment; `order.refused`, `checkout.paid`: its money goes back
   */
  async awaitOf(userId: string, paymentId: string): Promise<Order> {
    const subscription = this.notifier.subscribe(userId);
    try {
      for (const end = Date.now() + this.config.ORDER_WAIT; ;) {
        const order = await this.orders.byPayment(paymentId);
        if (order) return ownedBy(userId, order);
        const returned = await this.checkouts.withReturned(userId, paymentId);
        if (returned) throw refusalOf(returned);
        const left = end - Date.now();
        if (left <= 0) throw new Failure('order.not-found');
        // Another instance may create the order without a notification here, so poll as well.
        const created = await subscription.next(Math.min(POLL_INTERVAL_MS, left));
        if (created && isPaidBy(created, paymentId)) return created;
      }
    } finally {
      subscription.unsubscribe();
    }
  }

  /** Who may see orders sees every one, others their own. @throws Failure `order.not-found` */
  async get({ userId, permissions }: Session, id: string): Promise<Order> {
    const order = await this.#require(id);
    return holds(permissions, 'orders.read') ? order : ownedBy(userId, order);
  }

  ofUser(userId: string, page: QueryOf<typeof cartOrder.listMyOrders>) {
    return this.orders.page({ userId }, page);
  }

  async all({ page, limit, sort, q, ...filter }: QueryOf<typeof cartOrder.listOrders>) {
    if (!q) return { ...(await this.orders.page(filter, { page, limit, sort })), isMore: false };
    const words = await this.#searched(q);
    return words.length === 0
      ? { orders: [], totalCount: 0, isMore: false }
      : this.orders.found({ ...filter, q, words }, { page, limit, sort });
  }

  async #searched(q: string): Promise<SearchedWord[]> {
    const words = wordsSearched(q);
    const accounts = await this.identity.accountsByEmail(words.map(({ asWritten }) => asWritten));
    return words.map(({ word }, index) => ({ word, userIds: accounts[index]! }));
  }

  toPick({ ids }: QueryOf<typeof cartOrder.listOrdersToPick>) {
    return this.orders.toPick(ids?.split(','), MOST_TO_PICK);
  }

  async buyer(userId: string): Promise<AnswerInputOf<typeof cartOrder.summarizeBuyer>> {
    const spend = await this.orders.spendOf(userId);
    return {
      orders: spend.reduce((sum, { orders }) => sum + orders, 0),
      spend: spend.map(({ amount, ...one }) => ({ ...one, amount: majorUnit(amount, one.currency) })),
    };
  }

  async summary(): Promise<AnswerInputOf<typeof cartOrder.summarizeOrders>> {
    const since = new Date(this.clock.millis() - SUMMARY_DAYS * DAY_MS);
    const [counts, { orders, paise }, oldest] = await Promise.all([
      this.orders.countByStatus(),
      this.orders.salesSince(since),
      this.orders.oldestProcessing(),
    ]);
    return {
      byStatus: counts,
      lastThirtyDays: { orders, total: rupeesFrom(paise) },
      oldestProcessing: oldest && { _id: oldest._id, createdAt: oldest.createdAt.toISOString() },
    };
  }

  /** @throws Failure `order.not-found`, `order.wrong-status`, `order.too-late-to-cancel` */
  cancelOwn(userId: string, id: string): Promise<Order> {
    return this.transactions.run(async (session) => {
      const order = ownedBy(userId, await this.#require(id, session));
      // What has left cannot be kept back.
      if (order.status !== 'Processing' || order.shipments) throw new Failure('order.wrong-status');
      if (this.#isLate(order)) throw new Failure('order.too-late-to-cancel');
      return this.#move(order, 'Cancelled', { causedBy: { who: 'buyer' } }, session);
    });
  }

  /**
   * The buyer withdraws from the contract about some lines, or all that can be: staff pay back what comes back. An order of which nothing was sent and
   * nothing is left is cancelled; one of which something was sent is done with its parcels.
   * @throws Failure `order.not-found`, `order.not-withdrawable`, `order.too-late-to-withdraw`
   */
  async withdraw(
    userId: string,
    id: string,
    { lines: wanted }: BodyOf<typeof cartOrder.withdrawFromOrder>,
    session: ClientSession,
  ): Promise<Order> {
    const before = ownedBy(userId, await this.#require(id, session));
    const open = inAnyTime(before, this.config.ORDER_WITHDRAW_WITHIN);
    const gone = linesWithdrawn(before);
    const chosen = new Set((wanted ?? open?.lines ?? []).filter((place) => !gone.has(place)));
    // The answer to the first request may have been lost.
    if (chosen.size === 0 && gone.size > 0) return before;
    const lines = open?.lines.filter((place) => chosen.has(place)) ?? [];
    if (!open || lines.length < chosen.size) throw new Failure('order.not-withdrawable');
    if (!isInTime(open, this.clock.millis())) throw new Failure('order.too-late-to-withdraw');
    const at = this.clock.now();
    const withdrawals = [...(before.withdrawals ?? []), { at, lines }];
    const next = statusOnWithdrawing({ ...before, withdrawals });
    const isCancelled = next === 'Cancelled';
    await this.outbox.publish(session, cartOrder.orderWithdrawn, {
      key: id,
      data: { ...withdrawnData(before, lines), at: at.toISOString(), isCancelled },
    });
    const fields = { withdrawals };
    if (!next) return this.#change(id, fields, session);
    const why = { ...(isCancelled && { message: WITHDRAWN }), causedBy: { who: 'buyer' } as const, fields };
    return this.#move(before, next, why, session);
  }

  /** @throws Failure `order.not-found`, `order.wrong-status` */
  changeStatus(
    staff: Session,
    id: string,
    { status, message }: BodyOf<typeof cartOrder.changeOrderStatus>,
  ): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      // The answer to the first request may have been lost.
      if (before.status === status && before.statusMessage === (message ?? MESSAGES[status])) return before;
      if (!canBecome(before.status, status)) {
        throw new Failure('order.wrong-status', { details: { from: before.status, to: status } });
      }
      const causedBy = { who: 'staff' as const, userId: staff.userId };
      const after = await this.#move(before, status, { message, causedBy }, session);
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

  /** Others see who prepares an order. @throws Failure `order.not-found`, `order.wrong-status`, `attention.taken` */
  take(staff: Session, id: string, change: TakerChange): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
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
      return this.#change(id, taker ? { taker } : {}, session, taker ? [] : ['taker']);
    });
  }

  /** Names of those of the staff whom these orders name, by account. */
  namesOf(orders: readonly Order[]): Promise<Map<string, string>> {
    return this.people.namesOf(
      orders.flatMap(({ taker, form97 }) => [taker, form97].flatMap((by) => by?.userId ?? [])),
    );
  }

  /** The signed form of a buyer without a PAN. @throws Failure `order.not-found`, `order.no-form-97` */
  setForm97(staff: Session, id: string, isReceived: boolean): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
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
        ? this.#change(id, { form97: { receivedAt: this.clock.now(), userId: staff.userId } }, session)
        : this.#change(id, {}, session, ['form97']);
    });
  }

  /**
   * The status before, and what was set with it; the mail that waits is not sent.
   * @throws Failure `order.not-found`, `order.wrong-status`, `order.too-late-to-take-back`
   */
  takeStatusBack(staff: Session, id: string, status: Order['status']): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
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
      return this.#change(id, { status: to, statusMessage, ...(shipments.length > 0 && { shipments }) }, session, [
        'takeBack',
        status === 'Delivered' ? 'deliveredAt' : 'shippedAt',
        ...(shipments.length === 0 ? (['shipments'] as const) : []),
      ]);
    });
  }

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
    const before = await this.#require(id, session);
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
        ? await this.#move(before, 'Shipped', { message, causedBy, shipmentId, fields: { shipments } }, session)
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
  correctShipment(
    staff: Session,
    id: string,
    shipmentId: string,
    given: BodyOf<typeof cartOrder.changeShipment>,
    version?: string,
  ): Promise<Order> {
    return this.transactions.run(async (session) => {
      const order = await this.#require(id, session);
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
      return this.#change(id, { shipments, ...(takeBack && { takeBack }) }, session);
    });
  }

  /**
   * A parcel has arrived, or is on its way again where that was a mistake; with the last one the order is Delivered.
   * @throws Failure `order.not-found`, `shipment.not-found`, `order.wrong-status`
   */
  setDelivered(staff: Session, id: string, shipmentId: string, isDelivered: boolean): Promise<Order> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
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
        ? await this.#move(before, 'Delivered', { causedBy }, session)
        : await this.#change(id, { shipments }, session);
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
  async #mailCorrected(
    { _id: orderId, userId, status, statusMessage, shipments, takeBack }: Order,
    session: ClientSession,
  ): Promise<Order['takeBack']> {
    const isWaiting = status === 'Shipped' && canTakeBack({ status, takeBack }, this.clock.millis());
    if (!takeBack || !isWaiting) return undefined;
    const publish = (more: Partial<DataOf<typeof cartOrder.orderStatusChanged>>) =>
      this.outbox.publish(session, cartOrder.orderStatusChanged, {
        key: orderId,
        data: { orderId, userId, status, message: statusMessage, ...more },
      });
    await publish({ takesBack: takeBack.eventId });
    const mailAfter = this.#mailAfter(takeBack.until);
    const { id: eventId } = await publish({ ...parcelsTold(shipments), mailAfter });
    return { ...takeBack, eventId };
  }

  #mailAfter(until: Date): string {
    return new Date(until.getTime() + this.config.STATUS_MAIL_MARGIN).toISOString();
  }

  /** @throws Failure `order.not-found`, `order.refund-too-high`, `order.parts-refunded` */
  async refundPart(
    staff: Session,
    id: string,
    { amount, ...why }: BodyOf<typeof cartOrder.refundOrder>,
    session: ClientSession,
  ): Promise<Order> {
    const order = await this.#require(id, session);
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
    const refund = await this.#requestRefund(order, wanted, 'staff', session, { why, causedBy });
    const after = await this.#change(id, { refunds: [...order.refunds, refund] }, session);
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
    await this.#change(order._id, { refunds, numbersDue: true }, session);
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
    if (now > 0) refunds.push(await this.#refundCancelled(order, now, waitingRefund!, session));
    await this.#change(
      order._id,
      { disputes, refunds, ...(waitingRefund && { waitingRefund: { ...waitingRefund, amount: waiting } }) },
      session,
    );
  }

  /** The status stays; the buyer hears what is on its way. */
  async #shipPart(
    { _id: orderId, userId, status }: Order,
    {
      message,
      pieces,
      shipments,
    }: { message: string | undefined; pieces: ReturnType<typeof piecesOf>; shipments: OrderShipment[] },
    session: ClientSession,
  ): Promise<Order> {
    const statusMessage = message ?? `${pieces.shipped} of ${pieces.all} pieces are on their way`;
    await this.outbox.publish(session, cartOrder.orderStatusChanged, {
      key: orderId,
      data: { orderId, userId, status, message: message ?? '', ...parcelsTold(shipments), pieces },
    });
    return this.#change(orderId, { statusMessage, shipments }, session);
  }

  /** A cancellation releases the stock and requests the refund in the transaction of the status change; an order is delivered with its parcels. */
  async #move(
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
      ({ now: refunded, waiting, keep } = refundOnCancelling(order, { late: this.#isLate(order) }));
      if (refunded > 0) refunds.push(await this.#refundCancelled(order, refunded, { keep, causedBy }, session));
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
        ...(isToBeTakenBack && { mailAfter: this.#mailAfter(until) }),
        ...(status === 'Shipped' && parcelsTold(fields?.shipments ?? order.shipments)),
      },
    });
    return this.#change(
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

  #refundCancelled(
    order: Order,
    amount: number,
    { keep, causedBy }: { keep: number; causedBy?: CausedBy },
    session: ClientSession,
  ): Promise<OrderRefund> {
    return this.#requestRefund(order, amount, 'order-cancelled', session, { keep, ...(causedBy && { causedBy }) });
  }

  async #requestRefund(
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

  /** With the record of its payment. */
  async #change(
    id: string,
    fields: Partial<Order>,
    session: ClientSession,
    unset?: readonly (keyof Order)[],
  ): Promise<Order> {
    const order = await this.orders.change(id, fields, session, unset);
    await this.money.ofOrder(order, session);
    return order;
  }

  #isLate({ createdAt }: Order): boolean {
    return this.clock.millis() > createdAt.getTime() + this.config.ORDER_CANCEL_WITHIN;
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

  async #require(id: string, session?: ClientSession): Promise<Order> {
    const order = await this.orders.byId(id, session);
    if (!order) throw new Failure('order.not-found');
    return order;
  }
}

/** What the event says of the lines that were withdrawn from. */
function withdrawnData(order: Order, places: readonly number[]) {
  const { _id: orderId, userId, currency, payment } = order;
  const { provider, providerPaymentId } = payment;
  const bill = billOfPurchase(order);
  const staying = new Set(order.status === 'Processing' ? linesLeft(order) : []);
  return {
    ...{ orderId, userId, provider, providerPaymentId, currency },
    lines: places.map((place) => {
      const { product, quantity } = order.lines[place]!;
      const { name, productGroup } = product;
      return { name, quantity, ...(productGroup && { productGroup }), hasLeft: !staying.has(place) };
    }),
    amount: places.reduce((sum, place) => sum + amountOf(bill.lines[place]!), 0),
  };
}

/** By our id of the payment or the provider's. */
const isPaidBy = ({ payment: paidBy }: Order, id: string): boolean =>
  paidBy.paymentId === id || paidBy.providerPaymentId === id;

/** Of an account, or of the limited session that made it. */
function ownedBy(userId: string, order: Order): Order {
  if (order.userId !== userId && order.madeBy !== userId) throw new Failure('order.not-found');
  return order;
}

/** Why a payment goes back. */
const refusalOf = ({ _id, state, closedBy }: Pick<Checkout, '_id' | 'state' | 'closedBy'>): Failure =>
  state === 'refused'
    ? new Failure('order.refused')
    : new Failure('checkout.paid', {
        message: 'You have paid for these pieces already. Your money goes back by itself',
        details: { orderId: closedBy ?? _id },
      });

/** @throws Failure `order.parts-refunded`; `request.invalid` where the amount is more than was paid for them */
function requirePartsLeft(order: Order, parts: RefundParts, wanted: number): void {
  const [paid, earlier] = [paidPartsOf(order), partsRefunded(order.refunds)];
  if (!arePartsLeft(paid, parts, earlier)) throw new Failure('order.parts-refunded');
  const worth = amountOfParts(paid, parts, earlier);
  if (wanted <= worth) return;
  const most = `At most ${moneyText(worth, order.currency)} was paid for what you chose`;
  throw new Failure('request.invalid', { errors: { amount: most } });
}
