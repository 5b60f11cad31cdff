import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { MongoClient } from 'mongodb';
import { machineEnvironment, readConfig } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { provideK6 } from './k6.ts';
import { addressOf, Buyer } from '../prove/buyer.ts';
import { buildParts, type OwnShop, startOwnShop } from '../prove/own-shop.ts';
import { allProducts, setStock, withoutSizes } from '../prove/staff-products.ts';
import { Visitor } from '../prove/visitor.ts';
import { cpuOf, pssOf, reportsSharedMemory } from './process-stats.ts';

export const description =
  'Throughput of the shop through its edge, 8 users and 1,000 products: lists, products, searches, carts, complete checkouts per second (--flows, --seconds)';

const PORT_OFFSET = 1_100;
const PRODUCTS = 1_000;
const USERS = 8;
const WARM_UP_SECONDS = 5;
const AMPLE_STOCK = 500_000;
/** What the charges allow at most. */
const MANY_PIECES = 10_000;
/** Number of products that are put into carts and bought. */
const PRODUCTS_TO_BUY = 60;

/**
 * Per second: the throughput of a well-known TypeScript commerce server on the same two cores, and the factor wanted.
 */
const TARGETS = {
  list: { baseline: 255, factor: 20 },
  product: { baseline: 68, factor: 20 },
  search: { baseline: 26, factor: 20 },
  cart: { baseline: 24, factor: 10 },
  checkout: { baseline: 6.9, factor: 25 / 6.9 },
} as const;
type Flow = keyof typeof TARGETS;
const FLOWS = Object.keys(TARGETS) as Flow[];

interface Measured {
  flows: number;
  failed: number;
  median: number;
  p95: number;
}

/**
 * `--flows list,cart` (all), `--seconds 20` of each, `--as-built` builds nothing. Needs k6.
 * @returns whether every target was met without errors.
 */
export async function run(args: readonly string[] = []): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      flows: { type: 'string', default: FLOWS.join(',') },
      seconds: { type: 'string', default: '20' },
      'as-built': { type: 'boolean', default: false },
    },
  });
  const wanted = values.flows.split(',') as Flow[];
  const unknown = wanted.find((flow) => !FLOWS.includes(flow));
  if (unknown) throw new Error(`"${unknown}" is not a flow; available: ${FLOWS.join(', ')}`);
  const k6 = await provideK6();
  if (!values['as-built']) await buildParts();
  const shop = await startOwnShop({
    name: 'bench-shop',
    ports: portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET),
    environment: { ACCESS_TOKEN_LIFETIME: '6h', LOG_LEVEL: 'warn' },
    products: PRODUCTS,
    withEdge: true,
  });
  try {
    const file = await prepareBenchData(shop);
    const met: boolean[] = [];
    for (const flow of wanted) {
      await measure(k6, shop, { flow, file, seconds: WARM_UP_SECONDS });
      const seconds = Number(values.seconds);
      const [before, commandsBefore] = [cpuByPart(shop), await commandsOf(shop)];
      const measured = await measure(k6, shop, { flow, file, seconds });
      const [after, commandsAfter] = [cpuByPart(shop), await commandsOf(shop)];
      const { baseline, factor } = TARGETS[flow];
      const rate = measured.flows / seconds;
      const good = rate >= baseline * factor && measured.failed === 0;
      met.push(good);
      console.log(
        `${good ? ' ' : '!'} ${flow.padEnd(9)} ${rate.toFixed(1).padStart(7)} per second (${(rate / baseline).toFixed(1)} times the baseline ${baseline}, at least ${(baseline * factor).toFixed(0)}); ` +
          `median ${measured.median.toFixed(1)} ms, p95 ${measured.p95.toFixed(1)} ms; ${measured.failed} of ${measured.flows + measured.failed} failed`,
      );
      const spent = growth(before, after, measured.flows);
      console.log(`    CPU per flow: ${spent.map(([name, ms]) => `${name} ${ms.toFixed(2)} ms`).join(', ')}`);
      const commands = growth(commandsBefore, commandsAfter, measured.flows);
      const sum = commands.reduce((all, [, count]) => all + count, 0);
      const each = commands.map(([name, count]) => `${name} ${count.toFixed(1)}`).join(', ');
      if (sum > 0.1) console.log(`    MongoDB commands per flow: ${sum.toFixed(1)} (${each})`);
    }
    console.log(`  memory afterwards (PSS): ${memoryOf(shop)}`);
    return met.every(Boolean);
  } finally {
    await shop.close();
  }
}

async function measure(
  k6: string,
  shop: OwnShop,
  { flow, file, seconds }: { flow: Flow; file: string; seconds: number },
): Promise<Measured> {
  const { stdout, stderr } = await execa(k6, ['run', '--quiet', path.join(import.meta.dirname, 'k6/shop.js')], {
    env: {
      ...machineEnvironment(),
      K6_NO_USAGE_REPORT: 'true',
      SHOP: shop.edge,
      ORIGIN: shop.origin,
      SANDBOX: shop.sandbox,
      FLOW: flow,
      USERS: String(USERS),
      SECONDS: String(seconds),
      BENCH_DATA: file,
    },
    extendEnv: false,
  });
  const measured = JSON.parse(stdout) as Measured;
  if (measured.failed > 0) console.log(`    first failures: ${stderr.split('\n').slice(0, 3).join('\n    ')}`);
  return measured;
}

/** Signs shoppers in, gives the products to buy enough stock, and writes the file that the flows read. */
async function prepareBenchData(shop: OwnShop): Promise<string> {
  const staff = new Visitor(shop);
  await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
  const all = await allProducts(staff);
  const bought = withoutSizes(all).slice(0, PRODUCTS_TO_BUY);
  for (const product of bought) await setStock(staff, product, AMPLE_STOCK);
  await allowManyPieces(staff);
  const shoppers: string[] = [];
  for (let number = 1; number <= USERS; number++) {
    shoppers.push((await new Buyer(shop, { name: `User ${number}` }).register()).visitor.cookie);
  }
  const kinds = ['ring', 'earring', 'necklace', 'pendant', 'bracelet', 'bangle'];
  const sorts = ['featured', 'price-ascending', 'price-descending', 'rating-descending'];
  const data = {
    products: bought.map(({ _id }) => _id),
    groups: [...new Set(all.map(({ productGroup }) => productGroup))],
    listings: [
      ...Array.from({ length: 10 }, (_, page) => `/products?page=${page + 1}`),
      ...kinds.flatMap((kind) => sorts.map((sort) => `/products/${kind}?sort_by=${sort}`)),
      ...['gold', 'silver', 'platinum', 'rose-gold'].map((material) => `/material/${material}`),
    ],
    words: [
      'ring',
      'gold',
      'solitaire',
      'halo',
      'pearl',
      'hoop',
      'tennis',
      'neckl',
      'diamnd',
      'rose gold',
      'temple',
      'kada',
    ],
    shoppers,
    address: addressOf({ name: 'Asha Rao', currency: 'INR' }),
  };
  const file = path.join(shop.folder, 'bench-data.json');
  fs.writeFileSync(file, JSON.stringify(data));
  return file;
}

/** An account may put the same pieces into its cart again and again. */
async function allowManyPieces(staff: Visitor): Promise<void> {
  const { status } = await staff.ask('/admin/charges', { method: 'PUT', body: { maxPieces: MANY_PIECES } });
  if (status !== 200) throw new Error(`The charges answered ${status}`);
}

/** CPU time of each part so far, all its processes included, in ms; Linux only. */
function cpuByPart(shop: OwnShop): Map<string, number> {
  const groups = new Map([...shop.pids()].map(([name, pid]) => [pid, name]));
  const times = new Map<string, number>();
  if (!fs.existsSync('/proc/self/stat')) return times;
  for (const entry of fs.readdirSync('/proc')) {
    const stat = /^\d+$/.test(entry) ? cpuIfAlive(entry) : undefined;
    const name = stat && groups.get(stat.group);
    if (name) times.set(name, (times.get(name) ?? 0) + stat.ms);
  }
  return times;
}

/** Commands sent to MongoDB so far, by name; without those of connections and change streams. */
async function commandsOf(shop: OwnShop): Promise<Map<string, number>> {
  const client = await MongoClient.connect(shop.mongodbUri);
  try {
    const status = await client.db('admin').command({ serverStatus: 1 });
    const counts = Object.entries(status['metrics'].commands as Record<string, { total?: number } | number>);
    return new Map(
      counts.flatMap(([name, count]) =>
        typeof count === 'number' || IGNORED_COMMANDS.has(name) ? [] : [[name, Number(count.total ?? 0)]],
      ),
    );
  } finally {
    await client.close();
  }
}

const IGNORED_COMMANDS = new Set(['hello', 'isMaster', 'ping', 'serverStatus', 'endSessions', 'replSetUpdatePosition']);

/** Growth per flow, largest first. */
const growth = (before: Map<string, number>, after: Map<string, number>, flows: number): [string, number][] =>
  [...after]
    .map(([name, count]): [string, number] => [name, (count - (before.get(name) ?? 0)) / Math.max(1, flows)])
    .filter(([, count]) => count > 0.01)
    .sort(([, one], [, other]) => other - one);

function cpuIfAlive(pid: string): { group: number; ms: number } | undefined {
  try {
    return cpuOf(pid);
  } catch {
    // It exited in the meantime.
    return undefined;
  }
}

/** PSS of each process. */
function memoryOf(shop: OwnShop): string {
  if (!reportsSharedMemory()) return 'available on Linux only';
  return [...shop.pids()].map(([name, pid]) => `${name} ${pssOf(pid).toFixed(0)} MB`).join(', ');
}
