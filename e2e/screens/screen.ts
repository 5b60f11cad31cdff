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

// What the screens of several files are made of.

/** Waits for the error message, which appears after retries. */
export const saysWhy = async (page: Page) => page.getByRole('alert').first().waitFor();

export const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();

export const text = (name: string): Screen => ({ who: 'guest', at: `/${name}` });

export const staff = (name: string): Screen => ({ who: 'admin', at: `/admin/${name}` });

/** A drawer of the staff area, opened by the first matching button. */
export const drawer = (name: string, button: RegExp): Screen => ({
  ...staff(name),
  async open(page) {
    await page.getByRole('button', { name: button }).first().click();
    await dialog(page);
  },
});

/** An account that has no password. */
export const WITHOUT_PASSWORD: Screen['api'] = {
  path: /\/api\/v1\/me$/,
  answer: (body: { user: object }) => ({ ...body, user: { ...body.user, hasPassword: false } }),
};

/** A line of a checkout whose totals are fixed: the price before GST, and with its 3 %. In rupees. */
export const FROZEN_LINE = {
  ...{ productId: 'a'.repeat(24), quantity: 1, unitPrice: 51_300, linePrice: 51_300 },
  ...{ mrp: 52_839, lineMrp: 52_839, customized: false },
  customizations: { costomization: 'no', metalTone: 'Yellow Gold', metalPurity: '18K', engraving: 'Amma' },
  product: {
    ...{ _id: 'a'.repeat(24), name: 'Meera Solitaire Ring', productGroup: 'AR-1001', images: [] },
    category: { main: 'ring' },
  },
};

/** Said to a buyer abroad. */
export const DUTIES =
  'Duties and taxes of the country of delivery are not included. The courier charges them to the receiver when the parcel arrives.';
