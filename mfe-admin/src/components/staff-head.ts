import type { PageResult } from '@shop/mfe-kit';

/** Staff screens are in no search engine. */
export const staffHead = (title: string): PageResult => ({ head: { title: `${title} · Staff`, noindex: true } });
