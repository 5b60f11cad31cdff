import crypto from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { type BodyOf, cartOrder, type DataOf } from '@shop/contracts';
import { type Claim, Clock, CONFIG, Failure, Outbox, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { Catalog } from '../clients/catalog.ts';
import type { Config } from '../variables.ts';
import { type CheckoutInput, type CheckoutStep, stepOf } from './checkout.machine.ts';
import type { Checkout } from './checkout.schema.ts';
import { CheckoutsRepository } from './checkouts.repository.ts';
import { changed, QuoteService } from './quote.service.ts';

type EndReason = DataOf<typeof cartOrder.checkoutExpired>['reason'];

interface Capture {
  paymentId: string;
  /** Number of the payment's capture, from 1, if payment counts captures. */
  capture?: number | undefined;
}

type Short = { productId: string; stock: number }[];

/** Hold requests while catalog has not yet processed the release of the buyer's earlier hold. */
const RELEASE_RETRY = { attempts: 20, delayMs: 100 };

/** Freezes, cancels and expires checkouts and hands them to payment. Every transition follows `checkout.machine.ts`. */
@Injectable()
export class CheckoutsService {
  readonly #logger = new Logger(CheckoutsService.name);

  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly quotes: QuoteService,
    private readonly catalog: Catalog,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Freezes the cart or a buy-now line. Resumes what a crashed process with the same idempotency key left.
   * @throws Failure as in the contract
   */
  async start(
    userId: string,
    request: BodyOf<typeof cartOrder.startCheckout>,
    { workId, resumed }: Claim,
  ): Promise<Checkout> {
    const existing = resumed ? await this.checkouts.byId(workId) : null;
    if (existing) return this.#resume(existing);
    const quote = await this.quotes.quote(userId, request);
    const checkout: Checkout = {
      _id: workId,
      userId,
      ...quote,
      state: 'reserving',
      holdId: crypto.randomUUID(),
      dueAt: this.#in(this.config.CHECKOUT_RESERVE_LIMIT),
      expiresAt: this.#in(this.config.CHECKOUT_LIFETIME),
      createdAt: this.clock.now(),
    };
    const replaced = await this.#store(checkout);
    return this.#freeze(checkout, replaced ? RELEASE_RETRY.attempts : 1);
  }

  /** @throws Failure `checkout.not-found`, also for another user's checkout */
  async ofUser(userId: string, id: string): Promise<Checkout> {
    const checkout = await this.get(id);
    if (checkout.userId !== userId) throw new Failure('checkout.not-found');
    return checkout;
  }

  /** @throws Failure `checkout.not-found` */
  async get(id: string): Promise<Checkout> {
    const checkout = await this.checkouts.byId(id);
    if (!checkout) throw new Failure('checkout.not-found');
    return checkout;
  }

  /** A checkout that has already ended stays as it is. @throws Failure `checkout.busy`, `checkout.paid` */
  async cancel(userId: string, id: string): Promise<Checkout> {
    await this.ofUser(userId, id);
    return this.transactions.run(async (session) => {
      const checkout = (await this.checkouts.byId(id, session))!;
      if (checkout.state === 'capturing') throw new Failure('checkout.busy');
      if (checkout.payment) throw new Failure('checkout.paid');
      return (await this.#end(checkout, 'cancel', 'cancelled', session)) ?? checkout;
    });
  }

  /**
   * Claims the checkout for a capture; idempotent by payment.
   * @throws Failure `checkout.not-found`, `checkout.paid`, `checkout.busy`, `checkout.closed`, `stock.insufficient`
   */
  async beginCapture(id: string, { paymentId, capture }: Capture): Promise<Checkout> {
    let checkout = await this.get(id);
    if (hasFailed(checkout, { paymentId, capture })) throw new Failure('checkout.busy');
    if (checkout.state === 'expired') checkout = await this.#holdAgain(checkout);
    if (checkout.state === 'reserving') checkout = await this.#reserved(checkout);
    return this.transactions.run(async (session) => {
      const current = (await this.checkouts.byId(id, session))!;
      if (hasFailed(current, { paymentId, capture })) throw new Failure('checkout.busy');
      const isClaimed = current.state === 'capturing' && current.capturing === paymentId;
      if (isClaimed && (capture ?? 0) <= (current.capture ?? 0)) return current;
      const step = isClaimed ? { to: current.state } : stepOf(current.state, 'begin-capture');
      if (typeof step === 'string') throw captureRefusal(current);
      const set = { capturing: paymentId, ...(capture !== undefined && { capture }) };
      return (await this.checkouts.move(current, step.to, { set, unset: ['dueAt'] }, session))!;
    });
  }

  /** The capture failed: until the checkout expires, another payment may claim it. */
  async paymentFailed(id: string, { paymentId, capture }: Capture, session: ClientSession): Promise<void> {
    const checkout = await this.checkouts.byId(id, session);
    if (!checkout || hasFailed(checkout, { paymentId, capture })) return;
    if (capture) await this.checkouts.captureFailed(id, paymentId, capture, session);
    if (checkout.capturing !== paymentId) return;
    // Stale: a later capture of the same payment is in progress.
    if (capture !== undefined && checkout.capture !== undefined && capture < checkout.capture) return;
    const step = stepOf(checkout.state, 'payment-failed');
    if (typeof step === 'string') return;
    const set = { dueAt: checkout.expiresAt };
    await this.checkouts.move(checkout, step.to, { set, unset: ['capturing', 'capture'] }, session);
  }

  /** Releases the hold; payment stops its attempts. */
  async expire(checkout: Checkout): Promise<void> {
    await this.transactions.run((session) => this.#end(checkout, 'expire', 'expired', session));
  }

  /**
   * Stores a checkout and replaces the buyer's earlier unpaid ones of the same source; returns whether there were any. They
   * are queried after the insert: of two concurrent tabs at least one sees the other, and the earlier checkout is ended.
   * @throws Failure `checkout.closed` when there already is a later one
   */
  async #store(checkout: Checkout): Promise<boolean> {
    await this.checkouts.create(checkout);
    const others = (await this.checkouts.otherLive(checkout)).filter(
      (one) => one.source === checkout.source && isUnpaid(one),
    );
    const earlier = others.filter((one) => isBefore(one, checkout));
    await this.#replace(earlier);
    if (earlier.length === others.length) return others.length > 0;
    await this.#replace([checkout]);
    throw new Failure('checkout.closed');
  }

  async #replace(checkouts: Checkout[]): Promise<void> {
    if (checkouts.length === 0) return;
    await this.transactions.run(async (session) => {
      for (const checkout of checkouts) await this.#end(checkout, 'cancel', 'replaced', session);
    });
  }

  async #resume(checkout: Checkout): Promise<Checkout> {
    if (checkout.state === 'reserving') return this.#freeze(checkout, 1);
    if (checkout.state === 'frozen') return checkout;
    throw new Failure('checkout.closed');
  }

  /**
   * reserving → frozen, or `checkout.changed` when the stock is too low. Stock held by the buyer's own other checkouts does
   * not count as sold out: an earlier one is replaced, and a later one closes this one.
   */
  async #freeze(checkout: Checkout, attempts: number): Promise<Checkout> {
    const short = await this.#requestHold(checkout, attempts);
    if (!short) return this.#held(checkout);
    const own = (await this.checkouts.otherLive(checkout)).filter((one) => holdsAny(one, short));
    const earlier = own.filter((one) => isUnpaid(one) && isBefore(one, checkout));
    if (earlier.length > 0) {
      await this.#replace(earlier);
      return this.#freeze(checkout, RELEASE_RETRY.attempts);
    }
    const ended = await this.transactions.run((session) => this.#end(checkout, 'short', 'cancelled', session));
    if (!ended || own.some(isUnpaid)) throw new Failure('checkout.closed');
    throw changed(shortages(checkout, short, own));
  }

  /** reserving → frozen for an expired checkout that is about to be captured. @throws Failure `stock.insufficient` */
  async #reserved(checkout: Checkout): Promise<Checkout> {
    const short = await this.#requestHold(checkout, 1);
    if (!short) return this.#held(checkout);
    await this.transactions.run((session) => this.#end(checkout, 'expire', 'expired', session));
    throw new Failure('stock.insufficient', { details: { lines: short } });
  }

  async #requestHold({ holdId, lines }: Checkout, attempts: number): Promise<Short | undefined> {
    const quantities = lines.map(({ productId, quantity }) => ({ productId, quantity }));
    for (let left = attempts; ; left -= 1) {
      const refused = await this.catalog.hold(holdId, quantities);
      if (!refused) return undefined;
      if (left <= 1) return refused.short;
      await delay(RELEASE_RETRY.delayMs);
    }
  }

  /** Catalog holds the stock. A checkout that was ended concurrently stays closed; its release is already published. */
  async #held(checkout: Checkout): Promise<Checkout> {
    const step = stepOf(checkout.state, 'held') as CheckoutStep;
    const frozen = await this.checkouts.move(checkout, step.to, { set: { dueAt: checkout.expiresAt } });
    if (frozen) return frozen;
    const current = await this.get(checkout._id);
    if (current.state === 'frozen' || current.state === 'capturing') return current;
    throw new Failure('checkout.closed');
  }

  /** expired → reserving; the new hold id is stored before catalog is asked for it. */
  async #holdAgain(checkout: Checkout): Promise<Checkout> {
    const step = stepOf(checkout.state, 'hold-again') as CheckoutStep;
    const set = {
      holdId: crypto.randomUUID(),
      dueAt: this.#in(this.config.CHECKOUT_RESERVE_LIMIT),
      expiresAt: this.#in(this.config.CHECKOUT_CAPTURE_LIFETIME),
    };
    const moved = await this.checkouts.move(checkout, step.to, { set });
    // Moved concurrently: its current state decides.
    return moved ?? this.get(checkout._id);
  }

  /** Applies `input` and publishes the end; `null` when the transition is not allowed or lost a race. */
  async #end(
    checkout: Checkout,
    input: CheckoutInput,
    reason: EndReason,
    session: ClientSession,
  ): Promise<Checkout | null> {
    const step = stepOf(checkout.state, input);
    if (typeof step === 'string') return null;
    const moved = await this.checkouts.move(checkout, step.to, { unset: ['dueAt'] }, session);
    if (!moved) return null;
    const { _id: checkoutId, holdId, userId } = checkout;
    if (step.release) await this.outbox.publish(session, cartOrder.holdReleased, { key: holdId, data: { holdId } });
    await this.outbox.publish(session, cartOrder.checkoutExpired, {
      key: checkoutId,
      data: { checkoutId, userId, reason },
    });
    this.#logger.debug('A checkout ended', { checkoutId, reason });
    return moved;
  }

  #in(ms: number): Date {
    return new Date(this.clock.millis() + ms);
  }
}

/** Whether this capture, or a later one of the payment, is known to have failed. */
const hasFailed = ({ failedCaptures }: Checkout, { paymentId, capture }: Capture): boolean =>
  capture !== undefined && capture <= (failedCaptures?.[paymentId] ?? 0);

function captureRefusal(checkout: Checkout): Failure {
  if (checkout.payment) return new Failure(checkout.state === 'refused' ? 'checkout.closed' : 'checkout.paid');
  if (checkout.state === 'capturing' || checkout.state === 'reserving') return new Failure('checkout.busy');
  return new Failure('checkout.closed');
}

/** Live, with no capture in progress. */
const isUnpaid = ({ state }: Checkout): boolean => state === 'reserving' || state === 'frozen';

/** Total order: the id breaks ties. */
const isBefore = (one: Checkout, other: Checkout): boolean =>
  one.createdAt.getTime() - other.createdAt.getTime() < 0 ||
  (one.createdAt.getTime() === other.createdAt.getTime() && one._id < other._id);

const holdsAny = ({ lines }: Checkout, short: Short): boolean =>
  lines.some(({ productId }) => short.some((one) => one.productId === productId));

/** `paying`: the buyer's other checkouts with a capture in progress. */
function shortages({ lines }: Checkout, short: Short, paying: Checkout[]): cartOrder.CheckoutChange[] {
  const changes = short.flatMap(({ productId, stock }) => {
    const line = lines.find((one) => one.productId === productId);
    if (!line) return [];
    const { name } = line.product;
    const isPaid = paying.some((one) => holdsAny(one, [{ productId, stock }]));
    const left = stock === 0 ? `${name} is out of stock` : `Only ${stock} of ${name} left`;
    const message = isPaid ? `A payment of yours for ${name} is under way` : left;
    const cartItemId = line.cartItemId === undefined ? {} : { cartItemId: line.cartItemId };
    return [{ ...cartItemId, productId, name, what: 'stock' as const, was: line.quantity, now: stock, message }];
  });
  if (changes.length > 0) return changes;
  const { productId, product } = lines[0]!;
  return [{ productId, name: product.name, what: 'stock', message: 'There are not enough pieces left' }];
}
