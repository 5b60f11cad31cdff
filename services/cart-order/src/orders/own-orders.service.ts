import { Inject, Injectable } from '@nestjs/common';
import { type BodyOf, cartOrder } from '@shop/contracts';
import { Clock, CONFIG, Failure, Outbox, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { amountOf, billOfPurchase } from '../checkouts/totals.rules.ts';
import type { Config } from '../variables.ts';
import { OrderChanges, ownedBy } from './order-changes.ts';
import type { Order } from './order.schema.ts';
import { linesLeft } from './shipment.rules.ts';
import { inAnyTime, isInTime, linesWithdrawn, statusOnWithdrawing } from './withdrawal.rules.ts';

/** To the buyer, of an order that is cancelled by it. */
const WITHDRAWN = 'You withdrew from the contract';

/** What buyers do with their orders. */
@Injectable()
export class OwnOrdersService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Failure `order.not-found`, `order.wrong-status`, `order.too-late-to-cancel` */
  cancel(userId: string, id: string): Promise<Order> {
    return this.transactions.run(async (session) => {
      const order = ownedBy(userId, await this.changes.require(id, session));
      // What has left cannot be kept back.
      if (order.status !== 'Processing' || order.shipments) throw new Failure('order.wrong-status');
      if (this.changes.isLate(order)) throw new Failure('order.too-late-to-cancel');
      return this.changes.move(order, 'Cancelled', { causedBy: { who: 'buyer' } }, session);
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
    const before = ownedBy(userId, await this.changes.require(id, session));
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
    if (!next) return this.changes.change(id, fields, session);
    const why = { ...(isCancelled && { message: WITHDRAWN }), causedBy: { who: 'buyer' } as const, fields };
    return this.changes.move(before, next, why, session);
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
