import type { Page, Route } from 'playwright-core';
import { shopUnderTest } from '../shop-under-test.ts';

export type Fault =
  'gone' | '500' | 'refused' | 'refused at first' | 'hanging' | 'slow' | 'tampered entry' | 'tampered chunk';

const SLOW_MS = 1200;
const TAMPERING = '\n;window.tampered = true;';

interface PublicRegistry {
  revision: number;
  shell: { version: string };
  remotes: { name: string; version: string; entry: string; integrity: Record<string, string> }[];
}

/** The live versions, as published to browsers. */
export async function remotesJson(): Promise<PublicRegistry> {
  return (await (await fetch(new URL('/remotes.json', shopUnderTest().url))).json()) as PublicRegistry;
}

/** Injects a fault into a remote's files for this page; the returned function removes it. */
export async function breakRemote(page: Page, name: string, fault: Fault): Promise<() => Promise<void>> {
  const { remotes } = (await (await page.request.get('/remotes.json')).json()) as PublicRegistry;
  const remote = remotes.find((one) => one.name === name)!;
  const { origin } = new URL(remote.entry);
  const isThere = (url: URL) => url.origin === origin;
  const handler = async (route: Route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const isEntry = pathname === new URL(remote.entry).pathname;
    switch (fault) {
      case 'gone':
        return route.fulfill({ status: 404, headers: { 'access-control-allow-origin': '*' } });
      case '500':
        return route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' } });
      case 'refused':
        return route.abort('connectionrefused');
      case 'refused at first':
        if (searchParams.has('retry') || !pathname.endsWith('.js')) return route.continue();
        return route.abort('connectionrefused');
      case 'hanging':
        return;
      case 'slow':
        // The fault itself is a delay.
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
