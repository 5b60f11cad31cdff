import type { PageRegistry } from '@shop/build/registry';

/** What `npm run alone` leaves in the page. */
export interface AloneState {
  registry: PageRegistry;
  /** Everything that the remote exposes. */
  parts: string[];
  shopUrl: string;
}
