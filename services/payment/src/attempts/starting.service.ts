import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  type Address,
  CURRENCY_DECIMALS,
  type CurrencyCode,
  type cartOrder,
  moneyText,
  payment,
  writtenAddress,
} from '@shop/contracts';
import { type Claim, Clock, CONFIG, Failure, isDuplicateKey, type Session } from '@shop/service-kit';
import { Types } from 'mongoose';
import type { z } from 'zod';
import { Brand } from '../clients/brand.ts';
import { CartOrder } from '../clients/cart-order.ts';
import { Identity } from '../clients/identity.ts';
import { MethodsService } from '../methods/methods.service.ts';
import {
  type LiveProviderName,
  type ProviderOrder,
  ProviderRefused,
  ProviderUnavailable,
} from '../providers/provider.ts';
import { Providers } from '../providers/providers.ts';
import type { Config } from '../shared-variables.ts';
import type { Attempt } from './attempt.schema.ts';
import { AttemptsRepository } from './attempts.repository.ts';
import { AttemptsService } from './attempts.service.ts';

type StartRequest = z.output<z.ZodObject<typeof payment.toPay>> & { currency?: CurrencyCode | undefined };

/** An attempt that can be paid, and the contact to prefill the dialog with. */
export interface StartedAttempt {
  attempt: Attempt & ProviderOrder;
  contact: cartOrder.PayableCheckout['contact'];
}

const NO_ADDRESS = 'Please complete your shipping address above to proceed with checkout.';

/** Starts attempts: freezes the cart if there is no checkout yet, and creates the provider's order. */
type Buyer = Pick<Session, 'userId' | 'joins'>;

@Injectable()
export class StartingService {
  readonly #logger = new Logger(StartingService.name);

  constructor(
    private readonly attempts: AttemptsRepository,
    private readonly machine: AttemptsService,
    private readonly providers: Providers,
    private readonly methods: MethodsService,
    private readonly cartOrder: CartOrder,
    private readonly identity: Identity,
    private readonly brand: Brand,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts the attempt by which a user pays a checkout with a provider, or returns the open one. A retry resumes where the
   * previous call failed.
   * @throws Failure of the contract
   */
  async start(
    provider: LiveProviderName,
    buyer: Buyer,
    request: StartRequest,
    { workId }: Claim,
  ): Promise<StartedAttempt> {
    const { userId } = buyer;
    await this.methods.requireOn(provider);
    const checkout = request.checkoutId
      ? await this.cartOrder.checkout(request.checkoutId)
      : await this.#freeze(provider, buyer, request, workId);
    const { contact } = checkout;
    const awaited = await this.#awaited(provider, checkout, userId);
    if (awaited) return { attempt: awaited, contact };
    requirePayable(checkout, provider, userId, request);
    if (checkout.state === 'capturing' && !(await this.#hasCaptureFailed(checkout))) throw busyWith(checkout);
    const attempt = await this.#attempt(provider, checkout);
    if (attempt.state === 'creating') return { attempt: await this.#order(attempt), contact };
    if (this.#isPayable(attempt)) return { attempt, contact };
    throw attempt.state === 'captured' ? new Failure('checkout.paid') : busyWith(checkout);
  }

  /**
   * Resolves an attempt whose order creation got no response, without creating an order.
   * @throws ProviderUnavailable
   */
  async resolve(attempt: Attempt): Promise<Attempt> {
    const order = await this.providers.of(attempt.provider).findOrder(attempt._id);
    if (order) return this.machine.apply(attempt, 'ordered', { order });
    const over = attempt.createdAt.getTime() + this.config.PAYMENT_CREATE_LIMIT <= this.clock.millis();
    return over ? this.machine.apply(attempt, 'not-ordered', { failure: 'no-answer' }) : attempt;
  }

  async #freeze(
    provider: LiveProviderName,
    { userId, joins }: Buyer,
    { shippingInfo, currency }: StartRequest,
    workId: string,
  ): Promise<cartOrder.PayableCheckout> {
    const address = shippingInfo ?? (await this.#savedAddress(userId));
    if (!address) throw new Failure('request.invalid', { message: NO_ADDRESS, errors: { shippingInfo: NO_ADDRESS } });
    const charged = currency ?? defaultCurrencyOf(provider);
    const buyer = { userId, ...(joins !== undefined && { joins }) };
    return this.cartOrder.freeze({ ...buyer, shippingInfo: address, currency: charged }, `payment-${workId}`);
  }

  /** The attempt for which the buyer was told already what to do. */
  async #awaited(
    provider: LiveProviderName,
    { checkoutId, state }: cartOrder.PayableCheckout,
    userId: string,
  ): Promise<StartedAttempt['attempt'] | undefined> {
    const attempt = state === 'capturing' ? await this.attempts.currentOf(provider, checkoutId) : null;
    const isAwaited = attempt?.userId === userId && attempt.state === 'pending' && attempt.pendingUntil !== undefined;
    return isAwaited ? { ...attempt, providerOrderId: attempt.providerOrderId! } : undefined;
  }

  /** Whether cart-order has only not processed the failure of the capture yet: the event may come after the buyer. */
  async #hasCaptureFailed({ checkoutId, userId }: cartOrder.PayableCheckout): Promise<boolean> {
    const all = await this.attempts.ofCheckout(userId, checkoutId);
    return all.length > 0 && all.every(({ state }) => state === 'creating' || state === 'open' || state === 'failed');
  }

  #isPayable(attempt: Attempt): attempt is StartedAttempt['attempt'] {
    const { provider, state, providerOrderId, approveUrl } = attempt;
    if (state !== 'open' || providerOrderId === undefined) return false;
    const order = { providerOrderId, ...(approveUrl !== undefined && { approveUrl }) };
    return this.providers.of(provider).isPayable?.(order) ?? true;
  }

  /** It may be older than the rules of addresses. @throws Failure `request.invalid` */
  async #savedAddress(userId: string): Promise<Address | undefined> {
    const { address } = await this.identity.contact(userId);
    if (!address) return undefined;
    const saved = writtenAddress.safeParse(address);
    if (saved.success) return saved.data;
    const errors = saved.error.issues.map(({ path, message }) => [`shippingInfo.${path.join('.')}`, message]);
    throw new Failure('request.invalid', { errors: Object.fromEntries(errors) });
  }

  async #attempt(provider: LiveProviderName, checkout: cartOrder.PayableCheckout): Promise<Attempt> {
    const { checkoutId, userId, amount, currency, breakdown, description, expiresAt } = checkout;
    const attempt: Attempt = {
      _id: new Types.ObjectId().toHexString(),
      provider,
      checkoutId,
      userId,
      state: 'creating',
      amount,
      currency,
      breakdown,
      description,
      shopName: await this.brand.name(),
      expiresAt: new Date(expiresAt),
      current: checkoutId,
      captures: 0,
      refunded: 0,
      dueAt: new Date(this.clock.millis() + this.config.PAYMENT_LEASE),
      looks: 0,
      createdAt: this.clock.now(),
    };
    try {
      await this.attempts.create(attempt);
      return attempt;
    } catch (error) {
      // Started before, or by two tabs concurrently: all continue with the same attempt.
      const existing = isDuplicateKey(error) ? await this.attempts.currentOf(provider, checkoutId) : null;
      if (!existing) throw error;
      return existing;
    }
  }

  /** Creates the provider's order. Idempotent: the request is the same for the same attempt. */
  async #order(attempt: Attempt): Promise<StartedAttempt['attempt']> {
    let order: ProviderOrder;
    try {
      order = await this.providers.of(attempt.provider).createOrder(attempt);
    } catch (error) {
      if (error instanceof Failure) {
        await this.machine.apply(attempt, 'not-ordered', { failure: error.code });
        throw error;
      }
      if (error instanceof ProviderRefused) {
        await this.machine.apply(attempt, 'not-ordered', { failure: error.reason });
      } else if (!(error instanceof ProviderUnavailable)) {
        throw error;
      }
      this.#logger.warn('A provider could not create an order', { paymentId: attempt._id, provider: attempt.provider });
      throw new Failure('payment.provider-unavailable', { cause: error, headers: { 'retry-after': '5' } });
    }
    const open = await this.machine.apply(attempt, 'ordered', { order });
    if (open.state !== 'open') throw open.state === 'captured' ? new Failure('checkout.paid') : busyWith(open);
    // A second tab may have stored its order first: the stored one wins.
    return { ...order, ...open };
  }
}

const busyWith = ({ checkoutId }: { checkoutId: string }): Failure =>
  new Failure('checkout.busy', { details: { checkoutId } });

const currenciesOf = (provider: LiveProviderName): readonly CurrencyCode[] =>
  payment.PROVIDERS.find(({ name }) => name === provider)!.currencies;

function defaultCurrencyOf(provider: LiveProviderName): CurrencyCode {
  const [only, ...others] = currenciesOf(provider);
  return only && others.length === 0 ? only : 'USD';
}

function requirePayable(
  { checkoutId, userId, state, currency, amount }: cartOrder.PayableCheckout,
  provider: LiveProviderName,
  buyer: string,
  request: StartRequest,
): void {
  if (userId !== buyer) throw new Failure('checkout.not-found');
  if (state === 'ordered' || state === 'retaking') throw new Failure('checkout.paid');
  if (state === 'reserving') throw busyWith({ checkoutId });
  if (state !== 'frozen' && state !== 'capturing') throw new Failure('checkout.closed');
  const isTaken = currenciesOf(provider).includes(currency);
  if (!isTaken || (request.currency !== undefined && request.currency !== currency)) {
    throw new Failure('payment.wrong-currency', { errors: { currency: `This checkout is in ${currency}` } });
  }
  const total = amount / 10 ** CURRENCY_DECIMALS[currency];
  if (request.amount !== undefined && !isAmount(request.amount, amount, currency)) {
    const errors = { amount: `This checkout comes to ${moneyText(amount, currency)}` };
    throw new Failure('payment.amount-mismatch', { errors, details: { total } });
  }
}

/** Compares an amount in the major unit with one in the smallest unit. */
const isAmount = (major: number, smallest: number, currency: CurrencyCode): boolean =>
  Math.abs(major * 10 ** CURRENCY_DECIMALS[currency] - smallest) < 1e-4;
