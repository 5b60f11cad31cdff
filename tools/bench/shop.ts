import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { MongoClient } from 'mongodb';
import { machineEnvironment, readConfig } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { provideK6 } from './k6.ts';
import { Buyer } from '../prove/buyer.ts';
import { buildParts, type OwnShop, startOwnShop } from '../prove/own-shop.ts';
import { allProducts, setStock, withoutSizes } from '../prove/pieces.ts';
import { Visitor } from '../prove/visitor.ts';

export const description =
  'The shop through its edge with 8 users over 1,000 products: lists, products, searches, carts, whole checkouts a second (--flows, --seconds)';

const PORT_OFFSET = 1_100;
const PRODUCTS = 1_000;
const USERS = 8;
const WARM_UP_SECONDS = 5;
const PLENTY = 500_000;
/** So many pieces are put into carts and bought. */
const BOUGHT = 60;

/** A second. What a well-known TypeScript commerce server makes on the same two cores, and how many times that we want. */
const TARGETS = {
  list: { known: 255, times: 20 },
  product: { known: 68, times: 20 },
  search: { known: 26, times: 20 },
  cart: { known: 24, times: 10 },
  checkout: { known: 6.9, times: 25 / 6.9 },
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
 * `--flows list,cart` (all), `--seconds 20` of each, `--as-built` builds nothing. Answers whether every target was met and
 * nothing failed. Needs k6.
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
  if (unknown) throw new Error(`"${unknown}" is no flow; there are: ${FLOWS.join(', ')}`);
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
    const file = await preparedWorld(shop);
    const met: boolean[] = [];
    for (const flow of wanted) {
      await measure(k6, shop, { flow, file, seconds: WARM_UP_SECONDS });
      const seconds = Number(values.seconds);
      const [before, asked] = [cpuOf(shop), await commandsOf(shop)];
      const measured = await measure(k6, shop, { flow, file, seconds });
      const [after, askedAfter] = [cpuOf(shop), await commandsOf(shop)];
      const { known, times } = TARGETS[flow];
      const rate = measured.flows / seconds;
      const good = rate >= known * times && measured.failed === 0;
      met.push(good);
      console.log(
        `${good ? ' ' : '!'} ${flow.padEnd(9)} ${rate.toFixed(1).padStart(7)} a second (${(rate / known).toFixed(1)} times ${known}, at least ${(known * times).toFixed(0)}); ` +
          `median ${measured.median.toFixed(1)} ms, p95 ${measured.p95.toFixed(1)} ms; ${measured.failed} of ${measured.flows + measured.failed} failed`,
      );
      const spent = growth(before, after, measured.flows);
      console.log(`    CPU of a flow: ${spent.map(([name, ms]) => `${name} ${ms.toFixed(2)} ms`).join(', ')}`);
      const commands = growth(asked, askedAfter, measured.flows);
      const sum = commands.reduce((all, [, count]) => all + count, 0);
      const each = commands.map(([name, count]) => `${name} ${count.toFixed(1)}`).join(', ');
      if (sum > 0.1) console.log(`    MongoDB's commands of a flow: ${sum.toFixed(1)} (${each})`);
    }
    console.log(`  memory after it (PSS): ${memoryOf(shop)}`);
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
      WORLD: file,
    },
    extendEnv: false,
  });
  const measured = JSON.parse(stdout) as Measured;
  if (measured.failed > 0) console.log(`    first failures: ${stderr.split('\n').slice(0, 3).join('\n    ')}`);
  return measured;
}

/** Signs shoppers in, gives what is bought plenty of stock, and writes down what the flows choose from. */
async function preparedWorld(shop: OwnShop): Promise<string> {
  const staff = new Visitor(shop);
  await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
  const all = await allProducts(staff);
  const bought = withoutSizes(all).slice(0, BOUGHT);
  for (const product of bought) await setStock(staff, product, PLENTY);
  const shoppers: string[] = [];
  for (let number = 1; number <= USERS; number++) {
    shoppers.push((await new Buyer(shop, { name: `User ${number}` }).register()).visitor.cookie);
  }
  const kinds = ['ring', 'earring', 'necklace', 'pendant', 'bracelet', 'bangle'];
  const sorts = ['featured', 'price-ascending', 'price-descending', 'rating-descending'];
  const world = {
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
    address: {
      name: 'Asha Rao',
      phone: '+91 98765 43210',
      street: '12 MG Road',
      city: 'Jaipur',
      state: 'Rajasthan',
      pincode: '302001',
      country: 'India',
    },
  };
  const file = path.join(shop.folder, 'world.json');
  fs.writeFileSync(file, JSON.stringify(world));
  return file;
}

/** CPU time of each part so far with all its processes, in ms; Linux only. */
function cpuOf(shop: OwnShop): Map<string, number> {
  const groups = new Map([...shop.pids()].map(([name, pid]) => [pid, name]));
  const times = new Map<string, number>();
  if (!fs.existsSync('/proc/self/stat')) return times;
  for (const entry of fs.readdirSync('/proc')) {
    const stat = /^\d+$/.test(entry) ? readStat(entry) : undefined;
    const name = stat && groups.get(stat.group);
    if (name) times.set(name, (times.get(name) ?? 0) + stat.ms);
  }
  return times;
}

/** Commands that MongoDB was sent so far, by name; without those of connections and watching. */
async function commandsOf(shop: OwnShop): Promise<Map<string, number>> {
  const client = await MongoClient.connect(shop.mongodbUri);
  try {
    const status = await client.db('admin').command({ serverStatus: 1 });
    const counts = Object.entries(status['metrics'].commands as Record<string, { total?: number } | number>);
    return new Map(
      counts.flatMap(([name, count]) =>
        typeof count === 'number' || NOT_OURS.has(name) ? [] : [[name, Number(count.total ?? 0)]],
      ),
    );
  } finally {
    await client.close();
  }
}

const NOT_OURS = new Set(['hello', 'isMaster', 'ping', 'serverStatus', 'endSessions', 'replSetUpdatePosition']);

/** How much each grew, for one flow; the most first. */
const growth = (before: Map<string, number>, after: Map<string, number>, flows: number): [string, number][] =>
  [...after]
    .map(([name, count]): [string, number] => [name, (count - (before.get(name) ?? 0)) / Math.max(1, flows)])
    .filter(([, count]) => count > 0.01)
    .sort(([, one], [, other]) => other - one);

const TICK_MS = 10;

function readStat(pid: string): { group: number; ms: number } | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { group: Number(fields[2]), ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}

/** The part of each process's memory that is its own, and its share of what it shares. */
function memoryOf(shop: OwnShop): string {
  if (!fs.existsSync('/proc/self/smaps_rollup')) return 'told on Linux only';
  return [...shop.pids()]
    .map(([name, pid]) => {
      const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return `${name} ${(Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)![1]) / 1024).toFixed(0)} MB`;
    })
    .join(', ');
}
