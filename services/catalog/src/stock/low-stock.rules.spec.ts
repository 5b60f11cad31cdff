import { describe, expect, it } from '@jest/globals';
import { isLow, ranLow } from './low-stock.rules.ts';

const published = { status: 'published' as const };

describe('a low stock', () => {
  it('is at the figure of the product, or at two pieces', () => {
    expect([3, 2, 0].map((stock) => isLow({ ...published, stock }))).toEqual([false, true, true]);
    expect([6, 5].map((stock) => isLow({ ...published, stock, lowStockAt: 5 }))).toEqual([false, true]);
    expect([1, 0].map((stock) => isLow({ ...published, stock, lowStockAt: 0 }))).toEqual([false, true]);
    expect(isLow({ status: 'archived', stock: 0 })).toBe(false);
  });

  it('is reached from above the figure, and by nothing before or after', () => {
    const reached = (before: number, stock: number) => ranLow({ ...published, stock, lowStockAt: 2 }, before);
    expect(reached(4, 3)).toBe(false);
    expect(reached(3, 2)).toBe(true);
    expect(reached(3, 0)).toBe(true);
    expect(reached(2, 1)).toBe(false);
    expect(reached(0, 2)).toBe(false);
    expect(ranLow({ status: 'archived', stock: 2 }, 3)).toBe(false);
  });
});
