import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ShopState } from '../../infra/run/state.ts';
import { Buyer, type Currency } from './buyer.ts';
import { refundAtProvider } from './provider-dashboard.ts';
import { PageVisitor } from './pages-visitor.ts';
import { editPiece, type StaffProduct } from './staff-products.ts';
import { type Reply, Visitor } from './visitor.ts';

const READERS = 40;
const CURRENCIES: readonly Currency[] = ['INR', 'INR', 'INR', 'USD', 'GBP'];
const PHRASES = ['gold ring', 'pearl', 'silver chain', 'diamnd', 'earrings under 5000', 'bangle'];

export interface SoakShop {
  state: ShopState;
  sandbox: string;
  staff: Visitor;
  products: readonly StaffProduct[];
  /** Those that are put into carts. */
  pieces: readonly StaffProduct[];
  random(): number;
}

type Visit = () => Promise<void>;

/** Visits of a shop, each from its first request to its last. Faults are collected, and a visit goes on or ends as a person's would. */
export class Visits {
  orders = 0;
  requests = 0;
  /** By what happened, e.g. `GET /cart answered 500`. */
  readonly faults = new Map<string, number>();
  readonly counts = new Map<string, number>();
  readonly #shop: SoakShop;
  readonly #addresses: { url: string; origin: string; mailbox: string; sandbox: string };
  readonly #readers: PageVisitor[];
  /** Per hundred visits. */
  readonly #kinds: readonly [share: number, name: string, visit: Visit][];
  #number = 0;

  constructor(shop: SoakShop) {
    this.#shop = shop;
    const { url, mailbox } = shop.state;
    this.#addresses = { url, origin: new URL(url).origin, mailbox, sandbox: shop.sandbox };
    this.#readers = Array.from({ length: READERS }, (_, index) => new PageVisitor(url, `127.0.2.${index + 1}`));
    this.#kinds = [
      [52, 'reads', () => this.#read()],
      [16, 'searches', () => this.#search()],
      [10, 'fills a cart', () => this.#fillCart()],
      [10, 'buys', () => this.#buy()],
      [4, 'gives a checkout up', () => this.#giveUp()],
      [3, 'reviews', () => this.#review()],
      [3, 'watches its orders', () => this.#watch()],
      [2, 'staff edit', () => this.#edit()],
    ];
  }

  /** One visit of a random kind. */
  async next(): Promise<void> {
    let left = this.#shop.random() * this.#kinds.reduce((sum, [share]) => sum + share, 0);
    const [, name, visit] = this.#kinds.find(([share]) => (left -= share) < 0)!;
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    try {
      await visit();
    } catch (error) {
      this.#fault(`${name}: ${(error as Error).message}`);
    }
  }

  get failed(): number {
    return [...this.faults.values()].reduce((sum, count) => sum + count, 0);
  }

  #pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.#shop.random() * of.length)]!;
  }

  #fault(what: string): void {
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1);
  }

  #expect(what: string, { status, code }: Reply, expected: number): void {
    this.requests += 1;
    if (status !== expected) throw new Error(`${what} answered ${status} ${code}`);
  }

  async #open(href: string): Promise<void> {
    const { status } = await this.#pick(this.#readers).twin().open(href);
    this.requests += 1;
    if (status !== 200) this.#fault(`a page answered ${status}: ${href.replace(/\?.*/, '')}`);
  }

  async #read(): Promise<void> {
    const group = this.#pick(this.#shop.products).productGroup;
    const page = 1 + Math.floor(this.#shop.random() * 2);
    for (const href of [
      '/',
      `/shop?page=${page}&sort_by=price-ascending`,
      `/product/group/${group}`,
      '/size-guide/ring',
    ]) {
      await this.#open(href);
    }
  }

  async #search(): Promise<void> {
    const phrase = encodeURIComponent(this.#pick(PHRASES));
    const visitor = new Visitor(this.#addresses);
    this.#expect('GET /suggestions', await visitor.ask(`/suggestions?q=${phrase}`), 200);
    this.#expect('GET /search', await visitor.ask(`/search?q=${phrase}`), 200);
    await this.#open(`/search?q=${phrase}&n=${Math.floor(this.#shop.random() * 1e6)}`);
  }

  /** A new person, signed in. */
  async #person(currency: Currency = 'INR'): Promise<Buyer> {
    return new Buyer(this.#addresses, { name: `Soak ${++this.#number} of ${process.pid}`, currency }).register();
  }

  async #leave({ visitor }: Buyer): Promise<void> {
    this.#expect('POST /logout', await visitor.post('/logout', {}), 200);
    for (const fault of visitor.faults) this.#fault(fault.replace(/ \(.*/, ''));
  }

  async #fillCart(): Promise<void> {
    const buyer = await this.#person();
    this.#expect('POST /cart', await buyer.add({ productId: this.#pick(this.#shop.pieces)._id, quantity: 1 }), 201);
    const { body } = await buyer.visitor.ask('/cart');
    const line = `/cart/${body.cart[0]._id}`;
    this.#expect('PUT /cart', await buyer.visitor.ask(line, { method: 'PUT', body: { quantity: 2 } }), 200);
    this.#expect('POST /auth/refresh', await buyer.visitor.post('/auth/refresh', {}), 200);
    this.#expect('DELETE /cart', await buyer.visitor.ask(line, { method: 'DELETE' }), 200);
    await this.#leave(buyer);
  }

  async #checkOut(buyer: Buyer): Promise<void> {
    this.#expect('POST /cart', await buyer.add({ productId: this.#pick(this.#shop.pieces)._id, quantity: 1 }), 201);
    this.#expect('POST /checkout', await buyer.checkOut(), 201);
    this.#expect('start of a payment', await buyer.begin(), 201);
  }

  async #giveUp(): Promise<void> {
    const buyer = await this.#person(this.#pick(CURRENCIES));
    await this.#checkOut(buyer);
    // The other half leave, and their checkouts expire.
    if (this.#shop.random() < 0.5) this.#expect('DELETE /checkout', await buyer.giveUp(), 200);
    await this.#leave(buyer);
  }

  /** A purchase from registration to the order; some are cancelled, refunded in part or shipped. */
  async #buy(): Promise<void> {
    const buyer = await this.#person(this.#pick(CURRENCIES));
    await this.#checkOut(buyer);
    await buyer.pay();
    this.#expect('return from the provider', await buyer.return(), 200);
    const paymentId = await buyer.paymentOfCheckout();
    if (!paymentId) throw new Error('the checkout has no payment');
    const order = await buyer.awaitOrder(paymentId);
    this.orders += 1;
    await this.#follow(buyer, order, paymentId);
    await this.#leave(buyer);
  }

  async #follow(buyer: Buyer, order: string, paymentId: string): Promise<void> {
    const { staff, random } = this.#shop;
    const chance = random();
    const body = { status: 'Shipped' };
    if (chance < 0.2) this.#expect('cancellation', await buyer.visitor.post(`/order/${order}/cancel`, {}), 200);
    else if (chance < 0.3) {
      const refund = { amount: 1, note: 'A small mark on the clasp' };
      this.#expect('refund by staff', await staff.create(`/admin/order/${order}/refund`, refund), 200);
    } else if (chance < 0.35) await refundAtProvider(buyer, paymentId, 100);
    else if (chance < 0.7) {
      this.#expect('shipping', await staff.ask(`/admin/order/status/${order}`, { method: 'PUT', body }), 200);
    }
  }

  async #review(): Promise<void> {
    const buyer = await this.#person();
    const { _id, productGroup } = this.#pick(this.#shop.pieces);
    const review = { rating: 1 + Math.floor(this.#shop.random() * 5), review: 'Worn every day since.' };
    this.#expect('POST /rating', await buyer.visitor.post(`/rating/${_id}`, review), 200);
    await this.#open(`/product/group/${productGroup}`);
    this.#expect(
      'PUT /me/update',
      await buyer.visitor.ask('/me/update', { method: 'PUT', body: { name: 'Soaked' } }),
      200,
    );
    await this.#leave(buyer);
  }

  /** Reads its orders with an open event stream, as a tab does, and closes it without a word. */
  async #watch(): Promise<void> {
    const buyer = await this.#person();
    const tab = await this.#stream(buyer.visitor.cookie);
    this.#expect('GET /orders', await buyer.visitor.ask('/orders/my-orders'), 200);
    await wait(2_000);
    tab.destroy();
    await this.#leave(buyer);
  }

  #stream(cookie: string): Promise<http.ClientRequest> {
    return new Promise((resolve, reject) => {
      const request = http.get(new URL('/api/v1/events', this.#addresses.url), { headers: { cookie }, family: 4 });
      request.on('response', (response) => {
        response.resume().on('error', () => {});
        if (response.statusCode === 200) resolve(request);
        else reject(new Error(`GET /events answered ${response.statusCode}`));
      });
      request.on('error', reject);
    });
  }

  async #edit(): Promise<void> {
    const { staff } = this.#shop;
    const piece = this.#pick(this.#shop.pieces);
    // Up and down in turn, so that prices stay.
    await editPiece(staff, piece._id, { price: 125 });
    await editPiece(staff, piece._id, { price: 80 });
    this.#expect('GET /admin/orders', await staff.ask('/admin/orders?limit=20'), 200);
    this.#expect('GET /admin/orders/summary', await staff.ask('/admin/orders/summary'), 200);
    this.#expect('GET /admin/audit', await staff.ask('/admin/audit?limit=20'), 200);
  }
}
