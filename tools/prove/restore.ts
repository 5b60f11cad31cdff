import path from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { eventually } from '@shop/test-kit';
import { MongoClient } from 'mongodb';
import { machineEnvironment, readConfig, ROOT, RUN_FOLDER } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { readJson } from '../../infra/run/files.ts';
import type { Secrets } from '../../infra/run/secrets.ts';
import { buildParts, type OwnShop, startOwnShop } from './own-shop.ts';
import { Bank } from './purchases-bank.ts';
import { Bookkeeper } from './purchases-books.ts';
import { type Books, CHECKS } from './purchases-checks.ts';
import { forEachConcurrently, gathering, setInitialStock, settle } from './purchases-play.ts';
import { type History, type Plan, planOf } from './purchases-plan.ts';
import { Shopper, type ShopperContext } from './purchases-shopper.ts';
import { capturedAt } from './sandbox-control.ts';
import { countOf, seedOf } from './seeded.ts';
import { SHORT_DURATIONS } from './short-durations.ts';
import { Visitor } from './visitor.ts';

export const description =
  'A backup taken while shoppers buy, restored into an empty shop: every promise of `purchases` is kept (--histories N, --seed S)';

const PORT_OFFSET = 1_700;
const HISTORIES = 60;
const CONCURRENCY = 12;
const CHECKOUT_LIFETIME = '15s';
const SHOWN_COMPLAINTS = 12;
/** Of those who shopped before the backup: they sign in again and look for their orders. */
const RETURNING = 5;
/** Less than the time after which a payment that was looked at is looked at again. */
const ASKED_WITHIN_MS = 10 * 60_000;
/** The default of `npm run restore`. */
const SKIPPED_NUMBERS = 1_000;

/** @returns whether every promise was kept. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      histories: { type: 'string', default: String(HISTORIES) },
      seed: { type: 'string' },
      'as-built': { type: 'boolean', default: false },
    },
  });
  const histories = countOf('--histories', values.histories);
  const seed = seedOf(values.seed);
  console.log(`seed ${seed}, ${histories} histories before the backup, while it is taken, and after the restore`);
  if (!values['as-built']) await buildParts();
  const [before, during, after] = [0, 1, 2].map((wave) => waveOf(seed, histories, wave)) as [Plan, Plan, Plan];
  const shop = await startOwnShop({
    name: 'prove-restore',
    ports: portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET),
    environment: { ...SHORT_DURATIONS, CHECKOUT_LIFETIME },
    // About a third of them have no size.
    products: 8 * [before, during, after].reduce((sum, { stock }) => sum + stock.length, 0),
  });
  let allKept = false;
  try {
    allKept = await play(shop, { before, during: { ...during, histories: withoutTransfers(during.histories) }, after });
  } finally {
    await shop.close({ keepLogs: !allKept });
  }
  if (!allKept) console.log(`Reproduce with: npm run prove -- restore --histories ${histories} --seed ${seed}`);
  return allKept;
}

/** Shoppers of their own in each wave. */
function waveOf(seed: number, histories: number, wave: number): Plan {
  const plan = planOf({ seed: seed + wave, histories });
  const renumbered = plan.histories.map((history) => ({ ...history, number: 10_000 * wave + history.number }));
  return { ...plan, histories: renumbered };
}

/** What staff did at the bank after the moment of the backup, no shop can find out. */
const withoutTransfers = (histories: History[]): History[] =>
  histories.filter(({ steps }) => !steps.some((step) => step.do === 'begin a transfer'));

async function play(shop: OwnShop, waves: Record<'before' | 'during' | 'after', Plan>): Promise<boolean> {
  const began = Date.now();
  const books = await Bookkeeper.open(shop);
  const mails = setInterval(() => void books.collectMails().catch(() => {}), 5_000);
  const staff = new Visitor(shop);
  const signIn = () => staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
  let bank: Bank | undefined;
  try {
    await signIn();
    bank = await Bank.open(staff);
    const stock = Object.values(waves).flatMap((plan) => plan.stock);
    const pieces = await setInitialStock(stock, staff, books);
    // What staff add from here on is counted beside it.
    const counted = { pieces, since: new Date(), bank };
    const left = pieces.map(({ productId }) => productId);
    const shoppersOf = (plan: Plan, onStep = () => {}): Shopper[] => {
      const context: ShopperContext = {
        ...{ shop, staff, bank: bank!, onStep },
        pieces: left.splice(0, plan.stock.length),
        gather: gathering(),
        elapsed: () => Date.now() - began,
      };
      return plan.histories.map((history) => new Shopper(context, history));
    };

    const first = shoppersOf(waves.before);
    await forEachConcurrently(first, CONCURRENCY, (shopper) => shopper.play());
    await bank.setInterestAside();
    const { unsettled: before } = await settle(shop, books, () => books.read(first, counted));
    if (before) console.log(`Not settled before the backup: ${before}`);

    let steps = 0;
    const begun = Promise.withResolvers<void>();
    const total = waves.during.histories.reduce((sum, { steps: { length } }) => sum + length, 0);
    const second = shoppersOf(waves.during, () => {
      steps += 1;
      if (steps * 4 >= total) begun.resolve();
    });
    const shopping = forEachConcurrently(second, CONCURRENCY, (shopper) => shopper.play());
    await Promise.race([begun.promise, shopping]);
    const backup = await takeBackup(shop);
    const stepsLater = steps;
    await shopping;
    console.log(`${steps - stepsLater} of ${total} steps were taken after it was complete`);
    await bank.close();

    console.log('All is lost but the providers');
    const restoring = Date.now();
    let known: Known | undefined;
    await shop.lose(async (servers) => {
      await restore(shop, backup, servers);
      known = await knownTo(shop);
      await tellSinceBackup(shop, known);
      await books.forgetMailsOfLostOrders();
    });
    await command('../../tools/events/run.ts', ['refeed', '--unhandled'], {
      ...machineEnvironment(),
      ...{ MONGODB_URI: shop.mongodbUri, RABBITMQ_URL: shop.rabbitmqUrl },
    });
    console.log(`open again ${seconds(restoring)} after the loss: new servers, restore, indexes, start`);
    await signIn();
    bank.reopen();
    const missing = await missingOrders(first);
    const third = shoppersOf(waves.after);
    await forEachConcurrently(third, CONCURRENCY, (shopper) => shopper.play());
    await bank.setInterestAside();
    await untilAsked(shop);
    const { read, unsettled } = await settle(shop, books, () => books.read([...first, ...second, ...third], counted));
    if (unsettled) console.log(`Not settled: ${unsettled}`);
    else console.log(`everything settled after ${seconds(began)}`);

    const lost = lostOf(await capturedByAll(shop), known!, restoring);
    const certain = new Set([...first, ...third].map(({ buyer }) => buyer.userId));
    const kept = printResults(withoutGap(withoutLost(read, lost)), (userId) => certain.has(userId));
    for (const text of missing) console.log(`✗ ${text}`);
    return kept && missing.length === 0 && !unsettled;
  } finally {
    clearInterval(mails);
    await bank?.close();
    await books.close();
  }
}

/** By the command, while the shop sells. @returns its folder */
async function takeBackup(shop: OwnShop): Promise<string> {
  const folder = path.join(shop.folder, 'backup');
  const environment = {
    ...machineEnvironment(),
    MONGODB_URI: shop.mongodbUri,
    SHOP_RUN_FOLDER: RUN_FOLDER,
    STORAGE_URL: shop.storage,
  };
  await command('backup.ts', [folder], environment);
  return folder;
}

/** By the commands; the keys arrive in the run folder of another shop. */
async function restore(shop: OwnShop, backup: string, servers: Record<string, string>): Promise<void> {
  const folder = path.join(shop.folder, 'restored');
  const environment = { ...machineEnvironment(), ...servers, SHOP_RUN_FOLDER: folder, STORAGE_URL: shop.storage };
  await command('restore.ts', [backup], environment);
  const { identitySecret } = readJson<Secrets>(path.join(folder, 'secrets.json'))!;
  if (identitySecret !== shop.secrets.identitySecret) throw new Error('The keys were not restored');
  const again = await execa(process.execPath, [script('restore.ts'), backup], {
    ...{ cwd: ROOT, extendEnv: false, reject: false },
    env: { ...environment, SHOP_RUN_FOLDER: `${folder}-again` },
  });
  if (again.exitCode !== 1 || !again.stderr.includes('not empty, and nothing was changed')) {
    throw new Error(`A restore into a shop that is not empty was not refused: ${again.stderr}${again.stdout}`);
  }
}

const script = (name: string): string => path.join(ROOT, 'infra/backup', name);

async function command(name: string, args: string[], env: Record<string, string>): Promise<void> {
  const { stdout } = await execa(process.execPath, [script(name), ...args], { cwd: ROOT, extendEnv: false, env });
  console.log(stdout);
}

const keyOf = ({ provider, paymentId }: { provider: string; paymentId: string }): string => `${provider} ${paymentId}`;

/** What payment knew at the moment of the backup. */
interface Known {
  payments: Set<string>;
  open: Set<string>;
  refunds: Set<string>;
}

async function knownTo(shop: OwnShop): Promise<Known> {
  const client = await MongoClient.connect(shop.mongodbUri);
  try {
    const ids = (collection: string, filter: object) =>
      client.db('shop-payment').collection<{ _id: string }>(collection).distinct('_id', filter);
    return {
      payments: new Set(await ids('attempts', {})),
      open: new Set(await ids('attempts', { state: { $nin: ['captured', 'failed'] } })),
      refunds: new Set(await ids('refunds', {})),
    };
  } finally {
    await client.close();
  }
}

type ProviderEntry = Awaited<ReturnType<typeof capturedAt>>[number];
/** Both providers' orders carry the id of payment's attempt. */
const attemptOf = ({ customId, reference }: ProviderEntry): string => customId ?? reference ?? '';

const capturedByAll = async ({ sandbox }: OwnShop): Promise<ProviderEntry[]> =>
  (await Promise.all([capturedAt(sandbox, 'razorpay'), capturedAt(sandbox, 'paypal')])).flat();

/** What the providers did after the moment of the backup. */
async function tellSinceBackup(shop: OwnShop, { payments, open, refunds }: Known): Promise<void> {
  const all = await capturedByAll(shop);
  const here = all.filter((entry) => payments.has(attemptOf(entry)));
  const madeLater = here.flatMap((entry) =>
    entry.refunds.filter(({ reference }) => reference !== null && !refunds.has(reference)),
  );
  console.log(
    `after the moment of the backup the providers captured ${here.filter((entry) => open.has(attemptOf(entry))).length} payments that were open ` +
      `at it and paid ${madeLater.length} refunds, which the shop has to find; ${all.length - here.length} payments were begun and captured: only they know those`,
  );
}

/** Payment has asked about all that it follows. */
async function untilAsked(shop: OwnShop): Promise<void> {
  const client = await MongoClient.connect(shop.mongodbUri);
  const soon = { state: 'captured', dueAt: { $lt: new Date(Date.now() + ASKED_WITHIN_MS) } };
  try {
    await eventually(async () => (await client.db('shop-payment').collection('attempts').countDocuments(soon)) === 0, {
      what: 'the providers being asked about all payments',
      withinMs: ASKED_WITHIN_MS,
      everyMs: 500,
    });
  } finally {
    await client.close();
  }
}

/** Shoppers of before sign in again with their passwords. @returns what is not there */
async function missingOrders(shoppers: readonly Shopper[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { buyer, orderId } of shoppers.filter((each) => each.orderId).slice(0, RETURNING)) {
    await buyer.visitor.signIn(buyer.email, buyer.password);
    if (!(await buyer.orders()).some(({ _id }) => _id === orderId)) {
      missing.push(`${buyer.email} does not find order ${orderId} among the own ones`);
    }
  }
  return missing;
}

/**
 * Payments that were begun between the moment of the backup and the loss, also where the provider captured them later: they are what a shop
 * loses, and has to look for at the providers.
 */
function lostOf(all: readonly ProviderEntry[], { payments }: Known, lostAt: number): ProviderEntry[] {
  return all.filter((entry) => !payments.has(attemptOf(entry)) && madeAt(attemptOf(entry)) < lostAt);
}

function withoutLost(books: Books, lost: readonly ProviderEntry[]): Books {
  const keys = new Set(lost.map(keyOf));
  return { ...books, ledger: books.ledger.filter((entry) => !keys.has(keyOf(entry))) };
}

/** Ids begin with the second in which they were made. @returns ms */
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8), 16) * 1_000;

/** Bills of after the restore are numbered behind the gap that it left: closed here, so that no other is overlooked. */
function withoutGap(books: Books): Books {
  const after = books.invoices.filter(({ sequence }) => sequence > SKIPPED_NUMBERS);
  console.log(`${after.length} bills were numbered after the restore`);
  if (after.length === 0) throw new Error('No bill was numbered after the restore');
  const invoices = books.invoices.map((invoice) =>
    after.includes(invoice) ? { ...invoice, sequence: invoice.sequence - SKIPPED_NUMBERS } : invoice,
  );
  return { ...books, invoices };
}

/** @returns whether all promises were kept */
function printResults(books: Books, isCertain: (userId: string) => boolean): boolean {
  let allKept = true;
  for (const { title, isOfShoppers, complaints } of CHECKS) {
    const shoppers = isOfShoppers ? books.shoppers.filter(({ userId }) => isCertain(userId)) : books.shoppers;
    const found = complaints({ ...books, shoppers });
    console.log(`${found.length === 0 ? '✓' : '✗'} ${title}`);
    if (found.length > 0) allKept = false;
    for (const { text } of found.slice(0, SHOWN_COMPLAINTS)) console.log(`    ${text}`);
    if (found.length > SHOWN_COMPLAINTS) console.log(`    … and ${found.length - SHOWN_COMPLAINTS} more`);
  }
  console.log(`${books.orders.length} orders, ${books.ledger.length} captures`);
  return allKept;
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;
