import crypto from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type BodyOf, cartOrder, type DataOf } from '@shop/contracts';
import { type Claim, Clock, CONFIG, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { quantityOf } from '../cart/cart.rules.ts';
import { tooMany } from '../cart/too-many.ts';
import { CartsRepository } from '../cart/carts.repository.ts';
import { Catalog } from '../clients/catalog.ts';
import type { Config } from '../variables.ts';
import { type CheckoutInput, type CheckoutStep, stepOf } from './checkout.machine.ts';
import type { Checkout } from './checkout.schema.ts';
import { CheckoutsRepository, competes, heldQuantities } from './checkouts.repository.ts';
import { PanService } from './pan.service.ts';
import { changed, type Quote, QuoteService } from './quote.service.ts';
import { holdsAny, sharedOut, type Short, shortages } from './shortages.rules.ts';

type EndReason = DataOf<typeof cartOrder.checkoutExpired>['reason'];

interface Capture {
  paymentId: string;
  /** Number of the payment's capture, from 1, if payment counts captures. */
  capture?: number | undefined;
}

/** Quotes of a cart that changes all the time. */
const MAX_QUOTES = 5;
/** Catalog has processed older releases. */
const RELEASE_LIMIT_MS = 5 * 60_000;
const MAX_TAKEN_OVER = 100;
/** Fields of a live checkout. */
const NOT_LIVE = ['dueAt', 'capturing', 'capture', 'paidTurn'] as const;

/** Freezes, cancels and expires checkouts and hands them to payment. Every transition follows `checkout.machine.ts`. */
@Injectable()
export class CheckoutsService {
  readonly #logger = new Logger(CheckoutsService.name);

  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly quotes: QuoteService,
    private readonly pans: PanService,
    private readonly carts: CartsRepository,
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
    { userId, joins }: Pick<Session, 'userId' | 'joins'>,
    request: BodyOf<typeof cartOrder.startCheckout>,
    { workId, resumed }: Claim,
  ): Promise<Checkout> {
    const existing = resumed ? await this.checkouts.byId(workId) : null;
    if (existing) return this.#resume(existing);
    await this.#requirePaying(userId);
    for (let tries = 0; tries < MAX_QUOTES; tries += 1) {
      const { quoted, ...quote } = await this.quotes.quote(userId, request);
      const checkout: Checkout = {
        _id: workId,
        userId,
        ...(joins !== undefined && { joins }),
        ...quoted,
        state: 'reserving',
        holdId: crypto.randomUUID(),
        holdChosenAt: this.clock.now(),
        dueAt: this.#in(this.config.CHECKOUT_RESERVE_LIMIT),
        expiresAt: this.#in(this.config.CHECKOUT_LIFETIME),
        createdAt: this.clock.now(),
      };
      const stored = await this.#store(checkout, quote, request);
      if (stored) return this.#freeze(stored);
    }
    throw new Failure('checkout.closed');
  }

  /** @throws Failure `checkout.too-many-expired` for a buyer who let several expire: their stock was held for nothing */
  async #requirePaying(userId: string): Promise<void> {
    const { CHECKOUT_EXPIRED_LIMIT: limit, CHECKOUT_EXPIRED_WINDOW: window } = this.config;
    const expired = await this.checkouts.expiredSince(userId, this.#in(-window));
    if (expired.length < limit) return;
    const waitMs = expired[limit - 1]!.getTime() + window - this.clock.millis();
    const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
    throw new Failure('checkout.too-many-expired', {
      message: `Several checkouts of yours ended unpaid, and their pieces were held for you. Please try again in ${inMinutes(waitMs)}`,
      headers: { 'retry-after': String(retryAfterS) },
      details: { retryAfterS },
    });
  }

  /** @throws Failure `checkout.not-found`, also for another user's checkout */
  async ofUser(userId: string, id: string): Promise<Checkout> {
    const checkout = await this.get(id);
    if (checkout.userId !== userId) throw new Failure('checkout.not-found');
    return checkout;
  }

  /** @throws Failure `checkout.not-found` */
  async get(id: string, session?: ClientSession): Promise<Checkout> {
    const checkout = await this.checkouts.byId(id, session);
    if (!checkout) throw new Failure('checkout.not-found');
    return checkout;
  }

  /** A checkout that has already ended stays as it is. @throws Failure `checkout.busy`, `checkout.paid` */
  async cancel(userId: string, id: string): Promise<Checkout> {
    await this.ofUser(userId, id);
    return this.transactions.run(async (session) => {
      const checkout = (await this.checkouts.byId(id, session))!;
      if (checkout.state === 'capturing') throw busyWith(checkout);
      if (checkout.payment) throw new Failure('checkout.paid');
      return (await this.#end(checkout, 'cancel', 'cancelled', session)) ?? checkout;
    });
  }

  /**
   * Claims the checkout for a capture; idempotent by payment.
   * @throws Failure `checkout.not-found`, `checkout.paid`, `checkout.busy`, `checkout.closed`, `stock.insufficient`
   */
  async beginCapture(id: string, capture: Capture): Promise<Checkout> {
    const claimed = await this.#claimForCapture(id, capture);
    if (!isToBeHeld(claimed)) return claimed;
    const checkout = claimed.state === 'expired' ? await this.#holdAgain(claimed) : claimed;
    if (checkout.state === 'reserving') await this.#reserved(checkout);
    const current = await this.#claimForCapture(id, capture);
    if (isToBeHeld(current)) throw captureRefusal(current);
    return current;
  }

  /** Returns a checkout that is to be held first as it is. */
  #claimForCapture(id: string, { paymentId, capture }: Capture): Promise<Checkout> {
    return this.transactions.run(async (session) => {
      const current = await this.get(id, session);
      if (hasFailed(current, { paymentId, capture })) throw busyWith(current);
      if (isToBeHeld(current)) return current;
      await this.carts.nextTurn(current.userId, session);
      const isClaimed = current.state === 'capturing' && current.capturing === paymentId;
      if (isClaimed && (capture ?? 0) <= (current.capture ?? 0)) return current;
      // Another payment of the buyer for these pieces was captured, and may become the order.
      const paid = (await this.checkouts.competing(current, session)).find(isPaid);
      if (paid) throw busyWith(paid);
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
   * Stores a checkout in place of the competing ones that are unpaid. `undefined` when the cart is not the quoted one any more.
   * @throws Failure `checkout.busy` while a competing one is being paid, `cart.too-many`, `checkout.pan-needed`
   */
  #store(
    checkout: Checkout,
    { cartVersion, maxPieces, panAbovePaise }: Omit<Quote, 'quoted'>,
    given: Pick<BodyOf<typeof cartOrder.startCheckout>, 'pan' | 'noPan'>,
  ): Promise<Checkout | undefined> {
    return this.transactions.run(async (session) => {
      const { version } = await this.carts.forChange(checkout.userId, session);
      if (checkout.source === 'cart' && version !== cartVersion) return undefined;
      const since = this.#in(-RELEASE_LIMIT_MS);
      const { live, released } = await this.checkouts.liveAndReleased(checkout, since, session);
      const replaced = live.filter((one) => competes(one, checkout));
      const paying = replaced.find((one) => !isUnpaid(one) || isHeldForPayment(one));
      if (paying) throw busyWith(paying);
      requireFewEnough(
        checkout,
        live.filter((one) => !replaced.includes(one)),
        maxPieces,
      );
      const declared = await this.pans.declared(checkout, given, panAbovePaise, session);
      for (const one of replaced) await this.#end(one, 'cancel', 'replaced', session);
      const stored = {
        ...checkout,
        ...declared,
        takesOver: unique([...replaced.flatMap(holdsOf), ...released]).slice(0, MAX_TAKEN_OVER),
      };
      await this.checkouts.create(stored, session);
      return stored;
    });
  }

  async #resume(checkout: Checkout): Promise<Checkout> {
    if (checkout.state === 'reserving') return this.#freeze(checkout);
    if (checkout.state === 'frozen') return checkout;
    throw new Failure('checkout.closed');
  }

  /** reserving → frozen, or `checkout.changed` when the stock is too low. */
  async #freeze(checkout: Checkout): Promise<Checkout> {
    const short = await this.requestHold(checkout, []);
    if (!short) return this.#held(checkout);
    const withRoom = await this.makeRoom(checkout, short, (one) => isBefore(one, checkout));
    if (withRoom) return this.#freeze(withRoom);
    const { ended, own } = await this.transactions.run(async (session) => ({
      own: (await this.checkouts.otherLive(checkout, session)).filter((one) => holdsAny(one, short)),
      ended: await this.#end(checkout, 'short', 'cancelled', session),
    }));
    if (!ended || own.some(isUnpaid)) throw new Failure('checkout.closed');
    throw changed(shortages(checkout, short, own));
  }

  /**
   * Stock held by the buyer's own other checkouts does not count as sold out: replaces those that hold what is short, have no
   * payment and `give` way. Returns the checkout that takes over their holds; `undefined` when that would not do.
   */
  makeRoom(checkout: Checkout, short: Short, give: (one: Checkout) => boolean): Promise<Checkout | undefined> {
    return this.transactions.run(async (session) => {
      await this.carts.nextTurn(checkout.userId, session);
      const live = await this.checkouts.otherLive(checkout, session);
      const replaced = live.filter((one) => isUnpaid(one) && holdsAny(one, short) && give(one));
      const held = heldQuantities(replaced);
      const needed = ({ productId }: Short[number]) => quantityOf(checkout.lines, productId);
      const isEnough = short.every((one) => one.stock + (held.get(one.productId) ?? 0) >= needed(one));
      if (replaced.length === 0 || !isEnough) return undefined;
      const takesOver = unique([...(checkout.takesOver ?? []), ...replaced.flatMap(holdsOf)]);
      const moved = await this.checkouts.move(checkout, checkout.state, { set: { takesOver } }, session);
      if (!moved) return undefined;
      for (const one of replaced) await this.#end(one, 'cancel', 'replaced', session);
      return moved;
    });
  }

  /**
   * Asks catalog for the hold of a checkout, in place of those it takes over. Returns what is short, if anything is.
   * @throws CallError when the outcome is unknown
   */
  async requestHold(
    { holdId, holdChosenAt, takesOver = [], lines }: Checkout,
    others: readonly Checkout[],
  ): Promise<Short | undefined> {
    const refused = await this.catalog.hold({
      holdId,
      chosenAt: holdChosenAt,
      lines: lines.map(({ productId, quantity }) => ({ productId, quantity })),
      takeOver: unique([...takesOver, ...others.flatMap(holdsOf)]),
    });
    return refused?.short;
  }

  /**
   * Closes what competes with a checkout that became an order: `competing`, as read in this transaction, and those that hold
   * nothing any more. Returns those that were paid, whose money goes back.
   */
  async closeCompeting(ordered: Checkout, competing: readonly Checkout[], session: ClientSession): Promise<Checkout[]> {
    const paid: Checkout[] = [];
    for (const one of competing) {
      const step = stepOf(one.state, 'close') as CheckoutStep;
      await this.#endBy(step, one, 'replaced', session, { closedBy: ordered._id });
      if (step.refund) paid.push(one);
    }
    await this.checkouts.closeReleased(ordered, session);
    return paid;
  }

  /** Removes checkouts that ended long ago. A late payment of one is refunded like that of an unknown one. */
  async tidy(): Promise<void> {
    await this.checkouts.removeEnded(this.#in(-this.config.CHECKOUT_KEEP));
  }

  /** reserving → frozen for an expired checkout that is about to be captured. @throws Failure `stock.insufficient` */
  async #reserved(checkout: Checkout): Promise<Checkout> {
    const short = await this.requestHold(checkout, []);
    if (!short) return this.#held(checkout);
    await this.transactions.run((session) => this.#end(checkout, 'expire', 'expired', session));
    throw new Failure('stock.insufficient', { details: { lines: short } });
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

  /**
   * expired → reserving; the new hold id is stored before catalog is asked for it.
   * @throws Failure `checkout.closed` when a newer one competes, `checkout.busy` when that is being paid
   */
  #holdAgain(checkout: Checkout): Promise<Checkout> {
    const step = stepOf(checkout.state, 'hold-again') as CheckoutStep;
    return this.transactions.run(async (session) => {
      await this.carts.nextTurn(checkout.userId, session);
      const competing = await this.checkouts.competing(checkout, session);
      const paying = competing.find((one) => !isUnpaid(one));
      if (paying) throw busyWith(paying);
      if (competing.length > 0) throw new Failure('checkout.closed');
      const set = {
        ...this.newHold(checkout),
        dueAt: this.#in(this.config.CHECKOUT_RESERVE_LIMIT),
        expiresAt: this.#in(this.config.CHECKOUT_CAPTURE_LIFETIME),
      };
      const moved = await this.checkouts.move(checkout, step.to, { set }, session);
      // Moved concurrently: its current state decides.
      return moved ?? (await this.checkouts.byId(checkout._id, session))!;
    });
  }

  /** A hold to ask catalog for; catalog may not have processed the release of the previous one yet. */
  newHold({ holdId }: Pick<Checkout, 'holdId'>): Pick<Checkout, 'holdId' | 'holdChosenAt' | 'takesOver'> {
    return { holdId: crypto.randomUUID(), holdChosenAt: this.clock.now(), takesOver: [holdId] };
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
    const isUnpaidInTime = input === 'expire' && checkout.state === 'frozen';
    const set = isUnpaidInTime ? { expiredAt: checkout.expiredAt ?? this.clock.now() } : {};
    return this.#endBy(step, checkout, reason, session, set);
  }

  async #endBy(
    step: CheckoutStep,
    checkout: Checkout,
    reason: EndReason,
    session: ClientSession,
    set: Partial<Checkout>,
  ): Promise<Checkout | null> {
    const moved = await this.checkouts.move(checkout, step.to, { set, unset: NOT_LIVE }, session);
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

/** Names the checkout that is being paid, for days perhaps: its page says how, and gives it up. */
const busyWith = ({ _id: checkoutId }: Checkout): Failure => new Failure('checkout.busy', { details: { checkoutId } });

/** Whether this capture, or a later one of the payment, is known to have failed. */
const hasFailed = ({ failedCaptures }: Checkout, { paymentId, capture }: Capture): boolean =>
  capture !== undefined && capture <= (failedCaptures?.[paymentId] ?? 0);

function captureRefusal(checkout: Checkout): Failure {
  if (checkout.state === 'closed') return new Failure('checkout.paid');
  if (checkout.payment) return new Failure(checkout.state === 'refused' ? 'checkout.closed' : 'checkout.paid');
  if (checkout.state === 'capturing' || checkout.state === 'reserving') return busyWith(checkout);
  return new Failure('checkout.closed');
}

/** Its stock is not held, or may not be. */
const isToBeHeld = ({ state }: Checkout): boolean => state === 'expired' || state === 'reserving';

/** Live, with no capture in progress. */
const isUnpaid = ({ state }: Checkout): boolean => state === 'reserving' || state === 'frozen';

/** Captured, and its stock is being taken again. */
const isPaid = ({ state }: Checkout): boolean => state === 'retaking';

/** Expired, and its stock is taken again for a payment that waits to be captured. */
const isHeldForPayment = ({ state, expiredAt }: Checkout): boolean => state === 'reserving' && expiredAt !== undefined;

/** Its hold, and those it was to take over if that may not have happened yet. */
const holdsOf = ({ state, holdId, takesOver = [] }: Checkout): string[] =>
  state === 'frozen' || state === 'capturing' ? [holdId] : [holdId, ...takesOver];

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

const inMinutes = (ms: number): string => {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

/** Total order: the id breaks ties. */
const isBefore = (one: Checkout, other: Checkout): boolean =>
  one.createdAt.getTime() - other.createdAt.getTime() < 0 ||
  (one.createdAt.getTime() === other.createdAt.getTime() && one._id < other._id);

/** @throws Failure `cart.too-many`, with the change that would do, when the buyer would hold too many pieces of a product */
function requireFewEnough({ lines }: Checkout, others: readonly Checkout[], limit: number): void {
  const held = heldQuantities(others);
  for (const { productId, product } of lines) {
    const left = Math.max(0, limit - (held.get(productId) ?? 0));
    if (quantityOf(lines, productId) <= left) continue;
    const { message } = tooMany({ productId, name: product.name }, limit);
    throw new Failure('cart.too-many', {
      message,
      details: { productId, limit, changes: sharedOut(lines, { productId, left }, message) },
    });
  }
}
