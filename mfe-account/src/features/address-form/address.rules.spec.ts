import { describe, expect, it } from '@jest/globals';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { identity } from '@shop/contracts';
import { newAddress, problemOf, tidied, type Address } from './address.rules.ts';

const good: Address = {
  name: 'Asha Rao',
  phone: '+91 98765 43210',
  street: '12 MG Road',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302001',
  country: 'India',
};
const FIELDS = Object.keys(good) as (keyof Address)[];

/** What the service says, by field. */
function serviceSays(typed: Address): Record<string, string> {
  const parsed = identity.addAddress.body!.safeParse({ address: typed });
  return Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path[1], message]).toReversed());
}
const weSay = (typed: Address) =>
  Object.fromEntries(FIELDS.flatMap((field) => (problemOf(field, typed) ? [[field, problemOf(field, typed)]] : [])));

describe('what is wrong with an address', () => {
  it.each(FIELDS)('is a missing %s, in the words of the service', (field) => {
    const typed = { ...good, country: 'Germany', [field]: '  ' };
    expect(weSay(typed)).toEqual(serviceSays(typed));
    expect(Object.keys(weSay(typed))).toEqual([field]);
  });

  it.each([
    ['a phone number of letters', { phone: 'call me' }],
    ['a phone number without digits', { phone: '------' }],
    ['a pincode of five digits', { pincode: '30200' }],
    ['a pincode that begins with 0', { pincode: '012345' }],
    ['a state of another country', { state: 'Bavaria' }],
    ['nothing, where all is well', {}],
    ['nothing, where another country spells otherwise', { country: 'Germany', state: 'Bavaria', pincode: 'D-80331' }],
  ])('is %s, as the service says', (_, changes) => {
    const typed = { ...good, ...changes };
    expect(weSay(typed)).toEqual(serviceSays(typed));
  });

  it('is nothing with what the contract gives as an example', () => {
    expect(weSay(fixtureOf(identity.addAddress.body!).address as Address)).toEqual({});
  });
});

describe('an address that is sent', () => {
  it('is in one line, trimmed, and its pincode without the space that people write', () => {
    const typed = { ...good, name: ' Asha ', street: 'Flat 4\n12 MG Road ', pincode: '302 001' };
    expect(problemOf('pincode', typed)).toBeUndefined();
    expect(tidied(typed)).toEqual({ ...good, name: 'Asha', street: 'Flat 4, 12 MG Road' });
  });

  it('keeps the space where codes have one', () => {
    expect(tidied({ ...good, country: 'United Kingdom', pincode: ' SW1A 1AA' }).pincode).toBe('SW1A 1AA');
  });

  it('begins in India', () => {
    expect(newAddress().country).toBe('India');
  });
});
