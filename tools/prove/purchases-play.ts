import { setTimeout as wait } from 'node:timers/promises';
import type { PlayedShop } from './own-shop.ts';
import type { Bookkeeper } from './purchases-books.ts';
import type { Books, ProductStock, UnfinishedEvents } from './purchases-checks.ts';
import type { ShopperContext } from './purchases-shopper.ts';
import { controlSandbox } from './sandbox-control.ts';
import { allProducts, setStock, withoutSizes } from './staff-products.ts';
import type { Visitor } from './visitor.ts';

const SETTLED_WITHIN_MS = 180_000;
/** Clock advance at the end, so that webhooks delayed by an hour arrive. */
const SANDBOX_AHEAD_MS = 2 * 3_600_000;
/** One of them may not have been able to register. */
const GATHER_WITHIN_MS = 30_000;

/** Sets the stock of as many products as there are pieces, through the staff API. */
export async function setInitialStock(stock: readonly number[], staff: Visitor, books: Bookkeeper) {
  const products = withoutSizes(await allProducts(staff)).slice(0, stock.length);
  if (products.length < stock.length) throw new Error('The demo data have too few products for this plan');
  for (const [index, product] of products.entries()) await setStock(staff, product, stock[index]!);
  const all = await books.stock();
  return products.map(
    ({ _id: productId }) => ({ productId, initial: all.get(productId)! }) satisfies Partial<ProductStock>,
  );
}

/** A meeting point per piece. The last one, or the end of patience for one that is missing, lets all go on at the same moment. */
export function gathering(): ShopperContext['gather'] {
  const meetings = new Map<number, PromiseWithResolvers<void> & { arrived: number }>();
  return async (piece, shoppers) => {
    const meeting = meetings.get(piece) ?? { ...Promise.withResolvers<void>(), arrived: 0 };
    meetings.set(piece, meeting);
    meeting.arrived += 1;
    if (meeting.arrived === shoppers) meeting.resolve();
    await Promise.race([meeting.promise, wait(GATHER_WITHIN_MS, undefined, { ref: false })]);
  };
}

/**
 * Waits until everything has settled, and reads the records while nothing moves: payments and disputes that are watched move again
 * every few seconds. On timeout `unsettled` says what still moves.
 */
export async function settle(
  shop: PlayedShop,
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

export async function control(shop: PlayedShop, call: string, body: object): Promise<void> {
  const response = await controlSandbox(shop.sandbox, call, body);
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${call}`);
}

/** Runs `work` on all items with limited concurrency. */
export async function forEachConcurrently<T>(
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
