import { eventually, mailsIn, type TestMail } from '@shop/test-kit';
import { type Filter, MongoClient } from 'mongodb';
import { readConfig } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { Buyer, type Currency } from '../../tools/prove/buyer.ts';
import { type OwnShop, type Part, startOwnShop } from '../../tools/prove/own-shop.ts';
import { allProducts, setStock, type StaffProduct, withoutSizes } from '../../tools/prove/staff-products.ts';
import { Bookkeeper } from '../../tools/prove/purchases-books.ts';
import { CHECKS } from '../../tools/prove/purchases-checks.ts';
import { capturedAt } from '../../tools/prove/sandbox-control.ts';
import { SHORT_DURATIONS } from '../../tools/prove/short-durations.ts';
import { Visitor } from '../../tools/prove/visitor.ts';
import { config } from '../config.ts';
import { PORTS_PER_WORKER } from '../shop-under-test.ts';

// Above the ports of a running shop, of the tests and of the proofs.
const PORT_OFFSET = 1_000;
const SETTLED_WITHIN_MS = 150_000;
/** Each poll is a request through the shop. */
export const POLL_INTERVAL_MS = 250;
const HOUR_MS = 3_600_000;

/** Long enough for a machine that is busy restarting killed processes. */
const LONG_TIMEOUTS = { CHECKOUT_RESERVE_LIMIT: '60s', PROVIDER_TIMEOUT: '10s' };

/**
 * The shop behind the gateway (without the edge and the shell), with its own servers, so that its parts can be killed while the
 * journeys use another one. With short durations; the providers are the sandbox.
 */
export class FaultShop {
  readonly shop: OwnShop;
  readonly staff: Visitor;
  readonly books: Bookkeeper;
  readonly #mongodb: MongoClient;
  readonly #products: StaffProduct[];
  #buyers = 0;

  static async start(): Promise<FaultShop> {
    const shop = await startOwnShop({
      name: `e2e-faults-${config.worker}`,
      ports: portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET + (config.worker - 1) * PORTS_PER_WORKER),
      limits: 'shipped',
      environment: { ...SHORT_DURATIONS, ...LONG_TIMEOUTS },
    });
    try {
      const staff = new Visitor(shop);
      await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
      const products = withoutSizes(await allProducts(staff));
      return new FaultShop(
        shop,
        staff,
        await Bookkeeper.open(shop),
        await MongoClient.connect(shop.mongodbUri),
        products,
      );
    } catch (error) {
      await shop.close({ keepLogs: true });
      throw error;
    }
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

  /** A product that no other test buys, with this stock. Returns its id. */
  async productWithStock(stock: number): Promise<string> {
    const product = this.#products.shift()!;
    await setStock(this.staff, product, stock);
    return product._id;
  }

  /** Free, held and sold pieces. */
  async stockOf(productId: string) {
    return (await this.books.stock()).get(productId)!;
  }

  /** A new, signed-in buyer. */
  buyer(currency: Currency = 'INR'): Promise<Buyer> {
    return new Buyer(this.shop, { name: `Buyer ${++this.#buyers} ${process.pid}`, currency }).register();
  }

  /** A buyer with a frozen checkout of one piece. */
  async buyerAtCheckout(productId: string, currency?: Currency): Promise<Buyer> {
    const buyer = await this.buyer(currency);
    const { status, code } = await buyer.checkOut({ productId, quantity: 1 });
    if (status !== 201) throw new Error(`The checkout failed with ${status} ${code}`);
    return buyer;
  }

  /** A buyer who has started a payment. */
  async buyerPaying(productId: string, currency?: Currency): Promise<Buyer> {
    const buyer = await this.buyerAtCheckout(productId, currency);
    const { status, code } = await buyer.begin();
    if (status !== 201) throw new Error(`Starting the payment failed with ${status} ${code}`);
    return buyer;
  }

  /** Expires these checkouts, as if fifteen minutes had passed. */
  async expireCheckouts(...buyers: Buyer[]): Promise<void> {
    await this.#expire({ _id: { $in: buyers.map(({ checkoutId }) => checkoutId!) } });
  }

  /** Kills a part with SIGKILL and starts it again. */
  async killAndRestart(part: Part): Promise<void> {
    await this.shop.part(part).kill();
    await this.shop.part(part).start();
  }

  /** Waits for the buyer's only order. */
  waitForOrder(buyer: Buyer, withinMs = 120_000) {
    return eventually(
      async () => {
        const orders = await buyer.orders();
        if (orders.length !== 1) throw new Error(`${buyer.name} has ${orders.length} orders`);
        return orders[0]!;
      },
      { what: `the order of ${buyer.name}`, withinMs, everyMs: POLL_INTERVAL_MS },
    );
  }

  /** Captured and refunded amounts of this buyer's attempts, from the provider's ledger. */
  async money(buyer: Buyer): Promise<{ captured: number; refunded: number; payments: number }> {
    const orders = new Set(buyer.attempts.map(({ providerOrder }) => providerOrder));
    const captured = await capturedAt(this.shop.sandbox, buyer.provider);
    const ours = captured.filter(({ orderId }) => orders.has(orderId));
    return {
      payments: ours.length,
      captured: ours.reduce((sum, { captured }) => sum + captured, 0),
      refunded: ours.reduce((sum, { refunded }) => sum + refunded, 0),
    };
  }

  mailsTo(buyer: Buyer): Promise<TestMail[]> {
    return mailsIn(this.shop.mailbox, { to: buyer.email });
  }

  /** Injects a failure into the webhooks of a buyer's last attempt. */
  injectWebhookFailure(buyer: Buyer, failure: object): Promise<unknown> {
    return buyer.injectWebhookFailure(buyer.attempts.at(-1)!, failure);
  }

  /** Advances the providers' clock by an hour. */
  async advanceProvidersByHour(buyer: Buyer): Promise<void> {
    await buyer.control('/time', { advanceMs: HOUR_MS + 60_000 });
  }

  /** Waits until all work has settled, and returns discrepancies in the data of all parts. */
  async findDiscrepancies(): Promise<string[]> {
    await fetch(`${this.shop.sandbox}/control/failures`, { method: 'DELETE' });
    await fetch(`${this.shop.sandbox}/control/webhooks/flush`, { method: 'POST' });
    // Open checkouts are abandoned.
    await this.#expire({});
    let discrepancies: string[] = [];
    await eventually(
      async () => {
        const left = await this.books.unsettled();
        discrepancies = [`not settled: ${left}`];
        if (left) return false;
        // A call that its caller gave up may still have begun something since: what is wrong stays wrong.
        discrepancies = await this.#discrepancies();
        return discrepancies.length === 0;
      },
      { withinMs: SETTLED_WITHIN_MS, everyMs: 2 * POLL_INTERVAL_MS },
    ).catch(() => {});
    return discrepancies;
  }

  async #discrepancies(): Promise<string[]> {
    // No one pays by bank transfer here.
    const books = await this.books.read([], { pieces: [], since: new Date(), bank: { ledger: () => [] } });
    // Checks of mails are skipped: the books do not know these buyers, and the tests check mails themselves.
    const known = CHECKS.filter(({ title }) => !title.includes('mail'));
    return known.flatMap(({ title, complaints }) => complaints(books).map(({ text }) => `${title}: ${text}`));
  }

  async #expire(which: Filter<{ _id: string }>): Promise<void> {
    const now = new Date();
    await this.#mongodb
      .db('shop-cart-order')
      .collection<{ _id: string }>('checkouts')
      .updateMany({ ...which, state: { $in: ['reserving', 'frozen'] } }, { $set: { expiresAt: now, dueAt: now } });
  }
}

let started: Promise<FaultShop> | undefined;

/** The shop that all files of a spec share, started by the first that asks. */
export const faultShop = (): Promise<FaultShop> => (started ??= FaultShop.start());

export async function closeFaultShop(): Promise<void> {
  await (await started)?.close();
}
