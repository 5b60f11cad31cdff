// `npm run screens [-- name …] [--out DIR] [--widths 390,1440] [--themes dark] [--axe]`: a picture of every screen of the running shop, or
// of the named ones, at three widths in both themes, in `.run/screens`; with `--axe` also what axe finds on them.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { eventually } from '@shop/test-kit';
import type { BrowserContext, Page, Request, Route } from 'playwright-core';
import { RUN_FOLDER } from '../../infra/config.ts';
import { runningShop, type ShopState } from '../../infra/run/state.ts';
import { axeFindings } from '../axe.ts';
import { closeBrowser, openBrowser } from '../browser.ts';
import { untilHydrated } from '../federation/page-watch.ts';
import { SCREENS, type Known, type Screen, type Visitor } from './screens.ts';

/** Height by width. */
const WIDTHS = { 320: 640, 390: 844, 700: 900, 768: 1024, 1024: 768, 1440: 900 } as const;
const DEFAULT_WIDTHS = [390, 768, 1440];
const THEMES = ['light', 'dark'] as const;
const MAX_HEIGHT = 6000;
const QUIET_MS = 400;
const FAILURE = { status: 503, body: { status: 503, code: 'service.unavailable', message: 'The shop is busy' } };
const DEMO_SHOPPER = { email: 'asha@aranya.example', password: 'marigold lantern 42' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: path.join(RUN_FOLDER, 'screens') },
    widths: { type: 'string', default: DEFAULT_WIDTHS.join() },
    themes: { type: 'string', default: THEMES.join() },
    axe: { type: 'boolean', default: false },
  },
});
const shop = runningShop();
if (!shop) fail('No shop is running: npm start -- --detach');
const unknown = positionals.filter((name) => !SCREENS[name]);
if (unknown.length > 0) fail(`Unknown screen ${unknown.join(', ')}; available: ${Object.keys(SCREENS).join(', ')}`);
const out = path.resolve(values.out);
const widths = values.widths.split(',').map(Number) as (keyof typeof WIDTHS)[];
const themes = values.themes.split(',') as (typeof THEMES)[number][];
const wanted = Object.entries(SCREENS).filter(([name]) => positionals.length === 0 || positionals.includes(name));

fs.mkdirSync(out, { recursive: true });
const contexts = new Map<Visitor, Promise<BrowserContext>>();
let known: Promise<Known> | undefined;
let missing = 0;
for (const [name, screen] of wanted) {
  const context = await contextOf(screen.who);
  const at = typeof screen.at === 'string' ? screen.at : screen.at(await (known ??= findKnown()));
  if (!at) {
    console.log(`– ${name}: skipped, the shop has no data for it`);
    continue;
  }
  // A new page per width, because menus differ between phone and desktop.
  for (const width of widths) {
    const page = await context.newPage();
    try {
      await page.setViewportSize({ width, height: WIDTHS[width] });
      await show(page, at, screen, settling(page, screen.api?.path));
      for (const theme of themes) {
        await picture(page, `${name}-${width}-${theme}.png`, theme);
        if (!values.axe) continue;
        for (const finding of await axeFindings(page, { targetSize: true })) {
          missing++;
          console.error(`✗ ${name} at ${width}, ${theme}: ${finding}`);
        }
      }
    } catch (error) {
      missing++;
      console.error(`✗ ${name} at ${width}: ${(error as Error).message.split('\n')[0]}`);
      await page.screenshot({ path: path.join(out, `failed-${name}-${width}.png`) }).catch(() => {});
    } finally {
      await page.close();
    }
  }
  console.log(`✔ ${name}`);
}
await closeBrowser();
console.log(`In ${out}`);
process.exitCode = missing > 0 ? 1 : 0;

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}

async function show(
  page: Page,
  at: string,
  { api, open, isReadOnly, isMail }: Screen,
  settled: () => Promise<void>,
): Promise<void> {
  if (isReadOnly) await makeReadOnly(page);
  if (api) {
    await page.route(
      (url) => url.pathname.startsWith('/api/') && api.path.test(url.pathname),
      async (route) => {
        if (api.method && route.request().method() !== api.method) return route.continue();
        if (api.answer === 'waits') return;
        if (typeof api.answer === 'function') return changed(route, api.answer);
        const { status, body } = api.answer === 'fails' ? FAILURE : api.answer;
        const contentType = status < 400 ? 'application/json' : 'application/problem+json';
        return route.fulfill({ status, contentType, body: JSON.stringify(body) });
      },
    );
  }
  await page.goto(shop!.url + at);
  if (!isMail) await untilHydrated(page, '.skip-link');
  await settled();
  await open?.(page);
  await settled();
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll<HTMLImageElement>('img[loading=lazy]')) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    await document.fonts.ready;
  });
}

/** Answers as the service does, with some of it changed. */
async function changed(route: Route, change: (body: never) => object): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: response.ok() ? change((await response.json()) as never) : undefined });
}

/** Calls that are answered while the shop is read-only, beside every GET. */
const GOES_ON = /\/(calculate-price|checkout\/quote|auth\/refresh|logout|order\/new)$/;
const READ_ONLY = {
  status: 503,
  code: 'shop.read-only',
  message: 'We are looking after the shop: it can be read, but not changed, for some minutes. Please try again then',
};

/** Answers as the gateway does then. */
async function makeReadOnly(page: Page): Promise<void> {
  const until = new Date(Date.now() + 20 * 60_000).toISOString();
  await page.route('**/api/v1/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/events')) return route.continue();
    if (route.request().method() === 'GET' || GOES_ON.test(pathname)) {
      const response = await route.fetch();
      return route.fulfill({ response, headers: { ...response.headers(), 'shop-read-only': until } });
    }
    const headers = { 'shop-read-only': until, 'content-type': 'application/problem+json' };
    return route.fulfill({ status: READ_ONLY.status, headers, body: JSON.stringify(READ_ONLY) });
  });
}

/** Returns a function that waits until the network is idle; ignores streams and `held` calls. */
function settling(page: Page, held: RegExp | undefined): () => Promise<void> {
  const open = new Set<Request>();
  let last = Date.now();
  const counts = (request: Request) =>
    request.resourceType() !== 'eventsource' && !held?.test(new URL(request.url()).pathname);
  page.on('request', (request) => {
    last = Date.now();
    if (counts(request)) open.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event as 'requestfinished', (request) => {
      last = Date.now();
      open.delete(request);
    });
  }
  return async () => {
    await eventually(() => open.size === 0 && Date.now() - last > QUIET_MS, {
      what: 'a page at rest',
      withinMs: 15_000,
    });
  };
}

async function picture(page: Page, file: string, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Wait for the colour transition from the other theme.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() => document.getAnimations().every((one) => !(one instanceof CSSTransition)));
  const height = await page.evaluate(() => (document.querySelector('dialog[open]') ? 0 : document.body.scrollHeight));
  const { width, height: seen } = page.viewportSize()!;
  const whole = Math.min(Math.max(height, seen), MAX_HEIGHT);
  await page.screenshot({
    path: path.join(out, file),
    ...(whole > seen && { fullPage: true, clip: { x: 0, y: 0, width, height: whole } }),
  });
}

/** Contexts are shared per visitor and opened on demand, because the shop limits the number of codes. */
function contextOf(who: Visitor): Promise<BrowserContext> {
  const context = contexts.get(who) ?? openAs(who, shop!);
  contexts.set(who, context);
  return context;
}

async function openAs(who: Visitor, { url, admin }: ShopState): Promise<BrowserContext> {
  const context = await (await openBrowser()).newContext({ baseURL: url });
  if (who !== 'guest') await signIn(context, who === 'admin' ? admin : DEMO_SHOPPER);
  if (who === 'shopper') await fillCart(context);
  return context;
}

/** Signs in by the calls of the sign-in panel; reads the code from the mailbox. */
async function signIn(context: BrowserContext, { email, password }: ShopState['admin']): Promise<void> {
  const since = new Date();
  await post(context, '/auth/send-otp', { email, password });
  const query = new URLSearchParams({ to: email, since: since.toISOString(), limit: '1' });
  for (const until = Date.now() + 20_000; Date.now() < until;) {
    const { messages } = (await (await context.request.get(`${shop!.mailbox}/messages?${query}`)).json()) as {
      messages: { subject: string; text?: string }[];
    };
    const otp = /\b\d{6}\b/.exec(`${messages[0]?.subject} ${messages[0]?.text}`)?.[0];
    if (otp) return post(context, '/auth/verify-otp', { email, otp });
  }
  throw new Error(`no code was mailed to ${email}`);
}

/** Fills an empty cart with the first products of two categories. */
async function fillCart(context: BrowserContext): Promise<void> {
  const { count } = await get<{ count: number }>(context, '/cart');
  if (count > 0) return;
  for (const category of ['earring', 'necklace']) {
    const { products } = await get<{ products: { productGroup: string }[] }>(
      context,
      `/products/${category}?availability=in-stock&limit=2`,
    );
    for (const { productGroup } of products) {
      const { product } = await get<{
        product: { _id: string; detailsModel: string; detailsRef: { _id: string } & Record<string, string[]> };
      }>(context, `/product/group/${productGroup}`);
      const { _id: detailsRef, ...details } = product.detailsRef;
      const customizations = Object.fromEntries(
        ['chainLength', 'chainLengths', 'sizes', 'sizeOptions', 'earringSize', 'pendantSize'].flatMap((name) =>
          details[name]?.[0] ? [[name, details[name][0]]] : [],
        ),
      );
      await post(context, '/cart', {
        ...{ productId: product._id, detailsRef, detailsModel: product.detailsModel, quantity: 1 },
        customizations: { costomization: 'no', ...customizations },
      });
    }
  }
}

async function findKnown(): Promise<Known> {
  const context = await contextOf('shopper');
  const { orders } = await get<{ orders: { _id: string }[] }>(context, '/orders/my-orders');
  const { products } = await get<{ products: { productGroup: string; _id: string }[] }>(
    context,
    '/products?availability=out-of-stock&limit=1',
  );
  const [soldOut] = products;
  return {
    order: orders[0]?._id,
    soldOut: soldOut && `/product/group/${soldOut.productGroup}?variant=${soldOut._id}`,
  };
}

async function get<T>(context: BrowserContext, at: string): Promise<T> {
  const answer = await context.request.get(`/api/v1${at}`);
  if (!answer.ok()) throw new Error(`${at} answered ${answer.status()}`);
  return (await answer.json()) as T;
}

async function post(context: BrowserContext, at: string, data: object): Promise<void> {
  const headers = { origin: new URL(shop!.url).origin, 'idempotency-key': crypto.randomUUID() };
  const answer = await context.request.post(`/api/v1${at}`, { data, headers });
  if (!answer.ok()) throw new Error(`${at} answered ${answer.status()}: ${await answer.text()}`);
}
