import { eventually } from '@shop/test-kit';
import type { Page } from 'playwright-core';
import { shopUnderTest } from '../shop-under-test.ts';

/** Records what a visitor would see as flicker, from the first byte on: removed elements and layout shifts. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { removed: [] as string[], shift: 0 };
    Object.assign(window, { seen });
    new MutationObserver((records) => {
      for (const { removedNodes } of records) {
        for (const node of removedNodes) {
          // The chunk loader removes its script elements after loading.
          if (node instanceof HTMLElement && node.tagName !== 'SCRIPT') seen.removed.push(node.outerHTML.slice(0, 200));
        }
      }
    }).observe(document, { subtree: true, childList: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Opens a page as if its data had just arrived: the shell's cache may have kept it for longer than browsers take it for news. Tries
 * again where `check` throws: on a busy machine the render budget may run out before all data has arrived, and browsers fetch the rest.
 */
export async function openAsFresh(page: Page, path: string, check?: (html: string) => void): Promise<void> {
  const { url } = shopUnderTest();
  await eventually(
    async () => {
      const kept = await (await page.request.get(new URL(path, url).href)).text();
      const times = [...kept.matchAll(/"dataUpdatedAt":(\d{13})/g)].map(([, time]) => Number(time));
      await page.clock.setFixedTime(Math.min(...times));
      check?.(kept);
      const response = await page.goto(path);
      check?.(await response!.text());
    },
    { what: `${path} with everything in it` },
  );
}

interface Seen {
  /** Removed elements, except the notice. */
  removed: string[];
  /** Cumulative layout shift. */
  shift: number;
  tampered: boolean;
}

export const seenOn = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { seen, tampered } = window as unknown as { seen: Seen; tampered?: boolean };
    const removed = seen.removed.filter((html) => !html.includes('data-notice'));
    return { ...seen, removed, tampered: tampered === true };
  });

/** Waits until React has hydrated the element. */
export async function untilHydrated(page: Page, selector: string): Promise<void> {
  await eventually(() => isHydrated(page, selector), { what: `${selector} being hydrated` });
}

export const isHydrated = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(
    (at) => Object.keys(document.querySelector(at) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );

/** Waits until React has hydrated the heading and every control in the window; parts below it are hydrated when they are reached. */
export async function untilWindowHydrated(page: Page): Promise<void> {
  await eventually(
    async () => {
      const waiting = await page.evaluate(() =>
        [...document.querySelectorAll('#page h1, button, input, select, textarea')]
          .filter((one) => {
            const { top, bottom } = one.getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
          })
          .filter((one) => !Object.keys(one).some((key) => key.startsWith('__reactProps')))
          .map((one) => one.outerHTML.slice(0, 200)),
      );
      if (waiting.length > 0) throw new Error(`${waiting.join(', ')} is not hydrated`);
    },
    { what: 'the page in the window' },
  );
}

/** Waits until nothing fades or moves, so that colours and places are final. A shimmer has no end, and does not count. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity),
  );
}
