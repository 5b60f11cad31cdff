import { describe, expect, it } from '@jest/globals';
import { fixtureOf } from '@shop/test-kit/fixtures';
import { identity } from '@shop/contracts';
import { HOME } from '../../testing/fixtures.ts';
import { newAddress, problemOf, normalized, type Address } from './address.rules.ts';

const good: Address = HOME;
const FIELDS = Object.keys(good) as (keyof Address)[];

/** Errors of the service's schema, by field. */
function serviceErrors(typed: Address): Record<string, string> {
  const parsed = identity.addAddress.body!.safeParse({ address: typed });
  return Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path[1], message]).toReversed());
}
const formErrors = (typed: Address) =>
  Object.fromEntries(FIELDS.flatMap((field) => (problemOf(field, typed) ? [[field, problemOf(field, typed)]] : [])));

describe('what is wrong with an address', () => {
  it.each(FIELDS)('is a missing %s, in the words of the service', (field) => {
    const typed = { ...good, country: 'Germany', [field]: '  ' };
    expect(formErrors(typed)).toEqual(serviceErrors(typed));
    expect(Object.keys(formErrors(typed))).toEqual([field]);
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
    expect(formErrors(typed)).toEqual(serviceErrors(typed));
  });

  it('is nothing with what the contract gives as an example', () => {
    expect(formErrors(fixtureOf(identity.addAddress.body!).address as Address)).toEqual({});
  });
});

describe('an address that is sent', () => {
  it('is in one line, trimmed, and its pincode without the space that people write', () => {
    const typed = { ...good, name: ' Asha ', street: 'Flat 4\n12 MG Road ', pincode: '302 001' };
    expect(problemOf('pincode', typed)).toBeUndefined();
    expect(normalized(typed)).toEqual({ ...good, name: 'Asha', street: 'Flat 4, 12 MG Road' });
  });

  it('keeps the space where codes have one', () => {
    expect(normalized({ ...good, country: 'United Kingdom', pincode: ' SW1A 1AA' }).pincode).toBe('SW1A 1AA');
  });

  it('begins in India', () => {
    expect(newAddress().country).toBe('India');
  });
});
