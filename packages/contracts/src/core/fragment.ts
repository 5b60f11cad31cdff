import type { z } from 'zod';
import { mark } from './kind.ts';
import type { Remote } from './remotes.ts';

/** A part of a page that one remote owns and others place: `<Fragment id="checkout/cart-button" />`. */
export interface FragmentSpec<Props extends z.ZodType = z.ZodType> {
  /** `remote/name`; the remote exposes it as `./name`. */
  id: `${Remote}/${string}`;
  summary: string;
  props: Props;
  /** Space kept free until it is there, so that nothing moves (CSS lengths). */
  reserve: { minHeight?: string; minWidth?: string };
  /** Rendered in the server's HTML; otherwise only in the browser (what belongs to one visitor, overlays). */
  server: boolean;
}

// oxlint-disable-next-line typescript/no-explicit-any -- any fragment, whatever its props
export type AnyFragment = FragmentSpec<any>;

export function defineFragment<Props extends z.ZodType>(fragment: FragmentSpec<Props>): FragmentSpec<Props> {
  return mark('fragment', fragment);
}

/** Something that happened in the page and means "fetch again": ids only, never state. Dispatched on `window`. */
export interface BrowserEventSpec<Detail extends z.ZodType = z.ZodType> {
  /** `remote:noun-past-tense`. */
  name: `${Remote | 'shell'}:${string}`;
  summary: string;
  detail: Detail;
}

// oxlint-disable-next-line typescript/no-explicit-any -- any browser event, whatever its detail
export type AnyBrowserEvent = BrowserEventSpec<any>;

export function defineBrowserEvent<Detail extends z.ZodType>(
  event: BrowserEventSpec<Detail>,
): BrowserEventSpec<Detail> {
  return mark('browser-event', event);
}
