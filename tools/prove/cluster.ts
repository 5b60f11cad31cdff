import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually } from '@shop/test-kit';
import { readConfig } from '../../infra/config.ts';
import { ClusterShop, DEPLOYMENTS, REMOTES, type Remote } from './cluster-shop.ts';
import { NO_LIMITS } from './own-shop.ts';
import { play } from './purchases.ts';
import { planOf } from './purchases-plan.ts';
import { countOf, seedOf } from './seeded.ts';
import { SHORT_DURATIONS } from './short-durations.ts';
import { everyPaymentHasItsOrder, judge, type Load, prepareLoad, STEADY_MS } from './steady-load.ts';

export const description =
  'Three copies of every part on the cluster of KUBECONFIG: rolls, deploys, kill -9, a primary that steps down, 3 → 1 → 3 copies, while shoppers buy (--histories N, --seed S, --events a,b, --keep)';

const HISTORIES = 60;
/** Everything runs on one machine: it counts what fails, not how long it takes. */
const PATIENCE = {
  CHECKOUT_LIFETIME: '30s',
  CHECKOUT_EXPIRED_LIMIT: '1000',
  PROVIDER_TIMEOUT: '5s',
  CHECKOUT_SWEEP: '1s',
  INVOICE_SWEEP: '1s',
  MAIL_SWEEP: '1s',
  PAYMENT_SWEEP: '1s',
  PAYMENT_LEASE: '15s',
  EVENTS_OUTBOX_SWEEP: '1s',
  EVENTS_OUTBOX_LEASE: '5s',
  IDEMPOTENCY_LEASE: '15s',
  CONTENT_BUDGET_MS: '20000',
  RENDERER_WAIT_MS: '20000',
};
const LIVE_WITHIN_MS = 60_000;
/** Answers in a row that show a version: more than there are shells. */
const ALL_SHELLS = 12;

/** What happens to the shop. Nothing fails at those that are `harmless`: they are what people do on a working day. */
interface Event {
  what: string;
  kind: string;
  isHarmless: boolean;
  /** @returns what to print about it */
  happen(): Promise<unknown>;
}

/** Needs the images of `docker compose build`; IMAGES_LOAD brings them in. @returns whether every promise held */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      histories: { type: 'string', default: String(HISTORIES) },
      seed: { type: 'string' },
      events: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const plan = planOf({ seed: seedOf(values.seed), histories: countOf('--histories', values.histories) });
  console.log(`seed ${plan.seed}, ${plan.histories.length} histories`);
  const shop = await ClusterShop.prepare({
    environment: { ...SHORT_DURATIONS, ...NO_LIMITS, ...PATIENCE, LOG_LEVEL: 'warn' },
    products: 8 * plan.stock.length,
  });
  try {
    const began = Date.now();
    await shop.start(readConfig().IMAGES_LOAD);
    console.log(`three copies of everything are ready after ${seconds(began)}`);
    const load = await prepareLoad(shop);
    const kinds = values.events?.split(',');
    const events = eventsOf(shop).filter(({ kind }) => !kinds || kinds.includes(kind));
    let isCalm = false;
    // Parts are killed by the events below.
    const incidents = plan.incidents.filter((incident) => !('kill' in incident));
    const booksHold = await play({ ...plan, incidents }, shop, {
      alongside: async () => {
        isCalm = await happen(events, load);
        return load.buyers;
      },
    });
    return (await everyPaymentHasItsOrder(load)) && isCalm && booksHold;
  } finally {
    if (values.keep)
      console.log(`${shop.url} is left running, its admin is ${shop.admin.email} ${shop.admin.password}`);
    else await shop.remove();
  }
}

/** One after the other, under the steady load. @returns whether nothing failed at the harmless ones, and between all */
async function happen(events: Event[], load: Load): Promise<boolean> {
  load.start();
  let isCalm = await judge(load, 'nothing', () => wait(2 * STEADY_MS));
  for (const { what, isHarmless, happen: cause } of events) {
    const noneFailed = await judge(load, what, cause);
    if (isHarmless) isCalm = noneFailed && isCalm;
    else isCalm = (await judge(load, `after ${what}`, () => wait(STEADY_MS))) && isCalm;
  }
  await load.stop();
  return isCalm;
}

function eventsOf(shop: ClusterShop): Event[] {
  return [
    ...DEPLOYMENTS.map((name) => ({
      what: `${name} rolls`,
      kind: 'rolls',
      isHarmless: true,
      happen: () => shop.roll(name),
    })),
    ...REMOTES.flatMap((remote) => [
      {
        what: `${remote} is deployed`,
        kind: 'deploys',
        isHarmless: true,
        happen: () => live(shop, remote, () => shop.deploy(remote)),
      },
      {
        what: `${remote} is rolled back`,
        kind: 'deploys',
        isHarmless: true,
        happen: () => live(shop, remote, () => shop.rollBack(remote)),
      },
    ]),
    ...DEPLOYMENTS.map((name) => ({
      what: `a copy of ${name} is killed`,
      kind: 'kills',
      isHarmless: false,
      happen: () => shop.kill(name),
    })),
    {
      what: 'a node of RabbitMQ is killed',
      kind: 'servers',
      isHarmless: false,
      happen: () => shop.destroy('rabbitmq-1'),
    },
    {
      what: 'the primary of Redis is killed',
      kind: 'servers',
      isHarmless: false,
      happen: async () => shop.destroy(await shop.redisPrimary()),
    },
    { what: "MongoDB's primary steps down", kind: 'servers', isHarmless: false, happen: () => shop.stepDown() },
    { what: 'one copy of each', kind: 'scales', isHarmless: true, happen: () => shop.scale(DEPLOYMENTS, 1) },
    { what: 'three copies of each', kind: 'scales', isHarmless: true, happen: () => shop.scale(DEPLOYMENTS, 3) },
  ];
}

/** @throws Error when not every shell shows another version within a minute */
async function live({ url }: ClusterShop, remote: Remote, publish: () => Promise<void>): Promise<void> {
  const version = async () => {
    const answer = await fetch(`${url}/remotes.json`, { headers: { connection: 'close' } });
    const { remotes } = (await answer.json()) as { remotes: { name: string; version: string }[] };
    return remotes.find(({ name }) => remote.endsWith(name))!.version;
  };
  const before = await version();
  const began = Date.now();
  await publish();
  let inARow = 0;
  await eventually(
    async () => {
      inARow = (await version()) === before ? 0 : inARow + 1;
      return inARow >= ALL_SHELLS;
    },
    { what: `another ${remote} being live`, withinMs: LIVE_WITHIN_MS - (Date.now() - began), everyMs: 100 },
  );
  console.log(`    live everywhere after ${seconds(began)}`);
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;
