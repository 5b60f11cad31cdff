import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig, ROOT } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import {
  besideName,
  buildParts,
  type OwnShop,
  type OwnShopOptions,
  type Part,
  type PlayedShop,
  startOwnShop,
} from './own-shop.ts';
import type { Buyer } from './buyer.ts';
import { Bank } from './purchases-bank.ts';
import { Bookkeeper } from './purchases-books.ts';
import { type Books, CHECKS, type Complaint } from './purchases-checks.ts';
import { control, forEachConcurrently, gathering, setInitialStock, settle } from './purchases-play.ts';
import { missingStates } from './purchases-transfer-plan.ts';
import { historyText, type Incident, type Plan, planOf, planText } from './purchases-plan.ts';
import { Shopper, type ShopperContext } from './purchases-shopper.ts';
import { countOf, seedOf } from './seeded.ts';
import { SHORT_DURATIONS } from './short-durations.ts';
import { Visitor } from './visitor.ts';

export const description =
  'Purchases stay consistent under faults: many shoppers, little stock, every provider, parts killed (--histories N, --seed S, --plan)';

const PORT_OFFSET = 900;
const HISTORIES = 200;
const CONCURRENCY = 12;
const SHOWN_COMPLAINTS = 12;

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
    const kill = async (part: Part, downMs: number) => {
      await shop.part(part).kill();
      await wait(downMs);
      await shop.part(part).start();
    };
    allKept = await play(plan, shop, { kill });
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

interface Surroundings {
  /** Kills a part and starts it again. */
  kill?: (part: Part, downMs: number) => Promise<void>;
  /** What goes on beside the histories, until it says who else has bought. */
  alongside?: () => Promise<readonly Buyer[]>;
}

/** Plays the histories of a plan, waits until everything has settled, and prints the promises. @returns whether all were kept */
export async function play(plan: Plan, shop: PlayedShop, { kill, alongside }: Surroundings): Promise<boolean> {
  const books = await Bookkeeper.open(shop);
  let bank: Bank | undefined;
  try {
    const staff = new Visitor(shop);
    await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
    bank = await Bank.open(staff);
    const pieces = await setInitialStock(plan.stock, staff, books);
    const began = Date.now();
    const counted = { pieces, since: new Date(began), bank };
    const incidents = new Incidents(shop, plan.incidents, kill, () => Date.now() - began);
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
    const others = alongside?.() ?? Promise.resolve([]);
    // Awaited below, also when the histories fail.
    others.catch(() => {});
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
    const buyers = await others;
    await bank.setInterestAside();
    const all = [
      ...shoppers,
      ...buyers.map((buyer) => ({ buyer, added: new Map<string, number>(), orderId: undefined })),
    ];
    const { read, unsettled } = await settle(shop, books, () => books.read(all, counted));
    if (unsettled) console.log(`Not settled: ${unsettled}`);
    else console.log(`everything settled after ${seconds(began)}`);
    const kept = printResults(read, shoppers, incidents.notes, shop.folder);
    return printTransfers(await books.transferStates(), plan.histories.length) && kept;
  } finally {
    await bank?.close();
    await books.close();
  }
}

/** Kills and restarts parts according to the plan, while the shoppers shop. */
class Incidents {
  steps = 0;
  kills = 0;
  /** Log for failed runs. */
  readonly notes: string[] = [];
  readonly #shop: PlayedShop;
  readonly #kill: Surroundings['kill'];
  readonly #waiting: Incident[];
  readonly #elapsed: () => number;
  /** One at a time: a dead part cannot be killed. */
  #queue: Promise<void> = Promise.resolve();

  constructor(shop: PlayedShop, incidents: readonly Incident[], kill: Surroundings['kill'], elapsed: () => number) {
    this.#shop = shop;
    this.#kill = kill;
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
    this.notes.push(`${at()} ${incident.kill} is killed`);
    this.kills += 1;
    await this.#kill?.(incident.kill, incident.downMs);
    this.notes.push(`${at()} ${incident.kill} is ready again`);
  }
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

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(0)} s`;
