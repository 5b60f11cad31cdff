import { type Asking, type Reply, Visitor } from './visitor.ts';

/** What is paid in: rupees by Razorpay, the others by PayPal. */
export type Currency = 'INR' | 'USD' | 'EUR' | 'GBP' | 'JPY';

interface Place {
  url: string;
  origin: string;
  mailbox: string;
  sandbox: string;
}

/** One try to pay: what the provider calls it, and what the buyer's browser was handed to return with. */
export interface Attempt {
  providerOrder: string;
  proof?: Record<string, string>;
  approved?: boolean;
}

/** Of what `buyNow` and the cart are made. */
export interface Line {
  productId: string;
  quantity: number;
}

/** Somebody who buys by the calls of the shop's pages, and pays at the providers' sandbox. */
export class Buyer {
  readonly visitor: Visitor;
  readonly email: string;
  readonly name: string;
  readonly currency: Currency;
  userId = '';
  checkoutId: string | undefined;
  readonly attempts: Attempt[] = [];
  readonly #place: Place;

  constructor(place: Place, { name, currency = 'INR' }: { name: string; currency?: Currency }) {
    this.#place = place;
    this.visitor = new Visitor(place);
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

  async register(): Promise<this> {
    const password = `many shoppers few pieces ${this.name}`;
    this.userId = await this.visitor.register({ name: this.name, email: this.email, password });
    return this;
  }

  add(line: Line): Promise<Reply> {
    return this.visitor.create('/cart', line);
  }

  /** Freezes the cart, or what is bought now. */
  async checkOut(buyNow?: Line, asking?: Pick<Asking, 'patienceMs'>): Promise<Reply> {
    const wanted = { shippingInfo: addressFor(this), currency: this.currency, ...(buyNow && { buyNow }) };
    const reply = await this.visitor.create('/checkout', wanted, asking);
    if (reply.status === 201) this.checkoutId = reply.body.checkout._id;
    return reply;
  }

  /** Begins to pay the checkout. */
  async begin(more: object = {}): Promise<Reply> {
    const path = this.rupees ? '/payment/create-order' : '/payment/paypal/create-order';
    const reply = await this.visitor.create(path, { checkoutId: this.checkoutId, ...more });
    if (reply.status === 201) this.attempts.push({ providerOrder: this.rupees ? reply.body.order.id : reply.body.id });
    return reply;
  }

  /** At the provider's own page. Answers whether the buyer is led back with something to show. */
  async pay(attempt = this.attempts.at(-1)!, how: 'success' | 'declined' | 'authorized late' = 'success', lateMs = 0) {
    const order = { order_id: attempt.providerOrder };
    if (this.rupees) {
      const outcome = { success: 'success', declined: 'failure', 'authorized late': 'late-authorization' }[how];
      const answer = await this.control('/razorpay/pay', { ...order, outcome, lateAfterMs: lateMs });
      if (answer['razorpay_payment_id']) attempt.proof = answer;
      return answer;
    }
    const funding = how === 'declined' ? 'declined' : 'balance';
    const answer = await this.control('/paypal/approve', { ...order, funding });
    attempt.approved = answer['status'] === 'APPROVED';
    return answer;
  }

  canReturn(attempt: Attempt | undefined): attempt is Attempt {
    return attempt !== undefined && (this.rupees ? attempt.proof !== undefined : attempt.approved === true);
  }

  /** Comes back from the provider's page. */
  return(attempt = this.attempts.at(-1)!): Promise<Reply> {
    return this.rupees
      ? this.visitor.post('/payment/verify', attempt.proof!)
      : this.visitor.post('/payment/paypal/capture-order', { orderID: attempt.providerOrder });
  }

  /** The provider's id of what paid the checkout, as a page asks for it that was closed meanwhile. */
  async paymentOfCheckout(): Promise<string | undefined> {
    const { body } = await this.visitor.ask(`/payment/checkout/${this.checkoutId}`);
    return body?.payment?.paymentId ?? undefined;
  }

  orderOf(paymentId: string): Promise<Reply> {
    return this.visitor.post('/order/new', { paymentInfo: { id: paymentId } });
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

  /** Something at this buyer's provider goes wrong the next time, or as it says. */
  fails(failure: object): Promise<unknown> {
    return this.control('/failures', { provider: this.provider, ...failure });
  }

  async control(call: string, body: object): Promise<Record<string, string>> {
    const response = await fetch(`${this.#place.sandbox}/control${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status === 204 ? {} : ((await response.json()) as Record<string, string>);
  }
}

const ABROAD: Record<Exclude<Currency, 'INR'>, { city: string; state: string; pincode: string; country: string }> = {
  USD: { city: 'San Francisco', state: 'California', pincode: '94103', country: 'United States' },
  EUR: { city: 'Berlin', state: 'Berlin', pincode: '10115', country: 'Germany' },
  GBP: { city: 'London', state: 'London', pincode: 'SW1A 1AA', country: 'United Kingdom' },
  JPY: { city: 'Tokyo', state: 'Tokyo', pincode: '1000001', country: 'Japan' },
};

/** In India of two states, so that both kinds of GST are charged. */
function addressFor({ name, currency }: { name: string; currency: Currency }): object {
  const person = { name, phone: '+91 98765 43210', street: '12 MG Road' };
  if (currency !== 'INR') return { ...person, ...ABROAD[currency] };
  const place =
    name.length % 2 === 0
      ? { city: 'Jaipur', state: 'Rajasthan', pincode: '302001' }
      : { city: 'Bengaluru', state: 'Karnataka', pincode: '560001' };
  return { ...person, ...place, country: 'India' };
}
