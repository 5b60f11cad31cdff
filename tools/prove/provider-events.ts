import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { ShopEvents } from '../events/shop-events.ts';
import { Buyer, type Currency } from './buyer.ts';
import { buildParts, type OwnShop, startOwnShop } from './own-shop.ts';
import { differences, OutcomeReader } from './provider-events-outcome.ts';
import { type EventHistory, keyOf, planEvents, PROVIDERS, textOf } from './provider-events-plan.ts';
import { EventBuyer } from './provider-events-purchase.ts';
import { controlSandbox } from './sandbox-control.ts';
import { countOf, seedOf } from './seeded.ts';
import { SHORT_DURATIONS } from './short-durations.ts';
import { allProducts, setPrice, setStock, withoutSizes } from './staff-products.ts';
import { Visitor } from './visitor.ts';

export const description =
  "A provider's events in any order, twice, with the reconciler in between, come to the same (--sample N, --seed S)";

const PORT_OFFSET = 900;
/** Each plays one history at a time. */
const BUYERS_PER_PROVIDER = 12;
const STOCK = 20;
/** In rupees: the same for all, so that amounts can be compared. */
const PRICE = 5_000;
const SETTLED_WITHIN_MS = 180_000;
const SHOWN_FAILURES = 12;
const CURRENCIES: Record<(typeof PROVIDERS)[number], Currency> = { razorpay: 'INR', paypal: 'USD' };

/** What the shop learns comes from the webhooks, and from the reconciler only where the proof makes it look. */
const NO_LOOKS_BY_ITSELF = Object.fromEntries(
  [
    'CHECKOUT_LIFETIME',
    'CHECKOUT_CAPTURE_LIFETIME',
    'PAYMENT_RETRY',
    'PAYMENT_RETRY_LONGEST',
    'PAYMENT_LOOK_AFTER',
    'PAYMENT_APPROVED_GRACE',
    'PAYMENT_OVERDUE',
    'PAYMENT_WATCH_EVERY',
    'PAYMENT_FOLLOW_AFTER',
    'DISPUTE_WATCH_EVERY',
  ].map((name) => [name, '12h']),
);

/**
 * Every order of every set of one to six events, or `--sample N` of them by `--seed S`; `--as-built` builds nothing.
 * @returns whether each came to what its set comes to in its natural order.
 */
export async function run(args: string[]): Promise<boolean> {
  const { sample, seed, asBuilt } = argumentsOf(args);
  const plan = planEvents({ seed, sample });
  const baselines = plan.filter(({ isNatural }) => isNatural).length;
  console.log(`seed ${seed}, ${plan.length - baselines} orders of ${baselines} sets`);
  if (!asBuilt) await buildParts();
  const shop = await startOwnShop({
    name: 'prove-provider-events',
    ports: portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET),
    environment: { ...SHORT_DURATIONS, PAYMENT_LEASE: '30s', ...NO_LOOKS_BY_ITSELF },
    // About a third of them have no size.
    products: 8 * BUYERS_PER_PROVIDER * PROVIDERS.length,
  });
  let isSame = false;
  try {
    isSame = await play(shop, plan);
  } finally {
    await shop.close({ keepLogs: !isSame });
  }
  if (!isSame) {
    const chosen = sample === undefined ? '' : `--sample ${sample} `;
    console.log(`Reproduce with: npm run prove -- provider-events ${chosen}--seed ${seed}; logs are in ${shop.folder}`);
  }
  return isSame;
}

function argumentsOf(args: string[]): { sample: number | undefined; seed: number; asBuilt: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string' },
      'as-built': { type: 'boolean', default: false },
    },
  });
  const sample = values.sample === undefined ? undefined : countOf('--sample', values.sample);
  return { sample, seed: seedOf(values.seed), asBuilt: values['as-built'] };
}

async function play(shop: OwnShop, plan: readonly EventHistory[]): Promise<boolean> {
  const began = Date.now();
  const reader = await OutcomeReader.open(shop);
  try {
    for (const provider of PROVIDERS) {
      const never = { provider, call: 'webhook', kind: 'webhook-never', untilRemoved: true };
      await controlSandbox(shop.sandbox, '/failures', never);
    }
    const checkouts = new Map<EventHistory, string>();
    const failures: string[] = [];
    const progress = setInterval(() => console.log(`… ${checkouts.size} of ${plan.length} played`), 20_000);
    try {
      await Promise.all(
        (await eventBuyers(shop, reader)).map(async ({ buyer, histories }) => {
          for (let history = histories(plan); history; history = histories(plan)) {
            try {
              checkouts.set(history, await buyer.play(history));
            } catch (error) {
              failures.push(`${textOf(history)}: ${(error as Error).message}`);
            }
          }
        }),
      );
    } finally {
      clearInterval(progress);
    }
    console.log(`all played after ${seconds(began)}`);
    await settle(shop, reader);
    console.log(`everything settled after ${seconds(began)}`);
    failures.push(...(await deviations(reader, checkouts)));
    for (const failure of failures.slice(0, SHOWN_FAILURES)) console.log(`✗ ${failure}`);
    if (failures.length > SHOWN_FAILURES) console.log(`… and ${failures.length - SHOWN_FAILURES} more`);
    if (failures.length === 0) console.log(`✓ ${checkouts.size} histories, each as its set in its natural order`);
    else console.log(`${failures.length} of ${plan.length} histories failed`);
    return failures.length === 0;
  } finally {
    await reader.close();
  }
}

/** Buyers with a product of their own each, and the histories that are left for their provider. */
async function eventBuyers(shop: OwnShop, reader: OutcomeReader) {
  const staff = new Visitor(shop);
  await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
  const products = withoutSizes(await allProducts(staff)).slice(0, BUYERS_PER_PROVIDER * PROVIDERS.length);
  if (products.length < BUYERS_PER_PROVIDER * PROVIDERS.length) throw new Error('The demo data have too few products');
  const next = { razorpay: 0, paypal: 0 };
  return Promise.all(
    products.map(async (product, index) => {
      const provider = PROVIDERS[index % PROVIDERS.length]!;
      await setStock(staff, product, STOCK);
      await setPrice(staff, product, PRICE);
      const buyer = new Buyer(shop, { name: `Events ${index}`, currency: CURRENCIES[provider] });
      await buyer.register();
      const histories = (plan: readonly EventHistory[]): EventHistory | undefined => {
        while (plan[next[provider]] && plan[next[provider]]!.provider !== provider) next[provider] += 1;
        return plan[next[provider]++];
      };
      return { buyer: new EventBuyer(shop, reader, buyer, product._id), histories };
    }),
  );
}

/** Waits until nothing moves any more. @throws Error with what still does */
async function settle(shop: OwnShop, reader: OutcomeReader): Promise<void> {
  const events = await ShopEvents.connect(shop.mongodbUri, shop.rabbitmqUrl);
  const count = (service: string, collection: string, filter: object) =>
    reader.db(service).collection(collection).countDocuments(filter);
  try {
    for (const end = Date.now() + SETTLED_WITHIN_MS; ; await wait(500)) {
      const { queues, outboxes } = await events.lag();
      const left = {
        'events in queues': sum(queues.map(({ waiting = 0 }) => waiting)),
        'events in outboxes': sum(outboxes.map(({ waiting }) => waiting)),
        'refunds in progress': await count('payment', 'refunds', { state: { $in: ['requested', 'pending'] } }),
        'orders with a requested refund': await count('cart-order', 'orders', { 'refunds.state': 'requested' }),
        'orders to be numbered': await count('cart-order', 'orders', { numbersDue: true }),
        'queued mails': await count('content', 'mails', { state: 'queued' }),
      };
      const moving = Object.entries(left).flatMap(([what, number]) => (number > 0 ? [`${number} ${what}`] : []));
      if (moving.length === 0) return;
      if (Date.now() > end) {
        console.log(`Not settled: ${moving.join(', ')}`);
        return;
      }
    }
  } finally {
    await events.close();
  }
}

async function deviations(reader: OutcomeReader, checkouts: ReadonlyMap<EventHistory, string>): Promise<string[]> {
  const outcomes = await reader.all([...checkouts.values()]);
  const baselines = new Map(
    [...checkouts].filter(([{ isNatural }]) => isNatural).map(([history, id]) => [keyOf(history), id]),
  );
  return [...checkouts].flatMap(([history, id]) => {
    const baseline = baselines.get(keyOf(history));
    if (baseline === undefined) return [`${textOf(history)}: its natural order was not played`];
    const different = differences(outcomes.get(baseline)!, outcomes.get(id)!);
    return different.length === 0 ? [] : [`${textOf(history)} (${id}, ${baseline}): ${different.join('; ')}`];
  });
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(0)} s`;
