import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { BSON, type Document, MongoClient } from 'mongodb';
import { readConfig, ROOT } from '../../infra/config.ts';
import { portsFrom } from '../../infra/ports.ts';
import { Buyer, type Currency } from './buyer.ts';
import { buildParts, type OwnShop, startOwnShop } from './own-shop.ts';
import { lastRelease, projectAt } from './project-copy.ts';
import { Bookkeeper } from './purchases-books.ts';
import { CHECKS } from './purchases-checks.ts';
import { forEachConcurrently, setInitialStock, settle } from './purchases-play.ts';
import { countOf } from './seeded.ts';
import { SHORT_DURATIONS } from './short-durations.ts';
import { type Reply, Visitor } from './visitor.ts';

export const description =
  'A filled shop of the last release is upgraded and taken back: bills stay byte by byte, and it sells in each version (--orders N, --from COMMIT)';

const PORT_OFFSET = 1_900;
const ORDERS = 1_000;
const BUYERS = 8;
/** After the upgrade, and after it is taken back, by each buyer. */
const FURTHER_ORDERS = 2;
const PIECES = 10;
const AMPLE_STOCK = 100_000;
/** Drawn and compared. */
const DRAWN = 20;
const SHOWN_COMPLAINTS = 12;
const CURRENCIES: readonly Currency[] = ['INR', 'INR', 'INR', 'INR', 'USD', 'EUR', 'GBP', 'JPY'];

/** @returns whether every bill stayed and every purchase succeeded */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: { orders: { type: 'string', default: String(ORDERS) }, from: { type: 'string' } },
  });
  const orders = countOf('--orders', values.orders);
  const commit = values.from ?? lastRelease();
  console.log(`the release before: ${commit}`);
  const release = await projectAt(commit);
  try {
    await Promise.all([buildParts(release), buildParts()]);
    return await upgrade(release, orders);
  } finally {
    fs.rmSync(release, { recursive: true, force: true });
  }
}

async function upgrade(release: string, orders: number): Promise<boolean> {
  const shop = await startOwnShop({
    name: 'prove-upgrade',
    ports: portsFrom(readConfig().SHOP_PORT_BASE + PORT_OFFSET),
    environment: SHORT_DURATIONS,
    products: 8 * PIECES,
    root: release,
  });
  let allKept = false;
  try {
    allKept = await play(shop, { orders, release });
  } finally {
    await shop.close({ keepLogs: !allKept });
  }
  return allKept;
}

async function play(shop: OwnShop, { orders, release }: { orders: number; release: string }): Promise<boolean> {
  const books = await Bookkeeper.open(shop);
  const mongodb = await MongoClient.connect(shop.mongodbUri);
  const complaints: string[] = [];
  try {
    const staff = new Visitor(shop);
    await staff.signIn(shop.secrets.admin.email, shop.secrets.admin.password);
    const pieces = await setInitialStock(Array<number>(PIECES).fill(AMPLE_STOCK), staff, books);
    const counted = { pieces, since: new Date(), bank: { ledger: () => [] } };
    const buyers = CURRENCIES.slice(0, BUYERS).map(
      (currency, index) => new Buyer(shop, { name: `Buyer ${index}`, currency }),
    );
    for (const buyer of buyers) await buyer.register();
    const shoppers = buyers.map((buyer) => ({ buyer, added: new Map<string, number>(), orderId: undefined }));
    const bought: string[] = [];
    const buyAll = async (count: number) => {
      let left = count;
      await forEachConcurrently(buyers, BUYERS, async (buyer) => {
        while (left-- > 0) bought.push(await buy(buyer, pieces[left % pieces.length]!.productId));
      });
    };
    const whenSettled = async (when: string) => {
      const { read, unsettled } = await settle(shop, books, () => books.read(shoppers, counted));
      if (unsettled) complaints.push(`${when}: not settled: ${unsettled}`);
      for (const { title, complaints: of } of CHECKS) {
        const found = of(read).slice(0, SHOWN_COMPLAINTS);
        complaints.push(...found.map(({ text }) => `${when}: ${title}: ${text}`));
      }
    };

    let began = Date.now();
    await buyAll(orders);
    await whenSettled('in the release before');
    console.log(`${bought.length} orders in the release before, settled after ${seconds(began)}`);
    const bills = await billsIn(mongodb);
    const drawn = await drawnBills(shop.url, buyers, bought.slice(0, DRAWN));

    const upgrade = new Date();
    for (const [when, root] of [
      ['upgraded', ROOT],
      ['taken back', release],
    ] as const) {
      began = Date.now();
      await shop.replaceParts(root);
      if (root === release) books.ignoreHandlersSince(upgrade);
      console.log(`${when} in ${seconds(began)}`);
      complaints.push(...differences(bills, await billsIn(mongodb)).map((text) => `${when}: ${text}`));
      const again = await drawnBills(shop.url, buyers, [...drawn.keys()]);
      complaints.push(...differences(drawn, again).map((text) => `${when}: drawn, ${text}`));
      const before = bought.length;
      await buyAll(FURTHER_ORDERS * BUYERS);
      await whenSettled(when);
      const unread = await unreadableOrders(staff, bought);
      complaints.push(...unread.map((text) => `${when}: ${text}`));
      console.log(
        `${when}: ${bills.size} bills compared, ${drawn.size} of them drawn, ${bought.length - before} orders more`,
      );
    }
  } finally {
    await mongodb.close();
    await books.close();
  }
  for (const text of complaints) console.log(`✗ ${text}`);
  if (complaints.length === 0) console.log('✓ bills stayed byte by byte, and each version sold and read all orders');
  return complaints.length === 0;
}

/** @returns the order's id */
async function buy(buyer: Buyer, productId: string): Promise<string> {
  mustSucceed('a checkout', await buyer.checkOut({ productId, quantity: 1 }));
  mustSucceed('a payment', await buyer.begin());
  await buyer.pay();
  const paid = mustSucceed('the return', await buyer.return());
  const paymentId = paid.body.paymentId ?? paid.body.id ?? (await buyer.paymentOfCheckout());
  return buyer.awaitOrder(paymentId);
}

function mustSucceed(what: string, reply: Reply): Reply {
  if (reply.status < 400 && reply.status > 0) return reply;
  throw new Error(`${what} answered ${reply.status} ${reply.code}`);
}

/** What was billed, and the whole of each invoice and credit note, as stored: bytes by what they are of. */
async function billsIn(mongodb: MongoClient): Promise<Map<string, string>> {
  const bills = new Map<string, string>();
  const shop = mongodb.db('shop-cart-order');
  const billed = { bill: 1, amounts: 1, currency: 1, gstRate: 1, shippingInfo: 1, 'payment.amount': 1 };
  for await (const order of shop.collection<Document>('orders').find({}, { projection: billed })) {
    bills.set(`order ${order['_id']}`, hex(order));
  }
  for await (const document of shop.collection<Document>('invoices').find()) {
    bills.set(`document ${document['_id']}`, hex(document));
  }
  return bills;
}

const hex = (document: Document): string => Buffer.from(BSON.serialize(document)).toString('hex');

/** Invoices as their buyers get them, without the time at which they were drawn. */
async function drawnBills(
  url: string,
  buyers: readonly Buyer[],
  orders: readonly string[],
): Promise<Map<string, string>> {
  const drawn = new Map<string, string>();
  for (const order of orders) {
    for (const { visitor } of buyers) {
      const answer = await fetch(`${url}/api/v1/order/${order}/invoice`, { headers: { cookie: visitor.cookie } });
      const bytes = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      if (answer.status !== 200) continue;
      drawn.set(order, bytes.replaceAll(/\(D:\d+Z\)|\/ID\s*\[[^\]]*\]/g, ''));
      break;
    }
  }
  return drawn;
}

/** What is missing or other than before; what is new is not compared. */
function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([what, bytes]) => {
    const now = after.get(what);
    if (now === bytes) return [];
    return [now === undefined ? `${what} is missing` : `the bill of ${what} is not the same`];
  });
}

/** Of both versions: staff can open each. */
async function unreadableOrders(staff: Visitor, orders: readonly string[]): Promise<string[]> {
  const unread: string[] = [];
  for (const order of orders) {
    const { status, code } = await staff.ask(`/order/${order}`);
    if (status !== 200) unread.push(`order ${order} answers ${status} ${code}`);
  }
  return unread;
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;
