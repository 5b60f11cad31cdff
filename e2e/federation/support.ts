import { eventually } from '@shop/test-kit';
import type { Page, Route } from 'playwright-core';
import { theShop } from '../shop.ts';

export type Fault = 'gone' | '500' | 'refused' | 'hanging' | 'slow' | 'tampered entry' | 'tampered chunk';

const SLOW_MS = 1200;
const TAMPERING = '\n;window.tampered = true;';

interface PublicRegistry {
  revision: number;
  shell: { version: string };
  remotes: { name: string; version: string; entry: string; integrity: Record<string, string> }[];
}

/** What is live, as browsers see it. */
export async function remotesJson(): Promise<PublicRegistry> {
  return (await (await fetch(new URL('/remotes.json', theShop().url))).json()) as PublicRegistry;
}

/** Makes a remote's files misbehave for this page until the answered function heals it. */
export async function breakRemote(page: Page, name: string, fault: Fault): Promise<() => Promise<void>> {
  const remote = (await remotesJson()).remotes.find((one) => one.name === name)!;
  const { origin } = new URL(remote.entry);
  const isThere = (url: URL) => url.origin === origin;
  const handler = async (route: Route) => {
    const { pathname } = new URL(route.request().url());
    const isEntry = pathname === new URL(remote.entry).pathname;
    switch (fault) {
      case 'gone':
        return route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } });
      case '500':
        return route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' } });
      case 'refused':
        return route.abort('connectionrefused');
      case 'hanging':
        return;
      case 'slow':
        // The fault itself is a delay: nothing is waited for here.
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        return route.continue();
      case 'tampered entry':
      case 'tampered chunk': {
        if (isEntry !== (fault === 'tampered entry') || !pathname.endsWith('.js')) return route.continue();
        const response = await route.fetch();
        return route.fulfill({ response, body: (await response.text()) + TAMPERING });
      }
    }
  };
  await page.route(isThere, handler);
  return () => page.unroute(isThere, handler);
}

/** Watches from the first byte on what a visitor would see as a flash: elements of the server's page that go, and shifts. */
export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { removed: [] as string[], shift: 0 };
    Object.assign(window, { seen });
    new MutationObserver((records) => {
      for (const { removedNodes } of records) {
        for (const node of removedNodes) {
          // The chunk loader takes its script elements away when they have come.
          if (node instanceof HTMLElement && node.tagName !== 'SCRIPT') seen.removed.push(node.outerHTML.slice(0, 200));
        }
      }
    }).observe(document, { subtree: true, childList: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface Seen {
  /** Elements that went away, except the notice. */
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

/** Waits until React answers for the element: what the server rendered has come alive. */
export async function comesAlive(page: Page, selector: string): Promise<void> {
  await eventually(
    () =>
      page.evaluate(
        (at) => Object.keys(document.querySelector(at) ?? {}).some((key) => key.startsWith('__reactProps')),
        selector,
      ),
    { what: `${selector} alive`, withinMs: 60_000 },
  );
}

/** Whether it is alive now. */
export const isAlive = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(
    (at) => Object.keys(document.querySelector(at) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );
