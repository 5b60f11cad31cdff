import { describe, expect, it } from '@jest/globals';
import { nextTurn, stateAt, stateOf } from './banner-times.rules.ts';

const [first, second] = [new Date('2026-12-01T03:30:00Z'), new Date('2026-12-02T03:30:00Z')];
const just = (before: Date) => new Date(before.getTime() - 1);

describe('what a banner is at a time', () => {
  it.each([
    ['always', {}, first, 'shown', undefined],
    ['always, when its times were taken away', { from: null, until: null }, first, 'shown', undefined],
    ['before its beginning', { from: first, until: second }, just(first), 'coming', first],
    ['at its beginning', { from: first, until: second }, first, 'shown', second],
    ['just before its end', { from: first, until: second }, just(second), 'shown', second],
    ['at its end', { from: first, until: second }, second, 'over', undefined],
    ['without an end', { from: first, until: null }, second, 'shown', undefined],
    ['before its end without a beginning', { from: null, until: second }, first, 'shown', second],
  ] as const)('%s', (_, times, now, state, turn) => {
    expect([stateAt(times, now), nextTurn(times, now)]).toEqual([state, turn]);
  });

  it('is for staff what the shop shows, also before the job has come to it', () => {
    expect(stateOf({ until: second, isHidden: true }, first)).toBe('coming');
    expect(stateOf({ until: second, isHidden: false }, second)).toBe('shown');
    expect(stateOf({ until: second, isHidden: true }, second)).toBe('over');
    expect(stateOf({}, first)).toBe('shown');
  });
});
