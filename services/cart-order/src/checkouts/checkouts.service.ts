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
/** A capture of one of our payments. */
interface ToCapture {
  paymentId: string;
  /** Which one of it, from 1, where payment counts them. */
  capture?: number | undefined;
}
type Short = { productId: string; stock: number }[];

/** A release of our own is on its way to catalog: how often, and how far apart in ms, the hold is asked for meanwhile. */
const OWN_RELEASE = { tries: 20, pauseMs: 100 };

/** Freezes, cancels, expires and hands checkouts to payment. Every move goes by `checkout.machine.ts`. */
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
   * Freezes the cart or the pieces of buy now. Resumes where a process that died with the same idempotency key was.
   * @throws Failure as the contract says
   */
  async start(
    userId: string,
    wanted: BodyOf<typeof cartOrder.startCheckout>,
    { workId, resumed }: Claim,
  ): Promise<Checkout> {
    const begun = resumed ? await this.checkouts.byId(workId) : null;
    if (begun) return this.#resume(begun);
    const quote = await this.quotes.quote(userId, wanted);
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
    const freed = await this.#store(checkout);
    return this.#freeze(checkout, freed ? OWN_RELEASE.tries : 1);
  }

  /** @throws Failure `checkout.not-found`, also for somebody else's */
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

  /** Gives it up. One that has ended already stays as it is. @throws Failure `checkout.busy`, `checkout.paid` */
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
   * Payment is about to take the money. The same payment again gets the same answer.
   * @throws Failure `checkout.not-found`, `checkout.paid`, `checkout.busy`, `checkout.closed`, `stock.insufficient`
   */
  async beginCapture(id: string, { paymentId, capture }: ToCapture): Promise<Checkout> {
    let checkout = await this.get(id);
    if (isOver(checkout, { paymentId, capture })) throw new Failure('checkout.busy');
    if (checkout.state === 'expired') checkout = await this.#holdAgain(checkout);
    if (checkout.state === 'reserving') checkout = await this.#reserved(checkout);
    return this.transactions.run(async (session) => {
      const current = (await this.checkouts.byId(id, session))!;
      if (isOver(current, { paymentId, capture })) throw new Failure('checkout.busy');
      const isOwn = current.state === 'capturing' && current.capturing === paymentId;
      if (isOwn && (capture ?? 0) <= (current.capture ?? 0)) return current;
      const step = isOwn ? { to: current.state } : stepOf(current.state, 'begin-capture');
      if (typeof step === 'string') throw notToBeCaptured(current);
      const set = { capturing: paymentId, ...(capture !== undefined && { capture }) };
      return (await this.checkouts.move(current, step.to, { set, unset: ['dueAt'] }, session))!;
    });
  }

  /** The payment that was about to be captured brought nothing: another one may begin, while there is time. */
  async paymentFailed(id: string, { paymentId, capture }: ToCapture, session: ClientSession): Promise<void> {
    const checkout = await this.checkouts.byId(id, session);
    if (!checkout || isOver(checkout, { paymentId, capture })) return;
    if (capture) await this.checkouts.captureFailed(id, paymentId, capture, session);
    if (checkout.capturing !== paymentId) return;
    // Told late: the same payment is being captured anew.
    if (capture !== undefined && checkout.capture !== undefined && capture < checkout.capture) return;
    const step = stepOf(checkout.state, 'payment-failed');
    if (typeof step === 'string') return;
    const set = { dueAt: checkout.expiresAt };
    await this.checkouts.move(checkout, step.to, { set, unset: ['capturing', 'capture'] }, session);
  }

  /** Its time is over: the hold is given back, and payment stops its attempts. */
  async expire(checkout: Checkout): Promise<void> {
    await this.transactions.run((session) => this.#end(checkout, 'expire', 'expired', session));
  }

  /**
   * In place of the buyer's earlier ones of its kind that nobody pays; answers whether there were any. Looked for once it is
   * stored: of two tabs at once one at least sees the other, and whoever sees it ends the earlier one.
   * @throws Failure `checkout.closed` when there is a later one already
   */
  async #store(checkout: Checkout): Promise<boolean> {
    await this.checkouts.create(checkout);
    const others = (await this.checkouts.liveBeside(checkout)).filter(
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
   * reserving → frozen, or `checkout.changed` when there is too little stock. What another checkout of the same buyer holds
   * is not sold out: an earlier one gives way, and beside a later one this is the one that is over.
   */
  async #freeze(checkout: Checkout, tries: number): Promise<Checkout> {
    const short = await this.#askHold(checkout, tries);
    if (!short) return this.#held(checkout);
    const own = (await this.checkouts.liveBeside(checkout)).filter((one) => holdsOf(one, short));
    const earlier = own.filter((one) => isUnpaid(one) && isBefore(one, checkout));
    if (earlier.length > 0) {
      await this.#replace(earlier);
      return this.#freeze(checkout, OWN_RELEASE.tries);
    }
    const ended = await this.transactions.run((session) => this.#end(checkout, 'short', 'cancelled', session));
    if (!ended || own.some(isUnpaid)) throw new Failure('checkout.closed');
    throw changed(shortages(checkout, short, own));
  }

  /** The same of one that expired, for a capture. @throws Failure `stock.insufficient` */
  async #reserved(checkout: Checkout): Promise<Checkout> {
    const short = await this.#askHold(checkout, 1);
    if (!short) return this.#held(checkout);
    await this.transactions.run((session) => this.#end(checkout, 'expire', 'expired', session));
    throw new Failure('stock.insufficient', { details: { lines: short } });
  }

  async #askHold({ holdId, lines }: Checkout, tries: number): Promise<Short | undefined> {
    const pieces = lines.map(({ productId, quantity }) => ({ productId, quantity }));
    for (let left = tries; ; left -= 1) {
      const refused = await this.catalog.hold(holdId, pieces);
      if (!refused) return undefined;
      if (left <= 1) return refused.short;
      await delay(OWN_RELEASE.pauseMs);
    }
  }

  /** Catalog holds it. When it was ended meanwhile, the release is on its way and it is closed. */
  async #held(checkout: Checkout): Promise<Checkout> {
    const step = stepOf(checkout.state, 'held') as CheckoutStep;
    const frozen = await this.checkouts.move(checkout, step.to, { set: { dueAt: checkout.expiresAt } });
    if (frozen) return frozen;
    const current = await this.get(checkout._id);
    if (current.state === 'frozen' || current.state === 'capturing') return current;
    throw new Failure('checkout.closed');
  }

  /** expired → reserving, with a new hold, whose id is stored before catalog is asked. */
  async #holdAgain(checkout: Checkout): Promise<Checkout> {
    const step = stepOf(checkout.state, 'hold-again') as CheckoutStep;
    const set = {
      holdId: crypto.randomUUID(),
      dueAt: this.#in(this.config.CHECKOUT_RESERVE_LIMIT),
      expiresAt: this.#in(this.config.CHECKOUT_CAPTURE_LIFETIME),
    };
    const moved = await this.checkouts.move(checkout, step.to, { set });
    // Somebody else moved it: what it is now decides.
    return moved ?? this.get(checkout._id);
  }

  /** Ends it by `input`, if it can be; answers it as it is then. */
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

/** Whether it is known that this capture, or a later one of the payment, brought nothing. */
const isOver = ({ failedCaptures }: Checkout, { paymentId, capture }: ToCapture): boolean =>
  capture !== undefined && capture <= (failedCaptures?.[paymentId] ?? 0);

function notToBeCaptured(checkout: Checkout): Failure {
  if (checkout.payment) return new Failure(checkout.state === 'refused' ? 'checkout.closed' : 'checkout.paid');
  if (checkout.state === 'capturing' || checkout.state === 'reserving') return new Failure('checkout.busy');
  return new Failure('checkout.closed');
}

/** Live, and nobody pays it at this moment. */
const isUnpaid = ({ state }: Checkout): boolean => state === 'reserving' || state === 'frozen';

/** Which of two came first: the same for whoever asks. */
const isBefore = (one: Checkout, other: Checkout): boolean =>
  one.createdAt.getTime() - other.createdAt.getTime() < 0 ||
  (one.createdAt.getTime() === other.createdAt.getTime() && one._id < other._id);

const holdsOf = ({ lines }: Checkout, short: Short): boolean =>
  lines.some(({ productId }) => short.some((one) => one.productId === productId));

/** `paying`: other checkouts of the same buyer whose money is on its way. */
function shortages({ lines }: Checkout, short: Short, paying: Checkout[]): cartOrder.CheckoutChange[] {
  const changes = short.flatMap(({ productId, stock }) => {
    const line = lines.find((one) => one.productId === productId);
    if (!line) return [];
    const { name } = line.product;
    const isPaid = paying.some((one) => holdsOf(one, [{ productId, stock }]));
    const left = stock === 0 ? `${name} is out of stock` : `Only ${stock} of ${name} left`;
    const message = isPaid ? `A payment of yours for ${name} is under way` : left;
    const cartItemId = line.cartItemId === undefined ? {} : { cartItemId: line.cartItemId };
    return [{ ...cartItemId, productId, name, what: 'stock' as const, was: line.quantity, now: stock, message }];
  });
  if (changes.length > 0) return changes;
  const { productId, product } = lines[0]!;
  return [{ productId, name: product.name, what: 'stock', message: 'There are not enough pieces left' }];
}
