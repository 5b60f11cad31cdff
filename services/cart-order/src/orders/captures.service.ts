import { Injectable, Logger } from '@nestjs/common';
import { cartOrder, type DataOf, type payment } from '@shop/contracts';
import { Clock, Outbox, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { withoutBought } from '../cart/cart.rules.ts';
import { CartsRepository } from '../cart/carts.repository.ts';
import { stepOf } from '../checkouts/checkout.machine.ts';
import { billOfPurchase } from '../checkouts/totals.rules.ts';
import type { CapturedPayment, Checkout } from '../checkouts/checkout.schema.ts';
import { CheckoutsRepository, competes } from '../checkouts/checkouts.repository.ts';
import { CheckoutsService } from '../checkouts/checkouts.service.ts';
import { DeliveryService } from '../delivery/delivery.service.ts';
import type { Captured } from '../money/capture-record.rules.ts';
import { MoneyService } from '../money/money.service.ts';
import { choicesOf, MESSAGES } from './order.rules.ts';
import { OrderNotifier } from './order-notifier.ts';
import type { Order } from './order.schema.ts';
import { OrdersRepository } from './orders.repository.ts';
import { refundIdOf } from './refund-id.ts';

type RefundReason = Exclude<DataOf<typeof cartOrder.refundRequested>['reason'], 'staff'>;

/** Turns captured payments into orders: one order per checkout; every other captured payment is refunded. */
@Injectable()
export class CapturesService {
  readonly #logger = new Logger(CapturesService.name);

  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly checkoutsService: CheckoutsService,
    private readonly orders: OrdersRepository,
    private readonly carts: CartsRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly delivery: DeliveryService,
    private readonly money: MoneyService,
    private readonly notifier: OrderNotifier,
    private readonly clock: Clock,
  ) {}

  /**
   * Handles a captured payment; idempotent. Creates the order in this transaction, unless the stock has to be held again
   * first: `retake` then continues.
   */
  async captured(event: DataOf<typeof payment.paymentCaptured>, session: ClientSession): Promise<void> {
    const data: Captured = { ...event, capturedAt: new Date(event.capturedAt) };
    const checkout = await this.checkouts.byId(data.checkoutId, session);
    if (!checkout) return this.#capturedWithoutCheckout(data, session);
    const paidTurn = await this.carts.nextTurn(checkout.userId, session);
    if (checkout.payment?.paymentId === data.paymentId) return;
    if (data.amount !== checkout.amounts.total || data.currency !== checkout.currency) {
      await this.checkoutsService.paymentFailed(checkout._id, { paymentId: data.paymentId }, session);
      return this.#refund(data, 'wrong-amount', session);
    }
    const competing = await this.checkouts.competing(checkout, session);
    const isBehind = competing.some(({ state }) => state === 'retaking');
    const step = stepOf(checkout.state, isBehind ? 'captured-behind' : 'captured');
    if (step === 'refund') return this.#paidTwice(data, session);
    if (step === 'no') throw new Error(`Checkout ${checkout._id} is ${checkout.state}: captured is not allowed`);
    const capturedPayment = {
      paymentId: data.paymentId,
      provider: data.provider,
      providerPaymentId: data.providerPaymentId,
      amount: data.amount,
      capturedAt: data.capturedAt,
    };
    if (step.to === 'ordered') return this.#order(checkout, competing, capturedPayment, session);
    await this.money.captured(data, null, session);
    await this.checkouts.move(
      checkout,
      step.to,
      {
        set: {
          payment: capturedPayment,
          paidTurn,
          dueAt: this.clock.now(),
          ...(step.newHold && this.checkoutsService.newHold(checkout)),
        },
        unset: ['capturing', 'capture'],
      },
      session,
    );
  }

  /**
   * Holds the stock again for a checkout that was paid after its hold was released: creates the order, or refunds. Takes over
   * what competing checkouts hold: none of them becomes an order before this one is decided. Returns false while one that was
   * paid earlier is undecided.
   * @throws CallError while catalog does not answer; the job retries
   */
  async retake(checkout: Checkout): Promise<boolean> {
    const competing = await this.checkouts.competing(checkout);
    if (competing.some((one) => one.state === 'retaking' && turnOf(one) < turnOf(checkout))) return false;
    const capturedPayment = checkout.payment!;
    const short = await this.checkoutsService.requestHold(checkout, competing);
    if (short) {
      const withRoom = await this.checkoutsService.makeRoom(checkout, short, (one) => !competes(one, checkout));
      if (withRoom) return this.retake(withRoom);
    }
    await this.transactions.run(async (session) => {
      await this.carts.nextTurn(checkout.userId, session);
      const current = await this.checkouts.byId(checkout._id, session);
      if (current?.holdId !== checkout.holdId) return;
      const step = stepOf(current.state, short ? 'short' : 'held');
      if (step === 'no' || step === 'refund') return;
      await (step.to === 'ordered'
        ? this.#order(current, await this.checkouts.competing(current, session), capturedPayment, session)
        : this.#refuse(current, capturedPayment, session));
    });
    return true;
  }

  /** Its checkout was removed some time after it ended, or never existed. */
  async #capturedWithoutCheckout(data: Captured, session: ClientSession): Promise<void> {
    const order = await this.orders.byId(data.checkoutId, session);
    if (!order) return this.#refund(data, 'unknown-checkout', session);
    if (order.payment.paymentId !== data.paymentId) await this.#refund(data, 'paid-twice', session);
  }

  async #order(
    checkout: Checkout,
    competing: readonly Checkout[],
    capturedPayment: CapturedPayment,
    session: ClientSession,
  ): Promise<void> {
    const { _id: orderId, userId: madeBy, joins, holdId, lines } = checkout;
    const userId = joins ?? madeBy;
    const { subtotal: _, total, ...charges } = checkout.amounts;
    const bill = billOfPurchase(checkout);
    const expected = await this.delivery.expected(
      checkout.shippingInfo,
      lines.some(({ customized }) => customized),
    );
    await this.checkouts.move(
      checkout,
      'ordered',
      { set: { payment: capturedPayment }, unset: ['dueAt', 'capturing', 'capture', 'paidTurn'] },
      session,
    );
    for (const closed of await this.checkoutsService.closeCompeting(checkout, competing, session)) {
      const { payment: paid, _id: checkoutId, currency } = closed;
      await this.#paidTwice({ ...paid!, checkoutId, userId: madeBy, currency }, session);
    }
    const order: Order = {
      _id: orderId,
      userId,
      ...(joins !== undefined && { madeBy }),
      status: 'Processing',
      statusMessage: MESSAGES.Processing,
      createdAt: this.clock.now(),
      holdId,
      lines,
      currency: checkout.currency,
      gstRate: checkout.gstRate,
      courier: checkout.courier,
      paise: checkout.paise,
      amounts: checkout.amounts,
      ...(checkout.bill && { bill: checkout.bill }),
      ...(checkout.showPrices && { showPrices: checkout.showPrices }),
      shippingInfo: checkout.shippingInfo,
      ...(checkout.dutiesNote && { dutiesNote: checkout.dutiesNote }),
      specialRequest: checkout.specialRequest,
      ...(checkout.gift && { gift: checkout.gift }),
      ...(checkout.business && { business: checkout.business }),
      ...(checkout.pan && { pan: checkout.pan }),
      ...(checkout.noPan && { noPan: true }),
      ...(expected && { expected }),
      payment: capturedPayment,
      refunds: [],
      numbersDue: true,
    };
    await this.orders.create(order, session);
    await this.money.ofOrder(order, session);
    this.notifier.notifyAfterCommit(session, madeBy, order);
    await this.outbox.publish(session, cartOrder.orderCreated, {
      key: orderId,
      data: {
        orderId,
        userId,
        holdId,
        lines: lines.map(({ productId, quantity, product, customizations, unitAmount }, index) => ({
          productId,
          quantity,
          name: product.name,
          productGroup: product.productGroup,
          ...(product.images[0] && { image: product.images[0] }),
          choices: choicesOf(customizations),
          amount: unitAmount * quantity,
          gst: bill.lines[index]!.gst,
        })),
        charges,
        gstRate: checkout.gstRate,
        ...(checkout.showPrices && { showPrices: checkout.showPrices }),
        total,
        currency: checkout.currency,
        recipient: checkout.shippingInfo.name,
        shippingInfo: checkout.shippingInfo,
        ...(checkout.dutiesNote && { dutiesNote: checkout.dutiesNote }),
        ...(checkout.gift && { gift: checkout.gift }),
        ...(expected && { expected }),
      },
    });
    if (checkout.source === 'buy-now') return;
    const cart = await this.carts.of(madeBy, session);
    await this.carts.save(cart, withoutBought(cart.lines, lines), session);
    await this.outbox.publish(session, cartOrder.cartCleared, { key: madeBy, data: { userId: madeBy } });
  }

  async #refuse(checkout: Checkout, capturedPayment: CapturedPayment, session: ClientSession): Promise<void> {
    const { _id: checkoutId, userId, holdId, currency } = checkout;
    this.notifier.notifyAfterCommit(session, userId);
    await this.checkouts.move(checkout, 'refused', { unset: ['dueAt', 'paidTurn'] }, session);
    const refundId = refundIdOf('refused', capturedPayment.paymentId);
    await this.money.captured(
      { ...capturedPayment, checkoutId, userId, currency },
      { refundId, reason: 'sold-out', requestedAt: this.clock.now() },
      session,
    );
    await this.outbox.publish(session, cartOrder.holdReleased, { key: holdId, data: { holdId } });
    await this.outbox.publish(session, cartOrder.checkoutRefused, {
      key: checkoutId,
      data: {
        checkoutId,
        userId,
        paymentId: capturedPayment.paymentId,
        refundId,
        amount: capturedPayment.amount,
        currency,
      },
    });
  }

  async #paidTwice(data: Captured, session: ClientSession): Promise<void> {
    this.notifier.notifyAfterCommit(session, data.userId);
    await this.checkouts.paidTwice(data.checkoutId, data, session);
    await this.#refund(data, 'paid-twice', session);
  }

  async #refund(data: Captured, reason: RefundReason, session: ClientSession): Promise<void> {
    const { paymentId, checkoutId, userId, amount, currency } = data;
    this.#logger.warn('A captured payment is refunded', { paymentId, checkoutId, reason });
    const refundId = refundIdOf(reason, paymentId);
    await this.money.captured(data, { refundId, reason, requestedAt: this.clock.now() }, session);
    await this.outbox.publish(session, cartOrder.refundRequested, {
      key: refundId,
      data: { refundId, paymentId, checkoutId, userId, orderId: null, amount, currency, reason },
    });
  }
}

const turnOf = ({ paidTurn = 0 }: Checkout): number => paidTurn;
