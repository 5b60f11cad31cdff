import { eventually } from '@shop/test-kit';
import { controlSandbox } from './sandbox-control.ts';
import { type Reply, type RequestOptions, type ShopAddresses, Visitor } from './visitor.ts';

const ORDER_WITHIN_MS = 60_000;

/** Rupees are paid through Razorpay, the others through PayPal. */
export type Currency = 'INR' | 'USD' | 'EUR' | 'GBP' | 'JPY';

interface BuyerAddresses extends ShopAddresses {
  sandbox: string;
}

/** One payment attempt: the provider's id, and the parameters that the buyer's browser returns with. */
export interface Attempt {
  providerOrder: string;
  proof?: Record<string, string>;
  approved?: boolean;
}

/** Body of `buyNow` and of a cart item. */
export interface Line {
  productId: string;
  quantity: number;
}

/** A buyer who uses the same calls as the shop's pages, and pays at the providers' sandbox. */
export class Buyer {
  readonly visitor: Visitor;
  readonly email: string;
  readonly name: string;
  readonly currency: Currency;
  userId = '';
  checkoutId: string | undefined;
  readonly attempts: Attempt[] = [];
  /** The bank transfer that is awaited; `amount` in rupees. */
  transfer: { checkoutId: string; reference: string; amount: number } | undefined;
  readonly #addresses: BuyerAddresses;

  constructor(
    addresses: BuyerAddresses,
    {
      name,
      currency = 'INR',
      visitor = new Visitor(addresses),
    }: { name: string; currency?: Currency; visitor?: Visitor },
  ) {
    this.#addresses = addresses;
    this.visitor = visitor;
    this.name = name;
    this.email = `${name.toLowerCase().replaceAll(/\W+/g, '-')}@example.com`;
    this.currency = currency;
  }

  get rupees(): boolean {
    return this.currency === 'INR';
  }

  get provider(): 'razorpay' | 'paypal' {
    return this.rupees ? 'razorpay' : 'paypal';
  }

  get password(): string {
    return `many shoppers few pieces ${this.name}`;
  }

  /** Another tab of the same browser, which pays in another currency. */
  otherTab(currency: Currency): Buyer {
    const tab = new Buyer(this.#addresses, { name: this.name, currency, visitor: this.visitor });
    tab.userId = this.userId;
    return tab;
  }

  async register(): Promise<this> {
    const { name, email, password } = this;
    this.userId = await this.visitor.register({ name, email, password });
    return this;
  }

  add(line: Line): Promise<Reply> {
    return this.visitor.create('/cart', line);
  }

  /** Freezes the cart, or the `buyNow` line, in a checkout; `more` are further fields of the call. */
  async checkOut(buyNow?: Line, options?: Pick<RequestOptions, 'retryForMs'>, more: object = {}): Promise<Reply> {
    // Who buys a lot on a day names it; it is not kept where it is not needed.
    const known = { shippingInfo: addressOf(this), pan: 'ABCPE1234F' };
    const wanted = { ...known, currency: this.currency, ...(buyNow && { buyNow }), ...more };
    const reply = await this.visitor.create('/checkout', wanted, options);
    if (reply.status === 201) this.checkoutId = reply.body.checkout._id;
    return reply;
  }

  /** Starts a payment for the checkout. */
  async begin(more: object = {}): Promise<Reply> {
    const path = this.rupees ? '/payment/create-order' : '/payment/paypal/create-order';
    const reply = await this.visitor.create(path, { checkoutId: this.checkoutId, ...more });
    if (reply.status === 201) this.attempts.push({ providerOrder: this.rupees ? reply.body.order.id : reply.body.id });
    return reply;
  }

  /** Starts to pay the checkout by bank transfer. */
  async beginTransfer(): Promise<Reply> {
    const { checkoutId } = this;
    const reply = await this.visitor.create('/payment/bank-transfer/create-order', { checkoutId });
    if (reply.status === 201) this.transfer = reply.body.transfer;
    return reply;
  }

  /** Pays on the provider's own page. @returns whether the buyer is redirected with a result */
  async pay(attempt = this.attempts.at(-1)!, how: 'success' | 'declined' | 'authorized late' = 'success', lateMs = 0) {
    const order = { order_id: attempt.providerOrder };
    if (this.rupees) {
      const outcome = { success: 'success', declined: 'failure', 'authorized late': 'late-authorization' }[how];
      const result = await this.control('/razorpay/pay', { ...order, outcome, lateAfterMs: lateMs });
      if (result['razorpay_payment_id']) attempt.proof = result;
      return result;
    }
    const funding = how === 'declined' ? 'declined' : 'balance';
    const result = await this.control('/paypal/approve', { ...order, funding });
    attempt.approved = result['status'] === 'APPROVED';
    return result;
  }

  canReturn(attempt: Attempt | undefined): attempt is Attempt {
    return attempt !== undefined && (this.rupees ? attempt.proof !== undefined : attempt.approved === true);
  }

  /** Returns from the provider's page. */
  return(attempt = this.attempts.at(-1)!): Promise<Reply> {
    return this.rupees
      ? this.visitor.post('/payment/verify', attempt.proof!)
      : this.visitor.post('/payment/paypal/capture-order', { orderID: attempt.providerOrder });
  }

  /** The provider's id of the checkout's payment, as queried by a page that was closed in between. */
  async paymentOfCheckout(): Promise<string | undefined> {
    const { body } = await this.visitor.ask(`/payment/checkout/${this.checkoutId}`);
    return body?.payment?.paymentId ?? undefined;
  }

  orderOf(paymentId: string): Promise<Reply> {
    return this.visitor.post('/order/new', { paymentInfo: { id: paymentId } });
  }

  /** Asks until the order of a payment is there: on a busy machine its event takes longer than one answer waits. @returns the order's id */
  awaitOrder(paymentId: string): Promise<string> {
    return eventually(
      async () => {
        const { status, code, body } = await this.orderOf(paymentId);
        if (status !== 200) throw new Error(`it answered ${status} ${code}`);
        return body.order._id as string;
      },
      { what: `the order of ${paymentId}`, withinMs: ORDER_WITHIN_MS, everyMs: 200 },
    );
  }

  async checkoutState(): Promise<string> {
    return (await this.visitor.ask(`/checkout/${this.checkoutId}`)).body?.checkout?.state;
  }

  giveUp(): Promise<Reply> {
    return this.visitor.ask(`/checkout/${this.checkoutId}`, { method: 'DELETE' });
  }

  async orders(): Promise<{ _id: string; status: string; refunds: { state: string; amount: number }[] }[]> {
    return (await this.visitor.ask('/orders/my-orders')).body.orders;
  }

  async cart(): Promise<Line[]> {
    const { body } = await this.visitor.ask('/cart');
    return (body.cart as Line[]).map(({ productId, quantity }) => ({ productId, quantity }));
  }

  /** Injects a failure at this buyer's provider. @throws Error if the sandbox refuses it */
  async injectFailure(failure: object): Promise<void> {
    const { error } = await this.control('/failures', { provider: this.provider, ...failure });
    if (error !== undefined) throw new Error(`The sandbox refused ${JSON.stringify(failure)}: ${error}`);
  }

  /** Into all webhooks of a payment, until it is removed. */
  injectWebhookFailure({ providerOrder }: Attempt, failure: object): Promise<void> {
    return this.injectFailure({ call: 'webhook', where: { order_id: providerOrder }, untilRemoved: true, ...failure });
  }

  async control(call: string, body: object): Promise<Record<string, string>> {
    const response = await controlSandbox(this.#addresses.sandbox, call, body);
    return response.status === 204 ? {} : ((await response.json()) as Record<string, string>);
  }
}

const ABROAD: Record<Exclude<Currency, 'INR'>, { city: string; state: string; pincode: string; country: string }> = {
  USD: { city: 'San Francisco', state: 'California', pincode: '94103', country: 'United States' },
  EUR: { city: 'Berlin', state: 'Berlin', pincode: '10115', country: 'Germany' },
  GBP: { city: 'London', state: 'London', pincode: 'SW1A 1AA', country: 'United Kingdom' },
  JPY: { city: 'Tokyo', state: 'Tokyo', pincode: '1000001', country: 'Japan' },
};

/** In India alternating between two states, so that both kinds of GST are charged. */
export function addressOf({ name, currency }: { name: string; currency: Currency }): object {
  const person = { name, phone: '+91 98765 43210', street: '12 MG Road' };
  if (currency !== 'INR') return { ...person, ...ABROAD[currency] };
  const region =
    name.length % 2 === 0
      ? { city: 'Jaipur', state: 'Rajasthan', pincode: '302001' }
      : { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' };
  return { ...person, ...region, country: 'India' };
}
