import type { PageRegistry } from '@shop/build/registry';

/** The state that `npm run alone` writes into the page. */
export interface AloneState {
  registry: PageRegistry;
  /** Ids of all exposed pages and fragments. */
  parts: string[];
  shopUrl: string;
}
