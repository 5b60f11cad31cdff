import { describe, expect, it } from '@jest/globals';
import { chosenOf, type Entry } from './library-choice.rules.ts';

const entry = (_id: string, day: number, more: Partial<Entry> = {}): Entry => ({
  ...{ _id, source: 'staff', uploadedAt: new Date(Date.UTC(2026, 0, day)) },
  ...more,
});
const original = (size: number, sha256 = `${size}`) => ({ original: { size, sha256 } });

describe('what is chosen of the library', () => {
  it('is of one source, the newest first; of a version before it is of staff, or of the demo shop', () => {
    const { source: _, ...old } = entry('old', 1);
    const { source: __, ...demo } = entry('demo/a', 2);
    const entries = [old, entry('a', 3), demo, entry('sent', 4, { source: 'service' }), entry('b', 5)];
    expect(chosenOf(entries, { source: 'staff' })).toEqual(['b', 'a', 'old']);
    expect(chosenOf(entries, { source: 'demo' })).toEqual(['demo/a']);
    expect(chosenOf(entries, { source: 'service' })).toEqual(['sent']);
  });

  it('is in the order that is asked for; with equals by name, so that pages do not overlap', () => {
    const entries = [entry('b', 1, original(5)), entry('a', 1, original(5)), entry('c', 2, original(9)), entry('d', 3)];
    const sorted = (sort: 'uploaded' | '-uploaded' | 'size' | '-size') => chosenOf(entries, { source: 'staff', sort });
    expect(sorted('uploaded')).toEqual(['a', 'b', 'c', 'd']);
    expect(sorted('-uploaded')).toEqual(['d', 'c', 'b', 'a']);
    expect(sorted('size')).toEqual(['d', 'a', 'b', 'c']);
    expect(sorted('-size')).toEqual(['c', 'b', 'a', 'd']);
    const equals = ['a', 'b', 'c'].map((name) => entry(name, 1));
    for (const some of [equals, equals.toReversed()]) {
      expect(chosenOf(some, { source: 'staff', sort: 'uploaded' })).toEqual(['a', 'b', 'c']);
    }
    const { uploadedAt: _, ...undated } = entry('undated', 1);
    expect(chosenOf([entry('a', 1), undated], { source: 'staff', sort: 'uploaded' })).toEqual(['undated', 'a']);
  });

  it('is used or not, by one kind of thing, and among those that were found', () => {
    const entries = [
      entry('a', 1, { usedBy: 'banner product' }),
      entry('b', 2, { unusedSince: new Date(), usedBy: '' }),
      entry('c', 3, { usedBy: 'products' }),
      entry('new', 4),
    ];
    const chosen = (more: object) => chosenOf(entries, { source: 'staff', ...more });
    expect(chosen({ use: 'used' })).toEqual(['new', 'c', 'a']);
    expect(chosen({ use: 'unused' })).toEqual(['b']);
    expect(chosen({ usedBy: 'product' })).toEqual(['a']);
    expect(chosen({ usedBy: 'banner' })).toEqual(['a']);
    expect(chosen({ among: new Set(['b', 'gone']) })).toEqual(['b']);
  });

  it('is there more than once, beside its doubles, also where they are known by another digest each', () => {
    const entries = [
      entry('alone', 9, original(1, 'x')),
      entry('sent', 1, { uploadSha256: 'p', ...original(1, 'q') }),
      entry('other', 5, original(2, 'o')),
      entry('stored', 7, original(1, 'q')),
      entry('same', 4, original(2, 'o')),
      entry('bare', 8),
      entry('again', 3, { uploadSha256: 'p' }),
      entry('demo/copy', 2, { source: 'demo', ...original(1, 'x') }),
    ];
    expect(chosenOf(entries, { source: 'staff', doubles: 'only' })).toEqual([
      'alone',
      'stored',
      'again',
      'sent',
      'other',
      'same',
    ]);
  });

  it('is no file in whose place another one was kept, nor is that one a double of it', () => {
    const entries = [entry('kept', 1, original(1, 'x')), entry('joined', 2, { source: 'double', ...original(1, 'x') })];
    expect(chosenOf(entries, { source: 'staff' })).toEqual(['kept']);
    expect(chosenOf(entries, { source: 'staff', doubles: 'only' })).toEqual([]);
  });
});
