import type { PageRegistry } from '@shop/build/registry';
import type { CurrencyState, Head } from '@shop/mfe-kit';
import type { DehydratedState } from '@tanstack/react-query';

/** What the server leaves in the page for the browser: `<script type="application/json" id="state">`. */
export interface PageState {
  queries: DehydratedState;
  registry: PageRegistry;
  currency: CurrencyState;
  /** Parts whose HTML stands in the page. */
  rendered: string[];
  /** Of the page, as its `prefetch` said; null when the browser has to ask itself. */
  page: { part: string; head: Head; status: number } | null;
}

export function readState(): PageState {
  return JSON.parse(document.getElementById('state')!.textContent!) as PageState;
}
