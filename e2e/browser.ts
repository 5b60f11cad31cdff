import { BROWSER_FLAGS, eventually } from '@shop/test-kit';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core';
import { findHeadlessChromium, provideChromium } from '../infra/provision/chromium.ts';
import { config } from './config.ts';
import { newAddress, proxyFrom } from './local-address.ts';
import { shopUnderTest } from './shop-under-test.ts';
import { Trace } from './trace.ts';

let opening: Promise<Browser> | undefined;

/** For clicks, waits and navigations; generous for busy machines, but less than a test's time-out. */
const DEFAULT_TIMEOUT_MS = 120_000;

/** Chromium, one per test file; call `closeBrowser` in `afterAll`. */
export function openBrowser(): Promise<Browser> {
  // The promise is shared, so that concurrent visits open one browser.
  opening ??= (config.headed ? provideChromium() : findHeadlessChromium()).then((executablePath) =>
    chromium.launch({ executablePath, args: [...BROWSER_FLAGS], headless: !config.headed }),
  );
  return opening;
}

export async function closeBrowser(): Promise<void> {
  await (await opening)?.close();
  opening = undefined;
}

interface Visitor extends BrowserContextOptions {
  /** Where the visitor comes from, by default an address of his own. */
  address?: string;
}

export interface VisitOptions extends Visitor {
  /** Errors that the journey provokes on purpose, such as those of a service that is down. */
  tolerates?: RegExp;
}

/** A visitor's context in the shared browser, or in another one; relative URLs are the shop's. */
export async function openContext(
  { address = newAddress(), ...options }: Visitor = {},
  browser: Browser | Promise<Browser> = openBrowser(),
): Promise<BrowserContext> {
  const proxy = await proxyFrom(address);
  // Chromium leaves loopback out unless told otherwise.
  const route = { server: proxy.url, bypass: '<-loopback>' };
  const context = await (await browser).newContext({ baseURL: shopUnderTest().url, proxy: route, ...options });
  context.on('close', () => proxy.close());
  context.setDefaultTimeout(DEFAULT_TIMEOUT_MS);
  return context;
}

/** The visits that have not ended. */
const open = new Map<BrowserContext, Trace>();

/** Changes that the documents of a context have sent and that are not answered. */
function changesUnderWay(context: BrowserContext): () => string[] {
  const pages: Set<Request>[] = [];
  context.on('page', (page) => {
    const sent = new Set<Request>();
    pages.push(sent);
    page.on('request', (request) => {
      const isCall = ['fetch', 'xhr'].includes(request.resourceType());
      if (isCall && !['GET', 'HEAD'].includes(request.method())) sent.add(request);
    });
    page.on('response', (response) => sent.delete(response.request()));
    page.on('requestfailed', (request) => sent.delete(request));
    // Of a document that has gone, Chromium does not always say how its requests ended.
    page.on('domcontentloaded', () => sent.clear());
    page.on('close', () => sent.clear());
  });
  return () => pages.flatMap((sent) => [...sent].map((request) => `${request.method()} ${request.url()}`));
}

/**
 * Runs a journey in a new browser context; relative URLs are the shop's. Besides the expectations of `journey`, a visit fails when
 * the page throws, logs an error to the console, or gets a 5xx from the shop. It ends when the changes that its pages sent are
 * answered: a list shows a view as deleted at once, and closing the context would cancel that. A failed visit leaves a trace.
 */
export async function visit(journey: (page: Page) => Promise<void>, options: VisitOptions = {}): Promise<void> {
  const { tolerates, ...visitor } = options;
  const context = await openContext(visitor);
  const trace = new Trace(context);
  open.set(context, trace);
  const unanswered = changesUnderWay(context);
  const page = await context.newPage();
  const errors: string[] = [];
  const addError = (text: string) => {
    if (!tolerates?.test(text)) errors.push(text);
  };
  context.on('weberror', (error) => addError(`threw: ${error.error().stack ?? error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') addError(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('response', (response) => {
    if (response.status() >= 500) addError(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  try {
    await journey(page);
    await eventually(
      () => {
        const left = unanswered();
        if (left.length > 0) throw new Error(left.join('\n'));
      },
      { what: 'the answer to every change' },
    );
    if (errors.length > 0) throw new Error(`The page had errors:\n${errors.join('\n')}`);
  } catch (error) {
    const why = `${(error as Error).message}\nAt ${page.url()}\n${errors.join('\n')}`;
    throw new Error(open.has(context) ? `${why}\n${await trace.save(why)}` : why, { cause: error });
  } finally {
    open.delete(context);
    await context.close();
  }
}

/** Ends visits that still go on. @throws naming their traces if there are any */
export async function endVisits(why: string): Promise<void> {
  const left = [...open];
  open.clear();
  const lines = await Promise.all(
    left.map(async ([context, trace]) => {
      const line = await trace.save(why);
      await context.close();
      return line;
    }),
  );
  if (lines.length > 0) throw new Error([why, ...lines].join('\n'));
}
