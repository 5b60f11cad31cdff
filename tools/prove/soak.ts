import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { RUN_FOLDER } from '../../infra/config.ts';
import { sandboxUrl } from '../../infra/run/programs.ts';
import { reportsSharedMemory } from '../bench/process-stats.ts';
import { NO_LIMITS } from './own-shop.ts';
import { countOf, seededRandom, seedOf } from './seeded.ts';
import { type Rule, type Sample, verdictOf } from './soak-judge.ts';
import { ruleOf, Sampler } from './soak-samples.ts';
import { Visits } from './soak-visits.ts';
import { allProducts, setStock, withoutSizes } from './staff-products.ts';
import { Visitor } from './visitor.ts';
import { startWholeShop, type WholeShop } from './whole-shop.ts';

export const description =
  'Steady mixed load on the whole shop: memory, handles, queues and collections stay flat after the first tenth (--minutes N, --rate N, --seed S)';

const SAMPLES_FILE = path.join(RUN_FOLDER, 'soak-samples.json');
const PORT_OFFSET = 1_300;
const SAMPLES_PER_RUN = 120;
const PIECES = 40;
const AMPLE_STOCK = 100_000;
const SETTLED_WITHIN_MS = 180_000;
const MAX_VISITS_AT_ONCE = 60;
const SHOWN: Rule = { compare: 'median', factor: 1, plus: 0 };

/**
 * `--minutes 10`, `--rate 1` visits started per second, even if earlier ones are still going on. What the shop keeps for a while is
 * kept for less than the first tenth. Needs Linux.
 * @returns whether no request failed and everything was flat.
 */
export async function run(args: string[]): Promise<boolean> {
  if (!reportsSharedMemory()) throw new Error('Available on Linux only (/proc/<pid>/smaps_rollup)');
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '10' },
      rate: { type: 'string', default: '1' },
      seed: { type: 'string' },
    },
  });
  const minutes = countOf('--minutes', values.minutes);
  const rate = Number(values.rate);
  if (!(rate > 0)) throw new Error('--rate must be a positive number');
  const seed = seedOf(values.seed);
  console.log(`seed ${seed}, ${minutes} minutes, ${rate} visits a second`);
  const shop = await startWholeShop({
    name: 'prove-soak',
    portOffset: PORT_OFFSET,
    environment: { ...NO_LIMITS, ...shortLived(minutes) },
  });
  try {
    return await soak(shop, { minutes, rate, random: seededRandom(seed) });
  } finally {
    await shop.stop();
  }
}

/** Kept for a twentieth of the run, so that what comes and what goes are level after the first tenth. */
function shortLived(minutes: number): Record<string, string> {
  const kept = `${minutes * 3}s`;
  const names = [
    ...[
      'EVENTS_OUTBOX_KEEP',
      'EVENTS_INBOX_KEEP',
      'EVENTS_VERSIONS_KEEP',
      'IDEMPOTENCY_KEEP',
      'KNOWN_BROWSER_LIFETIME',
    ],
    ...[
      'SIGN_IN_WINDOW',
      'CODE_WINDOW',
      'CODE_LIFETIME',
      'CHECKOUT_EXPIRED_WINDOW',
      'CHECKOUT_LIFETIME',
      'SESSION_LIFETIME',
    ],
  ];
  // Tidied several times while it would be kept, so that it is level within the first tenth too.
  return { ...Object.fromEntries(names.map((name) => [name, kept])), EVENTS_TIDY_EVERY: `${minutes}s` };
}

async function soak(
  shop: WholeShop,
  { minutes, rate, random }: { minutes: number; rate: number; random: () => number },
): Promise<boolean> {
  const { state, ports } = shop;
  const staff = new Visitor({ url: state.url, origin: new URL(state.url).origin, mailbox: state.mailbox });
  const signIn = () => staff.signIn(state.admin.email, state.admin.password);
  await signIn();
  const products = await allProducts(staff);
  const pieces = withoutSizes(products).slice(0, PIECES);
  for (const piece of pieces) await setStock(staff, piece, AMPLE_STOCK);
  const sandbox = sandboxUrl(ports).replace('localhost', '127.0.0.1');
  const visits = new Visits({ state, sandbox, staff, products, pieces, random });
  const sampler = await Sampler.open(state.parts);
  try {
    const samples = await play(visits, sampler, signIn, minutes * 60_000, rate);
    fs.writeFileSync(SAMPLES_FILE, JSON.stringify(samples));
    console.log(`Every sample: ${SAMPLES_FILE}`);
    return await report(visits, samples, sampler);
  } finally {
    await sampler.close();
  }
}

/** Starts visits at a steady rate and samples in between. Staff sign in again before their session ends. */
async function play(visits: Visits, sampler: Sampler, signIn: () => Promise<string>, ms: number, rate: number) {
  const samples: Sample[] = [];
  const began = Date.now();
  const running = new Set<Promise<void>>();
  let started = 0;
  const sampling = (async () => {
    while (samples.length < SAMPLES_PER_RUN) {
      await wait(Math.max(0, began + ((samples.length + 1) * ms) / SAMPLES_PER_RUN - Date.now()));
      samples.push(await sampler.take());
      if (samples.length % (SAMPLES_PER_RUN / 10) !== 0) continue;
      const percent = (samples.length / SAMPLES_PER_RUN) * 100;
      console.log(`… ${percent} %: ${started} visits, ${visits.orders} orders, ${visits.failed} failed`);
    }
  })();
  const signedIn = setInterval(() => void signIn().catch(() => {}), ms / 60);
  while (Date.now() < began + ms) {
    await wait(Math.max(0, began + (started * 1_000) / rate - Date.now()));
    // A shop that does not keep up must not be buried: what waits is seen in the counts.
    while (running.size >= MAX_VISITS_AT_ONCE) await Promise.race(running);
    const visit = visits.next().finally(() => running.delete(visit));
    running.add(visit);
    started += 1;
  }
  clearInterval(signedIn);
  await Promise.all([sampling, ...running]);
  return samples;
}

async function report(visits: Visits, samples: readonly Sample[], sampler: Sampler): Promise<boolean> {
  const met: boolean[] = [];
  const tell = (isMet: boolean, line: string) => {
    met.push(isMet);
    console.log(`${isMet ? '✓' : '✗'} ${line}`);
  };
  console.log([...visits.counts].map(([kind, count]) => `${count} × ${kind}`).join(', '));
  tell(visits.faults.size === 0, `no visit failed (${visits.requests} requests, ${visits.orders} orders)`);
  for (const [fault, count] of visits.faults) console.log(`    ${count} × ${fault}`);
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))].sort();
  for (const name of names) {
    const rule = ruleOf(name);
    const { early, late, allowed, isFlat } = verdictOf(name, samples, rule ?? SHOWN);
    const figures = `${name}: ${early.toFixed(1)} → ${late.toFixed(1)}${rule?.compare === 'growth' ? ' more' : ''}`;
    if (rule) tell(isFlat, `${figures} (at most ${allowed.toFixed(1)})`);
    else console.log(`  ${figures}`);
  }
  const unfinished = await settled(sampler);
  tell(unfinished.length === 0, `all events were handled${unfinished.map((what) => `\n    ${what}`).join('')}`);
  return met.every(Boolean);
}

async function settled(sampler: Sampler): Promise<string[]> {
  for (const end = Date.now() + SETTLED_WITHIN_MS; ; await wait(1_000)) {
    const unfinished = await sampler.unfinished();
    if (unfinished.length === 0 || Date.now() > end) return unfinished;
  }
}
