import type { PageResult } from '@shop/mfe-kit';

export const NOT_FOUND: PageResult = { status: 404, head: { title: 'Page Not Found', noindex: true } };

/** Cards on a page of a listing, as the API counts them. */
const PAGE_SIZE = 12;
export const pageCount = (totalCount: number): number => Math.ceil(totalCount / PAGE_SIZE);

/** Whether a page lies behind the last one. An empty list has a first page. */
export const isBeyond = (page: unknown, totalCount: number): boolean =>
  Number(page ?? 1) > Math.max(1, pageCount(totalCount));

/** Waits for sections that a page can do without, where the shell does not limit the time. */
export const settled = (work: readonly Promise<unknown>[]): Promise<unknown> => Promise.allSettled(work);
