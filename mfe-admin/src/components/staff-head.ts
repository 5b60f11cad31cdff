import type { PageResult } from '@shop/mfe-kit';
import { isId } from './texts.ts';

/** Staff screens are not indexed. */
export const staffHead = (title: string): PageResult => ({ head: { title: `${title} · Staff`, noindex: true } });

/** The 404 page for an address whose `id` is not one. */
export const notFoundUnlessId = (id: string): PageResult | undefined =>
  isId(id) ? undefined : { ...staffHead('Page Not Found'), status: 404 };
