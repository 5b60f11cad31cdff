import { describe, expect, it } from '@jest/globals';
import { batchAfter, countedIn } from './batched-rows.ts';

describe('a batch', () => {
  it('is half as large after each failed run, and never none', () => {
    expect([undefined, 0, 1, 2, 3, 4, 99].map((failures) => batchAfter(50, failures))).toEqual([
      50, 50, 25, 12, 6, 5, 5,
    ]);
  });

  it('adds its rows to the counts of their states, and takes them from those before', () => {
    const states = (...all: string[]) => all.map((state) => ({ state }));
    expect(countedIn(states('new', 'same', 'new'))).toEqual({ 'counts.new': 2, 'counts.same': 1 });
    expect(countedIn(states('created', 'same'), states('new', 'same'))).toEqual({
      ...{ 'counts.created': 1, 'counts.same': 0, 'counts.new': -1 },
    });
  });
});
