import type { PageRegistry } from '@shop/build/registry';
import type { CurrencyState, Head } from '@shop/mfe-kit';
import type { DehydratedState } from '@tanstack/react-query';

/** The server's state for the browser: `<script type="application/json" id="state">`. */
export interface PageState {
  queries: DehydratedState;
  registry: PageRegistry;
  currency: CurrencyState;
  /** Parts whose HTML is in the page. */
  rendered: string[];
  /** Result of the page's `prefetch`; null when the browser has to call it. */
  page: { part: string; head: Head; status: number; refusal?: readonly string[] } | null;
}

export function readState(): PageState {
  return JSON.parse(document.getElementById('state')!.textContent!) as PageState;
}
