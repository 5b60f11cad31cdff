import { eventually } from '@shop/test-kit';
import { type Filter, MongoClient } from 'mongodb';
import { readConfig } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { Buyer, type Currency } from '../../tools/prove/buyer.ts';
import { type OwnShop, type Part, startOwnShop } from '../../tools/prove/own-shop.ts';
import { allProducts, setStock, type StaffProduct, withoutSizes } from '../../tools/prove/pieces.ts';
import { Bookkeeper } from '../../tools/prove/purchases-books.ts';
import { CHECKS } from '../../tools/prove/purchases-checks.ts';
import { SHORT_DURATIONS } from '../../tools/prove/short-durations.ts';
import { Visitor } from '../../tools/prove/visitor.ts';

// Beyond those of a running shop, of the tests and of the proofs.
const PORT_OFFSET = 1_000;
const SETTLED_WITHIN_MS = 150_000;
/** Each look is a request through the shop. */
export const LOOK_EVERY_MS = 250;
const HOUR_MS = 3_600_000;

/** Of a machine that is busy with starting what was killed. */
const PATIENT = { CHECKOUT_RESERVE_LIMIT: '60s', PROVIDER_TIMEOUT: '10s' };

/**
 * The shop behind the gateway, on real servers of its own, so that its parts can be killed while the journeys beside it
 * go through another one. Its time is short; the providers are the sandbox.
 */
export class ShopToKill {
  readonly shop: OwnShop;
  readonly staff: Visitor;
  readonly books: Bookkeeper;
  readonly #mongodb: MongoClient;
  readonly #products: StaffProduct[];
  #people = 0;

  static async start(): Promise<ShopToKill> {
    const shop = await startOwnShop({
      name: 'e2e-faults',
      ports: portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET),
      environment: { ...SHORT_DURATIONS, ...PATIENT },
    });
    const staff = new Visitor(shop);
    await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
    const products = withoutSizes(await allProducts(staff));
    return new ShopToKill(
      shop,
      staff,
      await Bookkeeper.open(shop),
      await MongoClient.connect(shop.mongodbUri),
      products,
    );
  }

  private constructor(
    shop: OwnShop,
    staff: Visitor,
    books: Bookkeeper,
    mongodb: MongoClient,
    products: StaffProduct[],
  ) {
    this.shop = shop;
    this.staff = staff;
    this.books = books;
    this.#mongodb = mongodb;
    this.#products = products;
  }

  async close(): Promise<void> {
    await this.books.close();
    await this.#mongodb.close();
    await this.shop.close();
  }

  /** A piece that nobody else buys, with so many of it. */
  async piece(stock: number): Promise<string> {
    const product = this.#products.shift()!;
    await setStock(this.staff, product, stock);
    return product._id;
  }

  /** Free, held and sold now. */
  async stockOf(productId: string) {
    return (await this.books.stock()).get(productId)!;
  }

  /** Somebody new, signed in. */
  buyer(currency: Currency = 'INR'): Promise<Buyer> {
    return new Buyer(this.shop, { name: `Buyer ${++this.#people} ${process.pid}`, currency }).register();
  }

  /** Somebody whose checkout of one piece is frozen. */
  async frozen(productId: string, currency?: Currency): Promise<Buyer> {
    const buyer = await this.buyer(currency);
    const { status, code } = await buyer.checkOut({ productId, quantity: 1 });
    if (status !== 201) throw new Error(`The checkout answered ${status} ${code}`);
    return buyer;
  }

  /** Somebody who can go to the provider's page. */
  async begun(productId: string, currency?: Currency): Promise<Buyer> {
    const buyer = await this.frozen(productId, currency);
    const { status, code } = await buyer.begin();
    if (status !== 201) throw new Error(`Beginning to pay answered ${status} ${code}`);
    return buyer;
  }

  /** The time of these checkouts is over now, as if the fifteen minutes had passed. */
  async timeIsOver(...buyers: Buyer[]): Promise<void> {
    await this.#end({ _id: { $in: buyers.map(({ checkoutId }) => checkoutId!) } });
  }

  /** kill -9, and started again at once. */
  async killed(part: Part): Promise<void> {
    await this.shop.part(part).kill();
    await this.shop.part(part).start();
  }

  /** The buyer's only order, once it is there. */
  theOrder(buyer: Buyer, withinMs = 120_000) {
    return eventually(
      async () => {
        const orders = await buyer.orders();
        if (orders.length !== 1) throw new Error(`${buyer.name} has ${orders.length} orders`);
        return orders[0]!;
      },
      { what: `the order of ${buyer.name}`, withinMs, everyMs: LOOK_EVERY_MS },
    );
  }

  /** What the provider took and gave back, for this buyer's attempts. */
  async money(buyer: Buyer): Promise<{ captured: number; refunded: number; payments: number }> {
    const orders = new Set(buyer.attempts.map(({ providerOrder }) => providerOrder));
    const url = `${this.shop.sandbox}/control/ledger/entries?provider=${buyer.provider}&limit=10000`;
    const { entries } = (await (await fetch(url)).json()) as {
      entries: { orderId: string; captured: number; refunded: number }[];
    };
    const ours = entries.filter(({ orderId }) => orders.has(orderId));
    return {
      payments: ours.length,
      captured: ours.reduce((sum, { captured }) => sum + captured, 0),
      refunded: ours.reduce((sum, { refunded }) => sum + refunded, 0),
    };
  }

  async mailsTo(buyer: Buyer): Promise<{ subject: string; text: string }[]> {
    const response = await fetch(`${this.shop.mailbox}/messages?to=${encodeURIComponent(buyer.email)}&limit=50`);
    return ((await response.json()) as { messages: { subject: string; text: string }[] }).messages;
  }

  /** The webhooks of a buyer's last attempt are as `failure` says. */
  webhooks(buyer: Buyer, failure: object): Promise<unknown> {
    const where = { order_id: buyer.attempts.at(-1)!.providerOrder };
    return buyer.fails({ call: 'webhook', where, untilRemoved: true, ...failure });
  }

  /** An hour passes for the providers. */
  async anHourPasses(buyer: Buyer): Promise<void> {
    await buyer.control('/time', { advanceMs: HOUR_MS + 60_000 });
  }

  /** Waits until nothing is left to be done, and answers what is wrong in the books of all parts. */
  async wrongInTheBooks(): Promise<string[]> {
    await fetch(`${this.shop.sandbox}/control/failures`, { method: 'DELETE' });
    await fetch(`${this.shop.sandbox}/control/webhooks/flush`, { method: 'POST' });
    // Who still stands before a checkout is gone.
    await this.#end({});
    await eventually(
      async () => {
        const left = await this.books.unsettled();
        if (left) throw new Error(left);
      },
      { what: 'all has settled', withinMs: SETTLED_WITHIN_MS, everyMs: 2 * LOOK_EVERY_MS },
    );
    const books = await this.books.read([], []);
    // Mails are sent to buyers that these books know nothing of: the tests look at them themselves.
    const known = CHECKS.filter(({ title }) => !title.includes('mail'));
    return known.flatMap(({ title, complaints }) => complaints(books).map(({ text }) => `${title}: ${text}`));
  }

  async #end(which: Filter<{ _id: string }>): Promise<void> {
    const now = new Date();
    await this.#mongodb
      .db('shop-cart-order')
      .collection<{ _id: string }>('checkouts')
      .updateMany({ ...which, state: { $in: ['reserving', 'frozen'] } }, { $set: { expiresAt: now, dueAt: now } });
  }
}
