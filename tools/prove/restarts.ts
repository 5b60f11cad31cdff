import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually } from '@shop/test-kit';
import { sandboxUrl } from '../../infra/run/programs.ts';
import { Buyer } from './buyer.ts';
import { PageVisitor } from './pages-visitor.ts';
import { allProducts, setStock, withoutSizes } from './staff-products.ts';
import { type Reply, Visitor } from './visitor.ts';
import { startWholeShop, type WholeShop } from './whole-shop.ts';

export const description =
  'Restarts of every part under a steady load: no read, page, cart or checkout fails (--rounds N)';

const PORT_OFFSET = 1_500;
const PARTS = ['catalog', 'identity', 'cart-order', 'payment', 'content', 'gateway', 'shell', 'edge'];
const AMPLE_STOCK = 100_000;
/** Load before and after each restart. */
const STEADY_MS = 3_000;
const ORDER_WITHIN_MS = 60_000;

/** The limit per account is for people, who pay a few times a day. */
const FEW_BUY_OFTEN = { LIMIT_PAYMENT: '1000' };

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

class Load {
  tally = new Tally();
  /** Payments that were confirmed to their buyers. */
  paid: { buyer: Buyer; paymentId: string }[] = [];
  readonly #buyers: Buyer[];
  readonly #pages: PageVisitor[];
  readonly #pieces: string[];
  #number = 0;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(buyers: Buyer[], pages: PageVisitor[], pieces: string[]) {
    this.#buyers = buyers;
    this.#pages = pages;
    this.#pieces = pieces;
  }

  start(): void {
    const people = KINDS.flatMap((kind) =>
      Array.from({ length: LOAD[kind].people }, (_, index) => this.#go(kind, index)),
    );
    this.#running = Promise.all(people);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
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
    const { visitor } = this.#buyers[index % this.#buyers.length]!;
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
    const { visitor } = this.#buyers[index]!;
    const added = await this.#ask('cart', visitor, '/cart', { productId: this.#piece(), quantity: 1 }, 201);
    const line = `/cart/${added.body?.cartItem?._id}`;
    if (added.status !== 201) return;
    const changed = await visitor.ask(line, { method: 'PUT', body: { quantity: 2 }, retryForMs: 0 });
    this.tally.count('cart', 'PUT /cart', 200, changed);
    const removed = await visitor.ask(line, { method: 'DELETE', retryForMs: 0 });
    this.tally.count('cart', 'DELETE /cart', 200, removed);
  }

  async checkout(index: number): Promise<void> {
    const buyer = this.#buyers[LOAD.cart.people + index]!;
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

/** @returns whether nothing failed and every payment has its order */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '1' } } });
  const shop = await startWholeShop({ name: 'prove-restarts', portOffset: PORT_OFFSET, environment: FEW_BUY_OFTEN });
  try {
    const load = await prepare(shop);
    load.start();
    let met = await judge(load, 'nothing', () => wait(2 * STEADY_MS));
    for (let round = 0; round < Number(values.rounds); round++)
      for (const part of PARTS) met = (await judge(load, part, () => shop.command('restart.ts', part))) && met;
    await load.stop();
    return (await everyPaymentHasItsOrder(load)) && met;
  } finally {
    await shop.stop();
  }
}

async function prepare({ state, ports }: WholeShop): Promise<Load> {
  const addresses = { url: state.url, origin: new URL(state.url).origin, mailbox: state.mailbox };
  const staff = new Visitor(addresses);
  await staff.signIn(state.admin.email, state.admin.password);
  const pieces = withoutSizes(await allProducts(staff)).slice(0, 10);
  for (const piece of pieces) await setStock(staff, piece, AMPLE_STOCK);
  const buyers: Buyer[] = [];
  for (let number = 1; number <= BUYERS; number++) {
    const sandbox = sandboxUrl(ports).replace('localhost', '127.0.0.1');
    buyers.push(await new Buyer({ ...addresses, sandbox }, { name: `Restart ${number} of ${process.pid}` }).register());
  }
  const pages = Array.from(
    { length: LOAD.page.people },
    (_, index) => new PageVisitor(state.url, `127.0.3.${index + 1}`),
  );
  return new Load(
    buyers,
    pages,
    pieces.map(({ _id }) => _id),
  );
}

/** Prints what failed while `what` happened. */
async function judge(load: Load, part: string, what: () => Promise<unknown>): Promise<boolean> {
  load.tally = new Tally();
  await wait(STEADY_MS);
  const began = Date.now();
  await what();
  const took = ((Date.now() - began) / 1000).toFixed(1);
  await wait(STEADY_MS);
  const { asked, failures } = load.tally;
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  const figures = KINDS.map((kind) => `${kind} ${asked[kind] ?? 0}`).join(', ');
  console.log(`${failed === 0 ? '✓' : '✗'} restart of ${part}: ${failed} failed of ${figures}; ${took} s`);
  for (const [failure, count] of failures) console.log(`    ${count} × ${failure}`);
  return failed === 0;
}

async function everyPaymentHasItsOrder({ paid }: Load): Promise<boolean> {
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
