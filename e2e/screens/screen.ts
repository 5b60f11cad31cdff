import type { Page } from 'playwright-core';

export type Visitor = 'guest' | 'shopper' | 'admin';

export interface Screen {
  who: Visitor;
  /** A path, or a function of the shop's data. */
  at: string | ((known: Known) => string | undefined);
  /** The page where `open` arrives, if that is another one. */
  leadsTo?: string;
  /** Runs after hydration: opens menus, dialogs and the like. */
  open?(page: Page): Promise<void>;
  /** Its `open` takes another way on a desktop. */
  differsByWidth?: true;
  /** A mail as staff see it: no page of the shop. */
  isMail?: true;
  /** A remote whose files do not come. */
  broken?: string;
  /** Before its photographs come. */
  withoutPictures?: true;
  /** As while staff look after the shop. */
  isReadOnly?: true;
  /** Calls of the API, by the path without its query, that stay pending (`waits`), fail, answer with a status and body of their own, or with a changed body. */
  api?: {
    path: RegExp;
    method?: 'GET' | 'POST';
    answer: 'waits' | 'fails' | { status: number; body: object } | ((body: never) => object);
  };
}

/** Paths that differ between shops. */
export interface Known {
  order: string | undefined;
  /** Path of the link in the mail about an order. */
  orderLink: string | undefined;
  soldOut: string | undefined;
  /** The id of the first product of the shop. */
  product: string | undefined;
  sharedWishlist: string;
}
