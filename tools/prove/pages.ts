import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually } from '@shop/test-kit';
import type { ShopState } from '../../infra/run/state.ts';
import { type Page, PageVisitor } from './pages-visitor.ts';
import { publishUnrelated } from './pages-events.ts';
import { allProducts, type StaffProduct } from './staff-products.ts';
import { Visitor } from './visitor.ts';
import { startWholeShop } from './whole-shop.ts';

export const description =
  'Pages come complete or not at all, also while a service hangs, and stay cached through unrelated events (--seconds N)';

const PORT_OFFSET = 1_200;
const VISITORS = 12;
const UNCACHED_PAGES = 100;
const MAX_PAGE_MS = 10_000;
const MAX_UNAVAILABLE_MS = 3_000;
const WARM_PAGES = 200;
const EVENT_INTERVAL_MS = 40;
const MIN_HIT_RATIO = 0.95;
const MAX_DROP_MS = 2_000;
const OWN_CHANGES = 5;
/** Between two pages of a visitor of the warm cache: together about forty a second. */
const PAUSE_MS = 300;
/** With their status, and where they lead. */
const ADDRESSES: readonly [href: string, status: number, location?: string][] = [
  [`/search?q=${'x'.repeat(101)}`, 400],
  ['/search?q=ring&page=99999', 404],
  ['/search?q=ring&page=9999', 404],
  ['/product/group/a%2Fb', 404],
  ['/product/group/AR-0', 404],
  [`/product/group/${'x'.repeat(61)}`, 400],
  [`/product/${'x'.repeat(101)}`, 400],
  [`/product/ring/${'x'.repeat(300)}`, 400],
  [`/material/${'x'.repeat(2_000)}`, 400],
  ['/product/no-such-category', 404],
  ['/product/%E0%A4', 404],
  ['/material/gold?page=99999', 404],
  ['/shop?page=999', 404],
  ['/shop?page=0', 404],
  ['/shop?page=abc', 404],
  ['/shop?sort_by=nothing', 400],
  ['/shop?filter.price.gte=9&filter.price.lte=1', 400],
  ['/size-guide/nothing', 404],
  ['/nowhere', 404],
  ['/product/Ring', 301, '/product/ring'],
  ['/product/ring/?page=2', 301, '/product/ring?page=2'],
  ['/shop/', 301, '/shop'],
  ['/ABOUT', 301, '/about'],
];
/** In groups of variants. */
const PRODUCTS = 1_400;

/** `--seconds N`: how long the warm cache is measured. @returns whether every target was met. */
export async function run(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '60' } } });
  const shop = await startWholeShop({ name: 'prove-pages', portOffset: PORT_OFFSET });
  try {
    await shop.command('demo-data.ts', 'catalog', '--products', String(PRODUCTS));
    return await prove(shop.state, Number(values.seconds));
  } finally {
    await shop.stop();
  }
}

async function prove(shop: ShopState, seconds: number): Promise<boolean> {
  const met: boolean[] = [];
  const report = (line: string, isMet: boolean) => {
    console.log(`${isMet ? 'met   ' : 'missed'} ${line}`);
    met.push(isMet);
  };
  const staff = new Visitor({ url: shop.url, origin: new URL(shop.url).origin, mailbox: shop.mailbox });
  await staff.signIn(shop.admin.email, shop.admin.password);
  const products = await allProducts(staff);
  const groups = [...new Set(products.map(({ productGroup }) => `/product/group/${productGroup}`))];
  const needed = UNCACHED_PAGES + 2 * VISITORS + WARM_PAGES;
  if (groups.length < needed) throw new Error(`${groups.length} product groups, ${needed} needed`);
  const take = (count: number) => groups.splice(0, count);
  const visitors = Array.from({ length: VISITORS }, (_, i) => new PageVisitor(shop.url, `127.0.1.${i + 1}`));

  const uncached = await openAll(visitors, take(UNCACHED_PAGES));
  const complete = uncached.filter(({ isComplete }) => isComplete).length;
  report(
    `${complete} of ${UNCACHED_PAGES} uncached pages by ${VISITORS} visitors came complete, ` +
      `${uncached.filter(({ status }) => status === 503).length} as 503; slowest ${slowest(uncached)} ms (${MAX_PAGE_MS})`,
    complete === UNCACHED_PAGES && slowest(uncached) <= MAX_PAGE_MS,
  );

  const odd = await Promise.all(
    ADDRESSES.map(async ([href, ...expected]) => {
      const { status, headers } = await visitors[0]!.twin().open(href);
      const found = [status, headers.location];
      return {
        is: String(found) === String([...expected, undefined].slice(0, 2)),
        line: `${href.slice(0, 40)} is ${found.join(' ')}`,
      };
    }),
  );
  report(
    `${odd.filter(({ is }) => is).length} of ${odd.length} odd addresses have their status` +
      odd.flatMap(({ is, line }) => (is ? [] : `\n         ${line}`)).join(''),
    odd.every(({ is }) => is),
  );

  for (const { service, its, others } of [
    { service: 'catalog', its: take(VISITORS), others: ['/about', '/faqs', '/privacy-policy', '/size-guide/ring'] },
    { service: 'content', its: ['/shipping-policy', '/terms-conditions', '/refund-return'], others: take(VISITORS) },
  ]) {
    const resume = hang(shop, service);
    try {
      const [own, other] = await Promise.all([
        openAll(visitors, its),
        openAll(
          visitors.map((v) => v.twin()),
          others,
        ),
      ]);
      const isRefused = ({ status, headers }: Page) =>
        status === 503 && Number(headers['retry-after']) > 0 && headers['cache-control'] === 'no-store';
      report(
        `${service} hangs: ${own.filter(isRefused).length} of its ${its.length} pages are a 503 with Retry-After that no cache keeps, ` +
          `within ${slowest(own)} ms (${MAX_UNAVAILABLE_MS}); ${other.filter(({ isComplete }) => isComplete).length} of ` +
          `${others.length} others complete, within ${slowest(other)} ms`,
        own.every(isRefused) && slowest(own) <= MAX_UNAVAILABLE_MS && other.every(({ isComplete }) => isComplete),
      );
    } finally {
      resume();
    }
    for (const href of its) await eventually(async () => (await visitors[0]!.open(href)).isComplete, soon(href));
  }

  const warm = take(WARM_PAGES);
  await openAll(visitors, warm);
  const stop = await publishUnrelated(rabbitmqUrl(shop), EVENT_INTERVAL_MS);
  const end = Date.now() + seconds * 1000;
  const pages: Page[] = [];
  const browse = async (visitor: PageVisitor, first: number) => {
    for (let i = first; Date.now() < end; i += VISITORS) {
      pages.push(await visitor.open(`${warm[i % warm.length]}?utm_source=${i}`));
      await wait(PAUSE_MS);
    }
  };
  await Promise.all(visitors.map(browse));
  const hits = pages.filter(({ headers }) => headers['x-page'] !== 'rendered').length;
  report(
    `${hits} of ${pages.length} requests for ${WARM_PAGES} warm pages were hits (${percent(hits / pages.length)}, at least ` +
      `${percent(MIN_HIT_RATIO)}) while an unrelated event came every ${EVENT_INTERVAL_MS} ms`,
    hits / pages.length >= MIN_HIT_RATIO && pages.every(({ isComplete }) => isComplete),
  );

  const lags: number[] = [];
  for (const href of warm.slice(0, OWN_CHANGES)) {
    const product = products.find(({ productGroup }) => href.endsWith(`/${productGroup}`))!;
    const name = `Renamed ${product.productGroup}`;
    // The page shows the first variant, whichever that is.
    for (const { _id } of products.filter(({ productGroup }) => productGroup === product.productGroup)) {
      await staff.ask(`/admin/product/${_id}`, { method: 'PUT', body: { name } });
    }
    const changedAt = Date.now();
    await eventually(
      async () => (await visitors[0]!.open(href)).body.includes(name),
      soon(`${href} with its new name`),
    );
    lags.push(Date.now() - changedAt);
  }
  await stop();
  report(
    `a product's own change is on its page after at most ${Math.max(...lags)} ms (${MAX_DROP_MS})`,
    Math.max(...lags) <= MAX_DROP_MS,
  );

  const [renamed, removed] = await namesLeave(shop, staff, visitors[0]!, products, warm.slice(-2 * OWN_CHANGES));
  report(
    `the name of a renamed person leaves a page after at most ${renamed} ms, of a deleted person ${removed} ms (${MAX_DROP_MS})`,
    Math.max(renamed, removed) <= MAX_DROP_MS,
  );
  return met.every(Boolean);
}

/** Reviewers of `hrefs` change their names, every other one is deleted. @returns the longest that a page kept a name, in ms */
async function namesLeave(
  shop: ShopState,
  staff: Visitor,
  reader: PageVisitor,
  products: readonly StaffProduct[],
  hrefs: readonly string[],
): Promise<[renamed: number, deleted: number]> {
  const longest: [number, number] = [0, 0];
  for (const [index, href] of hrefs.entries()) {
    const { _id } = products.find(({ productGroup }) => href.endsWith(`/${productGroup}`))!;
    const reviewer = new Visitor({ url: shop.url, origin: new URL(shop.url).origin, mailbox: shop.mailbox });
    const name = `Reviewer ${String.fromCodePoint(65 + index)}`;
    const email = `reviewer-${index}@example.com`;
    const userId = await reviewer.register({ name, email, password: `many reviewers few words ${index}` });
    await reviewer.post(`/rating/${_id}`, { rating: 5, review: 'Worn every day since.' });
    const shows = async () => (await reader.open(href)).body.includes(name);
    await eventually(shows, soon(`${href} with its reviewer`));
    const isDeleted = index % 2 === 1;
    const { status } = isDeleted
      ? await staff.ask(`/admin/user/${userId}`, { method: 'DELETE' })
      : await reviewer.ask('/me/update', { method: 'PUT', body: { name: 'Somebody Else' } });
    if (status >= 300) throw new Error(`The name was not changed: ${status}`);
    const changedAt = Date.now();
    await eventually(async () => !(await shows()), soon(`${href} without its reviewer`));
    longest[Number(isDeleted)] = Math.max(longest[Number(isDeleted)]!, Date.now() - changedAt);
  }
  return longest;
}

/** Each visitor opens its share, one page after the other. */
async function openAll(visitors: readonly PageVisitor[], hrefs: readonly string[]): Promise<Page[]> {
  const queue = [...hrefs];
  const pages: Page[] = [];
  const visit = async (visitor: PageVisitor) => {
    for (let href = queue.shift(); href; href = queue.shift()) pages.push(await visitor.open(href));
  };
  await Promise.all(visitors.map(visit));
  return pages;
}

/** Stops the service's process without ending it; the returned function lets it go on. */
function hang(shop: ShopState, service: string): () => void {
  const pid = shop.parts.find(({ name }) => name === service)!.process!.pid;
  process.kill(pid, 'SIGSTOP');
  return () => process.kill(pid, 'SIGCONT');
}

/** Seldom enough for the edge's limit of pages per address. */
const soon = (what: string) => ({ what, everyMs: 50 });
const slowest = (pages: readonly Page[]): number => Math.max(...pages.map(({ ms }) => ms));
const percent = (ratio: number): string => `${(ratio * 100).toFixed(1)} %`;
const rabbitmqUrl = (shop: ShopState): string => shop.parts.find(({ name }) => name === 'rabbitmq')!.url!;
