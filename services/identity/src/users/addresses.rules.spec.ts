import { describe, expect, it } from '@jest/globals';
import { ensureOneDefault } from './addresses.rules.ts';

const addresses = (...defaults: boolean[]) => defaults.map((isDefault) => ({ isDefault }));
const after = (list: { isDefault: boolean }[], chosen?: { isDefault: boolean }) => {
  ensureOneDefault(list, chosen);
  return list.map(({ isDefault }) => isDefault);
};

describe('the default address', () => {
  it('is the first one saved', () => {
    expect(after(addresses(false))).toEqual([true]);
  });
  it('stays when another one is saved', () => {
    expect(after(addresses(true, false))).toEqual([true, false]);
  });
  it('moves to the one that is chosen', () => {
    const list = addresses(true, false, false);
    expect(after(list, list[2])).toEqual([false, false, true]);
  });
  it('is one only, whatever was stored', () => {
    expect(after(addresses(true, true))).toEqual([true, false]);
  });
  it('moves on when it was removed, and is none without addresses', () => {
    expect(after(addresses(false, false))).toEqual([true, false]);
    expect(after([])).toEqual([]);
  });
});
