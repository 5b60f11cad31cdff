import { describe, expect, it } from '@jest/globals';
import { pageItems } from './pagination.rules.ts';

describe('a row of page numbers', () => {
  it('is empty without pages', () => {
    expect(pageItems(1, 0)).toEqual([]);
  });
  it('shows up to seven pages fully', () => {
    expect(pageItems(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
  it('shows first, last, current and neighbours above that', () => {
    expect(pageItems(10, 20)).toEqual([1, 'gap', 9, 10, 11, 'gap', 20]);
    expect(pageItems(1, 8)).toEqual([1, 2, 'gap', 8]);
    expect(pageItems(8, 8)).toEqual([1, 'gap', 7, 8]);
  });
  it('never hides a single page behind a gap', () => {
    expect(pageItems(4, 9)).toEqual([1, 2, 3, 4, 5, 'gap', 9]);
    expect(pageItems(6, 9)).toEqual([1, 'gap', 5, 6, 7, 8, 9]);
  });
});
