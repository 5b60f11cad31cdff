/** An item of the pagination: a page, or a gap between pages. */
export type PageItem = number | 'gap';

/**
 * All of up to seven pages; of more the first, the last, the current one and its neighbours, with gaps between them
 * (specification, section 2). A gap that would hide a single page shows it instead.
 */
export function pageItems(current: number, pages: number): PageItem[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1);
  const shown = [...new Set([1, current - 1, current, current + 1, pages])].filter(
    (page) => page >= 1 && page <= pages,
  );
  return shown.flatMap((page, i): PageItem[] => {
    const missing = i === 0 ? 0 : page - shown[i - 1]! - 1;
    if (missing === 0) return [page];
    return missing === 1 ? [page - 1, page] : ['gap', page];
  });
}
