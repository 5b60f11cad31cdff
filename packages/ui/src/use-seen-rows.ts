import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import type { Density } from './list-types.ts';

/** More rows than this are rendered where they are seen only. */
const ALWAYS_RENDERED = 50;
const ESTIMATED_HEIGHT = { comfortable: 56, compact: 28 };
const OVERSCAN = 20;

/** Whether rows are lines; on phones they are cards, of any height. */
function useLines(): boolean {
  const [lines, setLines] = useState(true);
  useEffect(() => {
    const query = window.matchMedia?.('(width >= 48rem)');
    if (!query) return undefined;
    const update = () => setLines(query.matches);
    update();
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return lines;
}

interface SeenRows {
  /** Of the rows to render. */
  indexes: readonly number[];
  /** Heights in px of what is not rendered. */
  above: number;
  below: number;
  /** Of a rendered row. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  scrollTo(index: number): void;
}

/** Which of the rows are rendered: all of a short list, of a long one those near the window. */
export function useSeenRows(
  body: RefObject<HTMLTableSectionElement | null>,
  { rows, keyOf, density }: { rows: readonly unknown[]; keyOf(index: number): string | number; density: Density },
): SeenRows {
  const [top, setTop] = useState(0);
  const isVirtual = useLines() && rows.length > ALWAYS_RENDERED;
  useLayoutEffect(() => {
    if (isVirtual) setTop(body.current!.getBoundingClientRect().top + window.scrollY);
  }, [isVirtual, rows, body]);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here only
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    enabled: isVirtual,
    estimateSize: () => ESTIMATED_HEIGHT[density],
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = isVirtual ? virtualizer.getVirtualItems() : [];
  return {
    indexes: isVirtual ? items.map(({ index }) => index) : rows.map((_, index) => index),
    above: items.length > 0 ? items[0]!.start - top : 0,
    below: items.length > 0 ? virtualizer.getTotalSize() - (items.at(-1)!.end - top) : 0,
    measure: isVirtual ? virtualizer.measureElement : undefined,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
  };
}
