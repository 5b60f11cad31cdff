/// <reference lib="dom" />
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { provideChromium } from '../../infra/provision/chromium.ts';
import { runningShop } from '../../infra/run/state.ts';
import { Visitor } from '../prove/visitor.ts';

export const description =
  'Presses on a phone: until the next frame at a processor slowed four times (INP), and until the next page at full speed';

const MAX_INP_MS = 200;
const MAX_NEXT_PAGE_MS = 300;
const SLOWED = 4;
/** Until what a press started is over. */
const PAUSE_MS = 1_000;
const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];
const SHOPPER = { email: 'asha@aranya.example', password: 'marigold lantern 42' };
const LISTING = '/product/ring';
const PIECE = '/product/group/AR-1006';
/** Has nothing that must be chosen first. */
const PLAIN = '/product/group/AR-1105';

/** In the order of a visit; each is pressed where the one before left the page. */
const PRESSES: readonly { name: string; at?: string; press: (page: Page) => Promise<void> }[] = [
  { name: 'menu', at: '/', press: (page) => page.getByRole('banner').locator('summary').first().tap() },
  { name: 'filter', at: LISTING, press: (page) => page.getByRole('link', { name: /^Filter/ }).tap() },
  {
    name: 'swatch of a card',
    at: LISTING,
    press: (page) => page.getByRole('list', { name: 'Comes in' }).first().getByRole('link').last().tap(),
  },
  {
    name: 'metal of a piece',
    at: PIECE,
    press: (page) =>
      page
        .locator('#page')
        .getByRole('link', { name: /^(Rose|White|Yellow) Gold/ })
        .last()
        .tap(),
  },
  { name: 'made to order', at: PIECE, press: (page) => page.getByRole('tab', { name: 'Customization' }).tap() },
  {
    name: 'add to cart',
    at: PLAIN,
    press: (page) => page.getByRole('button', { name: 'Add to cart' }).first().tap(),
  },
  {
    name: 'zoom',
    at: PIECE,
    press: (page) =>
      page
        .getByRole('button', { name: /^Enlarge/ })
        .first()
        .tap(),
  },
  { name: 'cart drawer', at: PIECE, press: (page) => page.locator('[data-part="checkout/cart-button"] button').tap() },
  {
    name: 'quantity',
    // The cart of the demo's shopper fills up with each round.
    press: (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^One (more|less)/ })
        .and(page.locator(':enabled'))
        .first()
        .tap(),
  },
  { name: 'search', at: '/', press: (page) => page.getByRole('banner').getByRole('button', { name: 'Search' }).tap() },
];

const VISITS: readonly { name: string; from: string; press: (page: Page) => Promise<void> }[] = [
  { name: 'home to a listing', from: '/', press: (page) => page.locator('#page a[href^="/product/"]').first().tap() },
  {
    name: 'listing to a piece',
    from: LISTING,
    press: (page) => page.locator('#page article h2 a').nth(1).tap(),
  },
  {
    name: 'piece to its listing',
    from: PIECE,
    press: (page) =>
      page
        .getByRole('navigation', { name: /breadcrumb/i })
        .getByRole('link')
        .last()
        .tap(),
  },
];

/**
 * Needs a running shop with demo data. `--rounds 3`: the worst INP and the middle of the next pages count.
 * @returns whether all targets were met
 */
export async function run(args: readonly string[] = []): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '3' } } });
  const rounds = Number(values.rounds);
  const shop = runningShop();
  if (!shop) throw new Error('No shop is running: npm start -- --detach');
  const browser = await chromium.launch({ executablePath: await provideChromium(), args: ARGUMENTS });
  const met: boolean[] = [];
  const report = (text: string, isMet: boolean) => {
    met.push(isMet);
    console.log(`${isMet ? ' ' : '!'} ${text}`);
  };
  try {
    const context = await browser.newContext({
      baseURL: shop.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await signIn(context, shop);
    await context.addInitScript(collectPresses);
    const worst = new Map<string, number>();
    for (let round = 0; round < rounds; round++) {
      for (const [name, ms] of await pressEach(await context.newPage())) {
        worst.set(name, Math.max(worst.get(name) ?? 0, ms));
      }
    }
    for (const [name, ms] of worst) {
      report(
        `${name}: ${ms} ms until the next frame, ${SLOWED} times slowed (at most ${MAX_INP_MS})`,
        ms <= MAX_INP_MS,
      );
    }
    for (const { name, from, press } of VISITS) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) times.push(await nextPage(await context.newPage(), from, press));
      const middle = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!;
      report(
        `${name}: ${middle.toFixed(0)} ms until it is shown (at most ${MAX_NEXT_PAGE_MS})`,
        middle <= MAX_NEXT_PAGE_MS,
      );
    }
  } finally {
    await browser.close();
  }
  return met.every(Boolean);
}

async function signIn(context: BrowserContext, { url, mailbox }: { url: string; mailbox: string }): Promise<void> {
  const visitor = new Visitor({ url, origin: new URL(url).origin, mailbox });
  await visitor.signIn(SHOPPER.email, SHOPPER.password);
  await context.addCookies(
    visitor.cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );
}

declare global {
  interface Window {
    /** Longest duration of the events of one press, since it was set to 0. */
    longestPress?: number;
    /** When the last press began. */
    pressedAt?: number;
  }
}

/** Runs in each document before its scripts. */
function collectPresses(): void {
  window.longestPress = 0;
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId) window.longestPress = Math.max(window.longestPress ?? 0, duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  addEventListener('click', ({ timeStamp }) => (window.pressedAt = timeStamp), { capture: true });
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#page h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
  await wait(PAUSE_MS);
}

async function pressEach(page: Page): Promise<[string, number][]> {
  const found: [string, number][] = [];
  const devtools = await page.context().newCDPSession(page);
  for (const { name, at, press } of PRESSES) {
    if (at) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await open(page, at);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    }
    await page.evaluate(() => (window.longestPress = 0));
    await press(page);
    await wait(PAUSE_MS);
    found.push([name, await page.evaluate(() => window.longestPress!)]);
  }
  await page.close();
  return found;
}

/** Milliseconds from a press until the next page is painted. */
async function nextPage(page: Page, from: string, press: (page: Page) => Promise<void>): Promise<number> {
  await open(page, from);
  const before = await page.locator('#page h1').textContent();
  const shown = page.evaluate(
    (heading) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const now = document.querySelector('#page h1')?.textContent;
          if (window.pressedAt === undefined || !now || now === heading) return requestAnimationFrame(look);
          // Painted after this frame.
          return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - window.pressedAt!)));
        };
        look();
      }),
    before,
  );
  await press(page);
  const ms = await shown;
  await page.close();
  return ms;
}
