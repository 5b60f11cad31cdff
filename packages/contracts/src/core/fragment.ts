import type { z } from 'zod';
import { mark } from './kind.ts';
import type { Remote } from './remotes.ts';

/** A part of a page, owned by one remote and placed by others: `<Fragment id="checkout/cart-button" />`. */
export interface FragmentSpec<Props extends z.ZodType = z.ZodType> {
  /** `remote/name`; the remote exposes it as `./name`. */
  id: `${Remote}/${string}`;
  summary: string;
  props: Props;
  /** Space reserved until it is loaded, so that the layout does not shift (CSS lengths). */
  reserve: { minHeight?: string; minWidth?: string };
  /** Rendered on the server; otherwise in the browser only (content of one visitor, overlays). */
  server: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a fragment with any props
export type AnyFragment = FragmentSpec<any>;

export function defineFragment<Props extends z.ZodType>(fragment: FragmentSpec<Props>): FragmentSpec<Props> {
  return mark('fragment', fragment);
}

/** Something that happened in the page and means "refetch": carries ids, no state. Dispatched on `window`. */
export interface BrowserEventSpec<Detail extends z.ZodType = z.ZodType> {
  /** `remote:noun-past-tense`. */
  name: `${Remote | 'shell'}:${string}`;
  summary: string;
  detail: Detail;
}

// oxlint-disable-next-line typescript/no-explicit-any -- a browser event with any detail
export type AnyBrowserEvent = BrowserEventSpec<any>;

export function defineBrowserEvent<Detail extends z.ZodType>(
  event: BrowserEventSpec<Detail>,
): BrowserEventSpec<Detail> {
  return mark('browser-event', event);
}
