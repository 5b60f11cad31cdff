import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig, ROOT } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { buildParts, type OwnShop, startOwnShop } from './own-shop.ts';
import { allProducts, setStock, withoutSizes } from './pieces.ts';
import { Bookkeeper } from './purchases-books.ts';
import { type Books, CHECKS, type Complaint, type Piece } from './purchases-checks.ts';
import { historyText, type Incident, type Plan, planOf, planText } from './purchases-plan.ts';
import { Shopper, type World } from './purchases-shopper.ts';
import { SHORT_DURATIONS } from './short-durations.ts';
import { Visitor } from './visitor.ts';

export const description =
  'Purchases come out right whatever happens: many shoppers, few pieces, both providers, parts killed in between (--histories N, --seed S, --plan)';

const PORT_OFFSET = 900;
const HISTORIES = 200;
const AT_ONCE = 12;
const SETTLED_WITHIN_MS = 180_000;
/** Moved on by this at the end, so that what comes an hour late comes. */
const SANDBOX_AHEAD_MS = 2 * 3_600_000;
const SHOWN_COMPLAINTS = 12;

/** Long enough to pay; who does not is to be seen expiring. */
const CHECKOUT_LIFETIME = '15s';

/**
 * `--histories N`, `--seed S` (a new one unless given); `--plan` only prints the plan, `--as-built` builds nothing. Answers
 * whether every promise was kept.
 */
export async function run(args: string[]): Promise<boolean> {
  const { histories, seed, planOnly, asBuilt } = argumentsOf(args);
  const plan = planOf({ seed, histories });
  if (planOnly) {
    console.log(planText(plan));
    return true;
  }
  console.log(`seed ${seed}, ${histories} histories, ${plan.stock.length} pieces, ${plan.incidents.length} incidents`);
  if (!asBuilt) await buildParts();
  const shop = await startOwnShop({
    name: 'prove-purchases',
    ports: portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET),
    environment: { ...SHORT_DURATIONS, CHECKOUT_LIFETIME },
    // About a third of them come without a size.
    products: 8 * plan.stock.length,
  });
  let kept = false;
  try {
    kept = await play(plan, shop);
  } finally {
    await shop.close({ keepLogs: !kept });
  }
  if (!kept) console.log(`Again by: npm run prove -- purchases --histories ${histories} --seed ${seed}`);
  return kept;
}

function argumentsOf(args: string[]): {
  histories: number;
  seed: number;
  planOnly: boolean;
  asBuilt: boolean;
} {
  const { values } = parseArgs({
    args,
    options: {
      histories: { type: 'string', default: String(HISTORIES) },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      plan: { type: 'boolean', default: false },
      'as-built': { type: 'boolean', default: false },
    },
  });
  const [histories, seed] = [Number(values.histories), Number(values.seed)];
  if (!Number.isInteger(histories) || histories < 1) throw new Error('--histories is a whole number from 1');
  if (!Number.isInteger(seed)) throw new Error('--seed is a whole number');
  return { histories, seed, planOnly: values.plan, asBuilt: values['as-built'] };
}

async function play(plan: Plan, shop: OwnShop): Promise<boolean> {
  const books = await Bookkeeper.open(shop);
  try {
    const staff = new Visitor(shop);
    await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
    const pieces = await stockUp(plan, staff, books);
    const began = Date.now();
    const incidents = new Incidents(shop, plan.incidents, () => Date.now() - began);
    const world: World = {
      shop,
      staff,
      pieces: pieces.map(({ productId }) => productId),
      stepBegins: () => incidents.stepBegins(),
      elapsed: () => Date.now() - began,
    };
    const shoppers = plan.histories.map((history) => new Shopper(world, history));
    const mails = setInterval(() => void books.collectMails().catch(() => {}), 5_000);
    const progress = setInterval(
      () => console.log(`… ${incidents.steps} steps begun, ${incidents.kills} parts killed`),
      20_000,
    );
    try {
      await inTurns(shoppers, AT_ONCE, (shopper) => shopper.play());
      await incidents.over();
    } finally {
      clearInterval(mails);
      clearInterval(progress);
    }
    console.log(`all histories were lived after ${seconds(began)}, ${incidents.kills} parts killed in between`);
    const unsettled = await settle(shop, books);
    if (unsettled) console.log(`Not settled: ${unsettled}`);
    else console.log(`all has settled after ${seconds(began)}`);
    const read = await books.read(shoppers, pieces);
    return judge(read, shoppers, incidents.notes, shop.folder);
  } finally {
    await books.close();
  }
}

/** Gives as many products as the plan has pieces their stock, by the call that staff use. */
async function stockUp(plan: Plan, staff: Visitor, books: Bookkeeper) {
  const products = withoutSizes(await allProducts(staff)).slice(0, plan.stock.length);
  if (products.length < plan.stock.length) throw new Error('The demo data have too few products for this plan');
  for (const [index, product] of products.entries()) await setStock(staff, product, plan.stock[index]!);
  const all = await books.stock();
  return products.map(({ _id: productId }) => ({ productId, began: all.get(productId)! }) satisfies Partial<Piece>);
}

/** Kills parts and starts them again, as the plan says, while the shoppers shop. */
class Incidents {
  steps = 0;
  kills = 0;
  /** For the one who reads a failed run. */
  readonly notes: string[] = [];
  readonly #shop: OwnShop;
  readonly #waiting: Incident[];
  readonly #elapsed: () => number;
  /** One part after the other: what is dead already cannot be killed. */
  #queue: Promise<void> = Promise.resolve();

  constructor(shop: OwnShop, incidents: readonly Incident[], elapsed: () => number) {
    this.#shop = shop;
    this.#waiting = [...incidents];
    this.#elapsed = elapsed;
  }

  stepBegins(): void {
    this.steps += 1;
    while (this.#waiting[0] && this.#waiting[0].afterSteps <= this.steps) this.#happens(this.#waiting.shift()!);
  }

  /** Those that were left too: then every part runs and the money is taken as it was at first. */
  async over(): Promise<void> {
    for (const incident of this.#waiting.splice(0)) this.#happens(incident);
    this.#happens({ afterSteps: this.steps, razorpayCaptures: 'automatic' });
    await this.#queue;
  }

  #happens(incident: Incident): void {
    this.#queue = this.#queue.then(() => this.#do(incident));
  }

  async #do(incident: Incident): Promise<void> {
    const at = () => `${(this.#elapsed() / 1000).toFixed(1)} s`;
    if ('razorpayCaptures' in incident) {
      await control(this.#shop, '/razorpay/settings', { capture: incident.razorpayCaptures });
      this.notes.push(`${at()} Razorpay captures ${incident.razorpayCaptures}`);
      return;
    }
    const part = this.#shop.part(incident.kill);
    this.notes.push(`${at()} ${incident.kill} is killed`);
    await part.kill();
    this.kills += 1;
    await wait(incident.downMs);
    await part.start();
    this.notes.push(`${at()} ${incident.kill} serves again`);
  }
}

/** Waits until nothing is left to be done; answers what still is when it takes too long. */
async function settle(shop: OwnShop, books: Bookkeeper): Promise<string> {
  await fetch(`${shop.sandbox}/control/failures`, { method: 'DELETE' });
  const end = Date.now() + SETTLED_WITHIN_MS;
  // Webhooks of the last refunds are late too: once more when all else is done.
  for (let ahead = 0; ;) {
    const left = await books.unsettled().catch((error: Error) => error.message);
    if (left === '' && ahead > 0) return '';
    if (Date.now() > end) return left;
    const onlyWebhooks = left === '' || /^\d+ webhooks to come$/.test(left);
    if (onlyWebhooks || ahead === 0) {
      await control(shop, '/time', { advanceMs: SANDBOX_AHEAD_MS });
      ahead += 1;
    }
    await wait(1_000);
  }
}

async function control(shop: OwnShop, call: string, body: object): Promise<void> {
  const response = await fetch(`${shop.sandbox}/control${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${call}`);
}

/** Prints the promises with what was seen. Answers whether all were kept. */
function judge(books: Books, shoppers: readonly Shopper[], incidents: readonly string[], folder: string): boolean {
  const byUser = new Map(shoppers.map((shopper) => [shopper.buyer.userId, shopper]));
  const broken = new Set<Shopper>();
  let kept = true;
  for (const { title, complaints } of CHECKS) {
    const found: Complaint[] = complaints(books);
    console.log(`${found.length === 0 ? '✓' : '✗'} ${title}`);
    if (found.length > 0) kept = false;
    for (const { text, userId } of found.slice(0, SHOWN_COMPLAINTS)) {
      const shopper = userId === undefined ? undefined : byUser.get(userId);
      if (shopper) broken.add(shopper);
      console.log(`    ${text}${shopper ? ` (history #${shopper.history.number})` : ''}`);
    }
    if (found.length > SHOWN_COMPLAINTS) console.log(`    … and ${found.length - SHOWN_COMPLAINTS} more`);
  }
  console.log(summary(books));
  if (kept) return true;
  for (const { history, notes, buyer } of broken) {
    console.log(`\n${historyText(history)}\n  ${buyer.email}\n${notes.map((note) => `  ${note}`).join('\n')}`);
  }
  const story = shoppers.map(({ history, notes }) =>
    [historyText(history), ...notes.map((note) => `  ${note}`)].join('\n'),
  );
  const file = path.join(folder, 'logs/histories.txt');
  fs.writeFileSync(file, [...incidents, '', ...story].join('\n'));
  console.log(
    `\nWhat was killed when, and every history: ${path.relative(ROOT, file)}; the parts' logs lie beside it.`,
  );
  return false;
}

function summary({ orders, checkouts, payments, ledger, mails }: Books): string {
  const states = (of: readonly { state: string }[]) => {
    const counts = new Map<string, number>();
    for (const { state } of of) counts.set(state, (counts.get(state) ?? 0) + 1);
    return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
  };
  const refunded = ledger.filter((entry) => entry.refunded > 0).length;
  return [
    `${orders.length} orders, of which ${orders.filter(({ status }) => status === 'Cancelled').length} cancelled; ` +
      `checkouts: ${states(checkouts)}; payments: ${states(payments)}`,
    `${ledger.length} captures at the providers, ${refunded} of them paid back in whole or part; ` +
      `refunds: ${states(payments.flatMap(({ refunds }) => refunds))}; ${mails.length} mails`,
  ].join('\n');
}

/** So many at a time. */
async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(0)} s`;
