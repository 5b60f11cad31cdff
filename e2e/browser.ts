import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { provideChromium } from '../infra/provision/chromium.ts';
import { config } from './config.ts';
import { theShop } from './shop.ts';

export const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
];

let opening: Promise<Browser> | undefined;

/** So long a click, a wait or a page may take: more than on a desk, and less than a test. */
const PATIENCE_MS = 60_000;

/** Chromium, one for a test file; `closeBrowser` in `afterAll`. */
export function openBrowser(): Promise<Browser> {
  // The promise is kept, not the browser: visitors who come at once share one.
  opening ??= provideChromium().then((executablePath) =>
    chromium.launch({ executablePath, args: ARGUMENTS, headless: !config.headed }),
  );
  return opening;
}

export async function closeBrowser(): Promise<void> {
  await (await opening)?.close();
  opening = undefined;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Complaints of the page that the journey provokes on purpose, as in a test of what happens when a service is away. */
  tolerates?: RegExp;
}

/**
 * One visitor with a browser of their own goes through the shop: nothing is left of earlier visits, `page.goto('/cart')`
 * starts at the shop's address. Besides what `journey` expects, a visit fails when the page threw, wrote an error to the
 * console, or something it asked the shop for ended in a 5xx. A picture of what a failed visit ended with is left behind.
 */
export async function visit(journey: (page: Page) => Promise<void>, options: VisitOptions = {}): Promise<void> {
  const { tolerates, ...contextOptions } = options;
  const context = await (await openBrowser()).newContext({ baseURL: theShop().url, ...contextOptions });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!tolerates?.test(text)) complaints.push(text);
  };
  context.on('weberror', (error) => complain(`threw: ${error.error().stack ?? error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) complain(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  try {
    await journey(page);
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${await evidence(page)}\n${complaints.join('\n')}`, { cause: error });
  } finally {
    await context.close();
  }
}

/** Leaves a picture of the page and says where it is. */
async function evidence(page: Page): Promise<string> {
  const file = path.join(config.failures, `${Date.now()}.png`);
  try {
    fs.mkdirSync(config.failures, { recursive: true });
    await page.screenshot({ path: file, fullPage: true, timeout: 10_000 });
    return `At ${page.url()}, picture in ${file}`;
  } catch (error) {
    return `At ${page.url()}, without a picture: ${(error as Error).message}`;
  }
}
