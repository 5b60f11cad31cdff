import pathOf from 'node:path';
import { eventually, mailedCode, mailsIn } from '@shop/test-kit';
import type { BrowserContext, BrowserContextOptions, Page, Request, Route } from 'playwright-core';
import { ROOT } from '../../infra/config.ts';
import type { ShopState } from '../../infra/run/state.ts';
import { untilHydrated, untilWindowHydrated } from '../federation/page-watch.ts';
import { breakRemote } from '../federation/remote-faults.ts';
import type { Known, Screen, Visitor } from './screen.ts';

/** Height by width. */
export const HEIGHTS = { 320: 640, 390: 844, 700: 900, 768: 1024, 1024: 768, 1440: 900 } as const;
export type Width = keyof typeof HEIGHTS;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
/** Of a page that is opened: a change of theme redraws everything. */
const FIRST_THEME = THEMES[0];
/** That are listened to while a screen is opened. */
const PAGE_EVENTS = ['pageerror', 'request', 'requestfinished', 'requestfailed'];

const QUIET_MS = 400;
const FAILURE = { status: 503, body: { status: 503, code: 'service.unavailable', message: 'The shop is busy' } };
const DEMO_SHOPPER = { email: 'asha@aranya.example', password: 'marigold lantern 42' };
const SHIP_TO = {
  ...{ name: 'Asha Mehta', phone: '+919829012345', street: '14 Bapu Bazaar', city: 'Jaipur' },
  ...{ state: 'Rajasthan', pincode: '302003', country: 'India' },
};

export type ScreenShop = Pick<ShopState, 'url' | 'mailbox' | 'admin'>;

/** Opens the screens of a shop with demo data, each kind of visitor signed in once. */
export class ScreenVisits {
  readonly #shop: ScreenShop;
  readonly #newContext: (options: BrowserContextOptions) => Promise<BrowserContext>;
  readonly #contexts = new Map<Visitor, Promise<BrowserContext>>();
  /** Closed by their callers. Opening a screen in one takes half of the processor time that a new page takes. */
  readonly #free = new Map<BrowserContext, Page[]>();
  readonly #failures: string;
  #known: Promise<Known> | undefined;

  /** @param failures a folder for pictures of screens that could not be opened */
  constructor(
    shop: ScreenShop,
    newContext: (options: BrowserContextOptions) => Promise<BrowserContext>,
    failures: string,
  ) {
    this.#shop = shop;
    this.#newContext = newContext;
    this.#failures = failures;
  }

  /**
   * A page that shows the screen; undefined if the shop has no data for it. The caller gives it to `close`.
   * @throws naming a picture if it does not open, or throws itself
   */
  async open({ at, who, ...screen }: Screen, width: Width): Promise<Page | undefined> {
    const path = typeof at === 'string' ? at : at(await (this.#known ??= this.#findKnown()));
    if (!path) return undefined;
    const context = await this.#contextOf(who);
    const page = this.#free.get(context)?.pop() ?? (await context.newPage());
    const thrown: string[] = [];
    page.on('pageerror', ({ message }) => thrown.push(message));
    try {
      await page.emulateMedia({ colorScheme: FIRST_THEME, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await show(page, new URL(path, this.#shop.url).href, screen);
      if (thrown.length > 0) throw new Error(`The page threw: ${thrown.join(', ')}`);
      return page;
    } catch (error) {
      const picture = pathOf.join(this.#failures, `${path.replaceAll(/\W+/g, '-')}-${width}.png`);
      await page.screenshot({ path: picture }).catch(() => {});
      await page.close();
      throw new Error(`${(error as Error).message}\nTrace: ${pathOf.relative(ROOT, picture)}`, { cause: error });
    }
  }

  /** Leaves the screen, without what it kept for its tab; the page shows another one next. */
  async close(page: Page): Promise<void> {
    for (const event of PAGE_EVENTS) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(new URL('/robots.txt', this.#shop.url).href);
    await page.evaluate(() => sessionStorage.clear());
    this.#free.set(page.context(), [...(this.#free.get(page.context()) ?? []), page]);
  }

  /** Shared per visitor and opened on demand, because the shop limits the number of codes. */
  #contextOf(who: Visitor): Promise<BrowserContext> {
    const context = this.#contexts.get(who) ?? this.#openAs(who);
    this.#contexts.set(who, context);
    return context;
  }

  async #openAs(who: Visitor): Promise<BrowserContext> {
    const context = await this.#newContext({ colorScheme: FIRST_THEME, reducedMotion: 'reduce' });
    if (who !== 'guest') await this.#signIn(context, who === 'admin' ? this.#shop.admin : DEMO_SHOPPER);
    if (who === 'shopper') {
      await this.#buyAndFillCart(context);
      await this.#fillWishlist(context);
    }
    return context;
  }

  /** Signs in by the calls of the sign-in panel; reads the code from the mailbox. */
  async #signIn(context: BrowserContext, { email, password }: ShopState['admin']): Promise<void> {
    const since = new Date();
    await this.#post(context, '/auth/send-otp', { email, password });
    const otp = await mailedCode(this.#shop.mailbox, { to: email, since });
    await this.#post(context, '/auth/verify-otp', { email, otp });
  }

  /** An order if there is none, and products of two categories in an empty cart: the cheapest, of which order and cart need no PAN. */
  async #buyAndFillCart(context: BrowserContext): Promise<void> {
    const { orders } = await this.#get<{ orders: unknown[] }>(context, '/orders/my-orders');
    const { count } = await this.#get<{ count: number }>(context, '/cart');
    if (count > 0 && orders.length > 0) return;
    const fill = async () => {
      for (const category of ['earring', 'necklace']) await this.#addToCart(context, category);
    };
    if (count === 0) await fill();
    if (orders.length > 0) return;
    const payment = await this.#post<{ order: { id: string } }>(context, '/payment/create-order', {
      shippingInfo: SHIP_TO,
    });
    const control = new URL('/control/razorpay/pay', this.#shop.mailbox).href;
    const proof = await context.request.post(control, { data: { order_id: payment.order.id } });
    const verified = await this.#post<{ paymentId: string }>(
      context,
      '/payment/verify',
      (await proof.json()) as object,
    );
    await this.#post(context, '/order/new', { paymentInfo: { id: verified.paymentId } });
    await fill();
  }

  async #fillWishlist(context: BrowserContext): Promise<void> {
    const { products } = await this.#get<{ products: { _id: string; price: number }[] }>(context, '/products?limit=5');
    await this.#send(context, 'POST', '/wishlist/merge', {
      items: products.map(({ _id, price }) => ({ productId: _id, price })),
    });
  }

  async #addToCart(context: BrowserContext, category: string): Promise<void> {
    const { products } = await this.#get<{ products: { productGroup: string }[] }>(
      context,
      `/products/${category}?availability=in-stock&sort_by=price-ascending&limit=2`,
    );
    for (const { productGroup } of products) {
      const { product } = await this.#get<{
        product: { _id: string; detailsModel: string; detailsRef: { _id: string } & Record<string, string[]> };
      }>(context, `/product/group/${productGroup}`);
      const { _id: detailsRef, ...details } = product.detailsRef;
      const customizations = Object.fromEntries(
        ['chainLength', 'chainLengths', 'sizes', 'sizeOptions', 'earringSize', 'pendantSize'].flatMap((name) =>
          details[name]?.[0] ? [[name, details[name][0]]] : [],
        ),
      );
      await this.#post(context, '/cart', {
        ...{ productId: product._id, detailsRef, detailsModel: product.detailsModel, quantity: 1 },
        customizations: { costomization: 'no', ...customizations },
      });
    }
  }

  async #findKnown(): Promise<Known> {
    const context = await this.#contextOf('shopper');
    const { orders } = await this.#get<{ orders: { _id: string }[] }>(context, '/orders/my-orders');
    const { products } = await this.#get<{ products: { productGroup: string; _id: string }[] }>(
      context,
      '/products?availability=out-of-stock&limit=1',
    );
    const [soldOut] = products;
    const { products: first } = await this.#get<{ products: { _id: string }[] }>(context, '/products?limit=1');
    const order = orders[0]?._id;
    const { share } = await this.#send<{ share: { token: string } }>(context, 'PUT', '/wishlist/share', {
      showName: true,
    });
    return {
      sharedWishlist: `/wishlist/shared/${share.token}`,
      order,
      orderLink: order && (await this.#linkInMail(order)),
      product: first[0]?._id,
      soldOut: soldOut && `/product/group/${soldOut.productGroup}?variant=${soldOut._id}`,
    };
  }

  async #linkInMail(order: string): Promise<string | undefined> {
    const mails = await mailsIn(this.#shop.mailbox, { to: DEMO_SHOPPER.email });
    const link = new RegExp(`/order/link/${order}\\.\\S+`);
    return mails.flatMap(({ text }) => link.exec(text) ?? []).at(0);
  }

  async #get<T>(context: BrowserContext, at: string): Promise<T> {
    const answer = await context.request.get(`/api/v1${at}`);
    if (!answer.ok()) throw new Error(`${at} answered ${answer.status()}`);
    return (await answer.json()) as T;
  }

  #post<T>(context: BrowserContext, at: string, data: object): Promise<T> {
    return this.#send(context, 'POST', at, data);
  }

  async #send<T>(context: BrowserContext, method: 'POST' | 'PUT', at: string, data: object): Promise<T> {
    const headers = { origin: new URL(this.#shop.url).origin, 'idempotency-key': crypto.randomUUID() };
    const answer = await context.request.fetch(`/api/v1${at}`, { method, data, headers });
    if (!answer.ok()) throw new Error(`${at} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json().catch(() => undefined)) as T;
  }
}

/** Of a page at rest. */
export async function setTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await untilDrawn(page);
}

export async function setWidth(page: Page, width: Width): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await untilDrawn(page);
}

async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

async function show(
  page: Page,
  url: string,
  { api, open, broken, withoutPictures, isReadOnly, isMail }: Omit<Screen, 'at' | 'who'>,
): Promise<void> {
  const settled = settling(page, api?.path);
  if (isReadOnly) await makeReadOnly(page);
  if (broken) await breakRemote(page, broken, 'gone');
  if (withoutPictures) await page.route('**/*', keepBackPictures);
  let isAsked = false;
  if (api) {
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && api.path.test(pathname),
      async (route) => {
        if (api.method && route.request().method() !== api.method) return route.continue();
        isAsked = true;
        if (api.answer === 'waits') return;
        if (typeof api.answer === 'function') return changed(route, api.answer);
        const { status, body } = api.answer === 'fails' ? FAILURE : api.answer;
        const contentType = status < 400 ? 'application/json' : 'application/problem+json';
        return route.fulfill({ status, contentType, body: JSON.stringify(body) });
      },
    );
  }
  if (isMail) {
    // Without the headers of its preview, under which no script runs: those of this program neither.
    await page.setContent(await (await page.request.get(url)).text());
  } else {
    await page.goto(url);
    await untilHydrated(page, '.skip-link');
  }
  await settled();
  // Until then links change the document, and presses may come too early.
  if (!broken && !isMail) await untilWindowHydrated(page);
  if (open) {
    await open(page);
    await settled();
  }
  // Otherwise the screen would show what the shop has, not what it is named after.
  if (api && !isAsked) {
    await eventually(() => isAsked, { what: `a call like ${api.path}` });
    await settled();
  }
}

const keepBackPictures = (route: Route) =>
  route.request().resourceType() === 'image' ? route.abort() : route.fallback();

/** Ends all motion, and loads what is outside of the window too. */
export async function bringToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A change of theme would draw a transition of every colour: a third of the sweep's processor time.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important }');
    document.adoptedStyleSheets.push(sheet);
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
    await eventually(
      () => {
        if (open.size > 0) throw new Error(`open: ${[...open].map((request) => request.url()).join(' ')}`);
        return Date.now() - last > QUIET_MS;
      },
      { what: 'a page at rest' },
    );
  };
}
