import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '@shop/test-kit';
import { Buyer } from './buyer.ts';
import { PageVisitor } from './pages-visitor.ts';
import { allProducts, setStock, withoutSizes } from './staff-products.ts';
import { type Reply, Visitor } from './visitor.ts';

const AMPLE_STOCK = 100_000;
/** Load before and after each event. */
export const STEADY_MS = 3_000;
const ORDER_WITHIN_MS = 60_000;

/** The limit per account is for people, who pay a few times a day. */
export const FEW_BUY_OFTEN = { LIMIT_PAYMENT: '1000' };

/** How many do it at the same time, and how often each. Together below the limits of one address. */
const LOAD = {
  read: { people: 8, everyMs: 1_000 },
  page: { people: 3, everyMs: 1_000 },
  cart: { people: 2, everyMs: 2_000 },
  checkout: { people: 2, everyMs: 4_000 },
} as const;
type Kind = keyof typeof LOAD;
const KINDS = Object.keys(LOAD) as Kind[];
/** A registration needs a code, of which one address gets few. */
const BUYERS = LOAD.cart.people + LOAD.checkout.people;

/** What was asked since the last look, and what failed. */
class Tally {
  asked: Partial<Record<Kind, number>> = {};
  failures = new Map<string, number>();

  count(kind: Kind, what: string, expected: number, { status, code }: Pick<Reply, 'status' | 'code'>): void {
    this.asked[kind] = (this.asked[kind] ?? 0) + 1;
    if (status === expected) return;
    const failure = `${what} answered ${status} ${code}`;
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
  }
}

/** People who read, open pages, fill carts and buy at a steady rate. */
export class Load {
  tally = new Tally();
  /** Payments that were confirmed to their buyers. */
  paid: { buyer: Buyer; paymentId: string }[] = [];
  readonly buyers: readonly Buyer[];
  readonly #pages: PageVisitor[];
  readonly #pieces: string[];
  #number = 0;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(buyers: readonly Buyer[], pages: PageVisitor[], pieces: string[]) {
    this.buyers = buyers;
    this.#pages = pages;
    this.#pieces = pieces;
  }

  start(): void {
    const people = KINDS.flatMap((kind) =>
      Array.from({ length: LOAD[kind].people }, (_, index) => this.#go(kind, index)),
    );
    this.#running = Promise.all(people);
  }

  /** Carts are empty then, as at the start. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    for (const { visitor } of this.buyers) {
      const { body } = await visitor.ask('/cart');
      for (const { _id } of (body?.cart ?? []) as { _id: string }[])
        await visitor.ask(`/cart/${_id}`, { method: 'DELETE' });
    }
  }

  async #go(kind: Kind, index: number): Promise<void> {
    const { people, everyMs } = LOAD[kind];
    await wait((index / people) * everyMs);
    while (!this.#isOver) {
      const next = wait(everyMs);
      await this[kind](index);
      await next;
    }
  }

  /** By signed-in people, of every service that answers them; never from a cache. */
  async read(index: number): Promise<void> {
    const { visitor } = this.buyers[index % this.buyers.length]!;
    const paths = [`/search?q=ring%20${++this.#number}`, '/me', '/cart', '/orders/my-orders'];
    await this.#ask('read', visitor, paths[this.#number % paths.length]!);
  }

  async page(index: number): Promise<void> {
    const href = `/search?q=gold%20ring&n=${++this.#number}`;
    const reader = this.#pages[index]!;
    const { status } = await reader.open(href).catch(() => ({ status: 0 }));
    this.tally.count('page', 'a page', 200, { status, code: '' });
  }

  async cart(index: number): Promise<void> {
    const { visitor } = this.buyers[index]!;
    const added = await this.#ask('cart', visitor, '/cart', { productId: this.#piece(), quantity: 1 }, 201);
    const line = `/cart/${added.body?.cartItem?._id}`;
    if (added.status !== 201) return;
    const changed = await visitor.ask(line, { method: 'PUT', body: { quantity: 2 }, retryForMs: 0 });
    this.tally.count('cart', 'PUT /cart', 200, changed);
    const removed = await visitor.ask(line, { method: 'DELETE', retryForMs: 0 });
    this.tally.count('cart', 'DELETE /cart', 200, removed);
  }

  async checkout(index: number): Promise<void> {
    const buyer = this.buyers[LOAD.cart.people + index]!;
    const frozen = await buyer.checkOut({ productId: this.#piece(), quantity: 1 }, { retryForMs: 0 });
    this.tally.count('checkout', 'POST /checkout', 201, frozen);
    if (frozen.status !== 201) return;
    const { visitor, checkoutId } = buyer;
    const begun = await this.#ask('checkout', visitor, '/payment/create-order', { checkoutId }, 201);
    if (begun.status !== 201) return;
    buyer.attempts.push({ providerOrder: begun.body.order.id });
    await buyer.pay();
    const returned = await this.#ask('checkout', visitor, '/payment/verify', buyer.attempts.at(-1)!.proof!);
    const paymentId = buyer.attempts.at(-1)!.proof!['razorpay_payment_id']!;
    if (returned.status === 200) this.paid.push({ buyer, paymentId });
  }

  #piece(): string {
    return this.#pieces[++this.#number % this.#pieces.length]!;
  }

  /** Once: a page would ask again, and hide the failure. */
  async #ask(kind: Kind, visitor: Visitor, path: string, body?: object, expected = 200): Promise<Reply> {
    const reply = body
      ? await visitor.create(path, body, { retryForMs: 0 })
      : await visitor.ask(path, { retryForMs: 0 });
    this.tally.count(kind, `${body ? 'POST' : 'GET'} ${path.replace(/\?.*/, '')}`, expected, reply);
    return reply;
  }
}

/** Where the shop is, and whom its staff sign in as. */
export interface LoadedShop {
  url: string;
  origin: string;
  mailbox: string;
  sandbox: string;
  admin: { email: string; password: string };
  /** The addresses of readers of pages, which the edge's limits count; by default they have that of this machine. */
  readersFrom?: string;
}

/** Registers people and gives the pieces that they want ample stock: the last ones, which other shoppers leave alone. */
export async function prepareLoad(shop: LoadedShop): Promise<Load> {
  const staff = new Visitor(shop);
  await staff.signIn(shop.admin.email, shop.admin.password);
  const pieces = withoutSizes(await allProducts(staff)).slice(-10);
  for (const piece of pieces) await setStock(staff, piece, AMPLE_STOCK);
  const buyers: Buyer[] = [];
  for (let number = 1; number <= BUYERS; number++)
    buyers.push(await new Buyer(shop, { name: `Steady ${number} of ${process.pid}` }).register());
  const pages = Array.from(
    { length: LOAD.page.people },
    (_, index) => new PageVisitor(shop.url, shop.readersFrom && `${shop.readersFrom}.${index + 1}`),
  );
  return new Load(
    buyers,
    pages,
    pieces.map(({ _id }) => _id),
  );
}

/** Prints what failed while `what` happened. @returns whether nothing did */
export async function judge(load: Load, event: string, what: () => Promise<unknown>): Promise<boolean> {
  load.tally = new Tally();
  await wait(STEADY_MS);
  const began = Date.now();
  await what();
  const took = ((Date.now() - began) / 1000).toFixed(1);
  await wait(STEADY_MS);
  const { asked, failures } = load.tally;
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const figures = KINDS.map((kind) => `${kind} ${asked[kind] ?? 0}`).join(', ');
  console.log(`${failed === 0 ? '✓' : '✗'} ${event}: ${failed} failed of ${figures}; ${took} s`);
  for (const [failure, count] of failures) console.log(`    ${count} × ${failure}`);
  return failed === 0;
}

export async function everyPaymentHasItsOrder({ paid }: Load): Promise<boolean> {
  let orders = 0;
  for (const { buyer, paymentId } of paid) {
    const { status } = await eventually(
      async () => {
        const reply = await buyer.orderOf(paymentId);
        return reply.status < 300 && reply;
      },
      { withinMs: ORDER_WITHIN_MS, everyMs: 100, what: `the order of ${paymentId}` },
    );
    if (status < 300) orders++;
  }
  const isMet = paid.length > 0 && orders === paid.length;
  console.log(`${isMet ? '✓' : '✗'} ${orders} orders of ${paid.length} payments`);
  return isMet;
}
