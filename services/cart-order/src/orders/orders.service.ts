import { Inject, Injectable } from '@nestjs/common';
import { type AnswerInputOf, cartOrder, holds, type QueryOf, rupeesFrom } from '@shop/contracts';
import { Clock, CONFIG, Failure, People, type Session } from '@shop/service-kit';
import type { Checkout } from '../checkouts/checkout.schema.ts';
import { CheckoutsRepository } from '../checkouts/checkouts.repository.ts';
import { Identity } from '../clients/identity.ts';
import { majorUnit } from '../smallest-unit.rules.ts';
import type { Config } from '../variables.ts';
import { OrderChanges, ownedBy } from './order-changes.ts';
import { OrderNotifier } from './order-notifier.ts';
import type { Order } from './order.schema.ts';
import { OrdersRepository, type SearchedWord } from './orders.repository.ts';
import { wordsSearched } from './search-words.ts';

const POLL_INTERVAL_MS = 250;
const DAY_MS = 24 * 3_600_000;
const SUMMARY_DAYS = 30;
const MOST_TO_PICK = 100;

/** What buyers and staff read of orders, which `captures.service.ts` creates. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly orders: OrdersRepository,
    private readonly changes: OrderChanges,
    private readonly checkouts: CheckoutsRepository,
    private readonly notifier: OrderNotifier,
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
    const order = await this.changes.require(id);
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

  /** Names of those of the staff whom these orders name, by account. */
  namesOf(orders: readonly Order[]): Promise<Map<string, string>> {
    return this.people.namesOf(
      orders.flatMap(({ taker, form97 }) => [taker, form97].flatMap((by) => by?.userId ?? [])),
    );
  }
}

/** By our id of the payment or the provider's. */
const isPaidBy = ({ payment: paidBy }: Order, id: string): boolean =>
  paidBy.paymentId === id || paidBy.providerPaymentId === id;

/** Why a payment goes back. */
const refusalOf = ({ _id, state, closedBy }: Pick<Checkout, '_id' | 'state' | 'closedBy'>): Failure =>
  state === 'refused'
    ? new Failure('order.refused')
    : new Failure('checkout.paid', {
        message: 'You have paid for these pieces already. Your money goes back by itself',
        details: { orderId: closedBy ?? _id },
      });
