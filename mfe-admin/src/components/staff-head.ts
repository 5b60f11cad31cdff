import type { PageResult } from '@shop/mfe-kit';
import { isId } from './texts.ts';

/** Staff screens are in no search engine. */
export const staffHead = (title: string): PageResult => ({ head: { title: `${title} · Staff`, noindex: true } });

/** For an address with something else in place of an id: the shop's page for what does not exist. */
export const unlessId = (id: string): PageResult | undefined =>
  isId(id) ? undefined : { ...staffHead('Page Not Found'), status: 404 };
