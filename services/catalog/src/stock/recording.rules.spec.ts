import { describe, expect, it } from '@jest/globals';
import { recordingOf } from './recording.rules.ts';

const HELD = { stock: 5, held: 2 };

describe('what staff record', () => {
  it('adds what was received, and takes off what is written off', () => {
    expect(recordingOf({ kind: 'received', pieces: 3 }, HELD)).toEqual({ delta: 3 });
    expect(recordingOf({ kind: 'written-off', pieces: 5, reason: 'Lost' }, HELD)).toEqual({ delta: -5 });
  });

  it('takes a count as all that is there: the held pieces are among them', () => {
    expect(recordingOf({ kind: 'counted', pieces: 9, reason: 'Found' }, HELD)).toEqual({ delta: 2 });
    expect(recordingOf({ kind: 'counted', pieces: 2, reason: 'Gone' }, HELD)).toEqual({ delta: -5 });
    expect(recordingOf({ kind: 'counted', pieces: 0 }, { stock: 0, held: 0 })).toEqual({ delta: 0 });
  });

  it('wants a reason for a count that differs, and none for one that is right', () => {
    expect(recordingOf({ kind: 'counted', pieces: 7 }, HELD)).toEqual({ delta: 0 });
    expect(recordingOf({ kind: 'counted', pieces: 6 }, HELD)).toEqual({
      errors: { reason: 'Say why: 7 were expected' },
    });
    expect(recordingOf({ kind: 'counted', pieces: 6, reason: '' }, HELD)).toHaveProperty('errors.reason');
  });

  it.each([
    [{ kind: 'written-off', pieces: 6, reason: 'Lost' }, HELD, 'Only 5 are free, 2 more are held for checkouts'],
    [{ kind: 'written-off', pieces: 2, reason: 'Lost' }, { stock: 1, held: 0 }, 'Only 1 is free'],
    [{ kind: 'counted', pieces: 1, reason: 'Lost' }, HELD, '2 are held for checkouts: it cannot be fewer'],
    [
      { kind: 'counted', pieces: 0, reason: 'Lost' },
      { stock: 5, held: 1 },
      '1 is held for checkouts: it cannot be fewer',
    ],
  ] as const)('refuses what would take a held piece away: %j', (record, pieces, message) => {
    expect(recordingOf(record, pieces)).toEqual({ errors: { pieces: message } });
  });
});
