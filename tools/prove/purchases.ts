import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig, ROOT } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { besideName, buildParts, type OwnShop, type OwnShopOptions, startOwnShop } from './own-shop.ts';
import { allProducts, setStock, withoutSizes } from './staff-products.ts';
import { Bank } from './purchases-bank.ts';
import { Bookkeeper } from './purchases-books.ts';
import { type Books, CHECKS, type Complaint, type ProductStock, type UnfinishedEvents } from './purchases-checks.ts';
import { missingStates } from './purchases-transfer-plan.ts';
import { historyText, type Incident, type Plan, planOf, planText } from './purchases-plan.ts';
import { Shopper, type ShopperContext } from './purchases-shopper.ts';
import { controlSandbox } from './sandbox-control.ts';
import { countOf, seedOf } from './seeded.ts';
import { SHORT_DURATIONS } from './short-durations.ts';
import { Visitor } from './visitor.ts';

export const description =
  'Purchases stay consistent under faults: many shoppers, little stock, every provider, parts killed (--histories N, --seed S, --plan)';

const PORT_OFFSET = 900;
const HISTORIES = 200;
const CONCURRENCY = 12;
const SETTLED_WITHIN_MS = 180_000;
/** Clock advance at the end, so that webhooks delayed by an hour arrive. */
const SANDBOX_AHEAD_MS = 2 * 3_600_000;
const SHOWN_COMPLAINTS = 12;
/** One of them may not have been able to register. */
const GATHER_WITHIN_MS = 30_000;

/** Long enough to pay, short enough to see unpaid checkouts expire. */
const CHECKOUT_LIFETIME = '15s';

/** How the shop is started: under which folder and ports, and what runs beside it. */
export interface Stage {
  name: string;
  portOffset: number;
  beside?: OwnShopOptions['beside'];
}

/**
 * `--histories N`, `--seed S` (random by default); `--plan` only prints the plan, `--as-built` builds nothing.
 * @returns whether every promise was kept.
 */
export async function run(
  args: string[],
  { name, portOffset, beside }: Stage = { name: 'prove-purchases', portOffset: PORT_OFFSET },
): Promise<boolean> {
  const { histories, seed, planOnly, asBuilt } = argumentsOf(args);
  const plan = planOf({ seed, histories });
  if (planOnly) {
    console.log(planText(plan));
    return true;
  }
  console.log(
    `seed ${seed}, ${plan.histories.length} histories, ${plan.stock.length} pieces, ${plan.incidents.length} incidents`,
  );
  if (!asBuilt) await buildParts();
  const shop = await startOwnShop({
    name,
    ports: portsFrom(readConfig().SHOP_PORT_BASE + portOffset),
    environment: { ...SHORT_DURATIONS, CHECKOUT_LIFETIME },
    // About a third of them have no size.
    products: 8 * plan.stock.length,
    ...(beside && { beside }),
  });
  let allKept = false;
  try {
    allKept = await play(plan, shop);
    if (beside) allKept = bothAnswered(shop, beside.services) && allKept;
  } finally {
    await shop.close({ keepLogs: !allKept });
  }
  if (!allKept)
    console.log(
      `Reproduce with: npm run prove -- ${name.replace('prove-', '')} --histories ${histories} --seed ${seed}`,
    );
  return allKept;
}

/** Whether requests were divided between the two versions of each service, by their logs. */
function bothAnswered(shop: OwnShop, services: readonly string[]): boolean {
  const answeredBy = (name: string) => {
    const log = fs.readFileSync(path.join(shop.folder, 'logs', `${name.replaceAll(' ', '-')}.log`), 'utf8');
    return log.split('\n').filter((line) => line.includes('"msg":"request"')).length;
  };
  const counts = services.map((name) => ({ name, here: answeredBy(name), beside: answeredBy(besideName(name)) }));
  const isMet = counts.every(({ here, beside }) => here > 0 && beside > 0);
  const figures = counts.map(({ name, here, beside }) => `${name} ${here} and ${beside}`).join(', ');
  console.log(`${isMet ? '✓' : '✗'} both versions of each service answered: ${figures}`);
  return isMet;
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
      seed: { type: 'string' },
      plan: { type: 'boolean', default: false },
      'as-built': { type: 'boolean', default: false },
    },
  });
  const histories = countOf('--histories', values.histories);
  return { histories, seed: seedOf(values.seed), planOnly: values.plan, asBuilt: values['as-built'] };
}

async function play(plan: Plan, shop: OwnShop): Promise<boolean> {
  const books = await Bookkeeper.open(shop);
  let bank: Bank | undefined;
  try {
    const staff = new Visitor(shop);
    await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
    bank = await Bank.open(staff);
    const pieces = await setInitialStock(plan, staff, books);
    const began = Date.now();
    const counted = { pieces, since: new Date(began), bank };
    const incidents = new Incidents(shop, plan.incidents, () => Date.now() - began);
    const context: ShopperContext = {
      shop,
      staff,
      bank,
      pieces: pieces.map(({ productId }) => productId),
      gather: gathering(),
      onStep: () => incidents.onStep(),
      elapsed: () => Date.now() - began,
    };
    const shoppers = plan.histories.map((history) => new Shopper(context, history));
    const mails = setInterval(() => void books.collectMails().catch(() => {}), 5_000);
    const progress = setInterval(
      () => console.log(`… ${incidents.steps} steps started, ${incidents.kills} parts killed`),
      20_000,
    );
    try {
      await forEachConcurrently(shoppers, CONCURRENCY, (shopper) => shopper.play());
      await incidents.finish();
    } finally {
      clearInterval(mails);
      clearInterval(progress);
    }
    console.log(`all histories played after ${seconds(began)}, ${incidents.kills} parts killed`);
    await bank.setInterestAside();
    const { read, unsettled } = await settle(shop, books, () => books.read(shoppers, counted));
    if (unsettled) console.log(`Not settled: ${unsettled}`);
    else console.log(`everything settled after ${seconds(began)}`);
    const kept = printResults(read, shoppers, incidents.notes, shop.folder);
    return printTransfers(await books.transferStates(), plan.histories.length) && kept;
  } finally {
    await bank?.close();
    await books.close();
  }
}

/** Sets the stock of as many products as the plan has pieces, through the staff API. */
async function setInitialStock(plan: Plan, staff: Visitor, books: Bookkeeper) {
  const products = withoutSizes(await allProducts(staff)).slice(0, plan.stock.length);
  if (products.length < plan.stock.length) throw new Error('The demo data have too few products for this plan');
  for (const [index, product] of products.entries()) await setStock(staff, product, plan.stock[index]!);
  const all = await books.stock();
  return products.map(
    ({ _id: productId }) => ({ productId, initial: all.get(productId)! }) satisfies Partial<ProductStock>,
  );
}

/** A meeting point per piece. The last one, or the end of patience for one that is missing, lets all go on at the same moment. */
function gathering(): ShopperContext['gather'] {
  const meetings = new Map<number, PromiseWithResolvers<void> & { arrived: number }>();
  return async (piece, shoppers) => {
    const meeting = meetings.get(piece) ?? { ...Promise.withResolvers<void>(), arrived: 0 };
    meetings.set(piece, meeting);
    meeting.arrived += 1;
    if (meeting.arrived === shoppers) meeting.resolve();
    await Promise.race([meeting.promise, wait(GATHER_WITHIN_MS, undefined, { ref: false })]);
  };
}

/** Kills and restarts parts according to the plan, while the shoppers shop. */
class Incidents {
  steps = 0;
  kills = 0;
  /** Log for failed runs. */
  readonly notes: string[] = [];
  readonly #shop: OwnShop;
  readonly #waiting: Incident[];
  readonly #elapsed: () => number;
  /** One at a time: a dead part cannot be killed. */
  #queue: Promise<void> = Promise.resolve();

  constructor(shop: OwnShop, incidents: readonly Incident[], elapsed: () => number) {
    this.#shop = shop;
    this.#waiting = [...incidents];
    this.#elapsed = elapsed;
  }

  onStep(): void {
    this.steps += 1;
    while (this.#waiting[0] && this.#waiting[0].afterSteps <= this.steps) this.#enqueue(this.#waiting.shift()!);
  }

  /** Plays the remaining incidents, then restores all parts and the capture setting. */
  async finish(): Promise<void> {
    for (const incident of this.#waiting.splice(0)) this.#enqueue(incident);
    this.#enqueue({ afterSteps: this.steps, razorpayCaptures: 'automatic' });
    await this.#queue;
  }

  #enqueue(incident: Incident): void {
    this.#queue = this.#queue.then(() => this.#apply(incident));
  }

  async #apply(incident: Incident): Promise<void> {
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
    this.notes.push(`${at()} ${incident.kill} is ready again`);
  }
}

/**
 * Waits until everything has settled, and reads the records while nothing moves: payments and disputes that are watched move again
 * every few seconds. On timeout `unsettled` says what still moves.
 */
async function settle(
  shop: OwnShop,
  books: Bookkeeper,
  read: () => Promise<Books>,
): Promise<{ read: Books; unsettled: string }> {
  await fetch(`${shop.sandbox}/control/failures`, { method: 'DELETE' });
  const unsettled = () => books.unsettled().catch((error: Error) => error.message);
  const end = Date.now() + SETTLED_WITHIN_MS;
  // Webhooks of the last refunds are delayed too: advance again after everything else has settled.
  for (let ahead = 0; ;) {
    const left = await unsettled();
    if (left === '' && ahead > 0) {
      const quiet = await read();
      if (!isMoving(quiet.events) && (await unsettled()) === '') return { read: quiet, unsettled: '' };
    }
    if (Date.now() > end) return { read: await read(), unsettled: left };
    if (ahead === 0 || /^\d+ undelivered webhooks$/.test(left)) {
      await control(shop, '/time', { advanceMs: SANDBOX_AHEAD_MS });
      ahead += 1;
    }
    await wait(1_000);
  }
}

const isMoving = ({ outboxes, queues, unprocessed, webhooks }: UnfinishedEvents): boolean =>
  webhooks > 0 || unprocessed.length > 0 || [...outboxes, ...queues].some(({ waiting }) => waiting > 0);

async function control(shop: OwnShop, call: string, body: object): Promise<void> {
  const response = await controlSandbox(shop.sandbox, call, body);
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${call}`);
}

/** Prints the promises with their evidence. @returns whether all were kept */
function printResults(
  books: Books,
  shoppers: readonly Shopper[],
  incidents: readonly string[],
  folder: string,
): boolean {
  const byUser = new Map(shoppers.map((shopper) => [shopper.buyer.userId, shopper]));
  const broken = new Set<Shopper>();
  let allKept = true;
  for (const { title, complaints } of CHECKS) {
    const found: Complaint[] = complaints(books);
    console.log(`${found.length === 0 ? '✓' : '✗'} ${title}`);
    if (found.length > 0) allKept = false;
    for (const { text, userId } of found.slice(0, SHOWN_COMPLAINTS)) {
      const shopper = userId === undefined ? undefined : byUser.get(userId);
      if (shopper) broken.add(shopper);
      console.log(`    ${text}${shopper ? ` (history #${shopper.history.number})` : ''}`);
    }
    if (found.length > SHOWN_COMPLAINTS) console.log(`    … and ${found.length - SHOWN_COMPLAINTS} more`);
  }
  console.log(summary(books));
  if (allKept) return true;
  for (const { history, notes, buyer } of broken) {
    console.log(`\n${historyText(history)}\n  ${buyer.email}\n${notes.map((note) => `  ${note}`).join('\n')}`);
  }
  const story = shoppers.map(({ history, notes }) =>
    [historyText(history), ...notes.map((note) => `  ${note}`)].join('\n'),
  );
  const file = path.join(folder, 'logs/histories.txt');
  fs.writeFileSync(file, [...incidents, '', ...story].join('\n'));
  console.log(`\nIncidents and all histories: ${path.relative(ROOT, file)}; the parts' logs are next to it.`);
  return false;
}

/** @returns whether every state of transfers was reached, and nothing is left to be decided */
function printTransfers(reached: ReadonlyMap<string, number>, histories: number): boolean {
  const missing = missingStates(histories, reached);
  console.log(`${missing.length === 0 ? '✓' : '✗'} transfers reach every state`);
  for (const text of missing) console.log(`    ${text}`);
  console.log(`    ${[...reached].map(([state, count]) => `${count} ${state}`).join(', ')}`);
  return missing.length === 0;
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
    `${ledger.length} captures at the providers, ${refunded} of them refunded in full or in part; ` +
      `refunds: ${states(payments.flatMap(({ refunds }) => refunds))}; ${mails.length} mails`,
  ].join('\n');
}

/** Runs `work` on all items with limited concurrency. */
async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(0)} s`;
