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
    const typed = { ...good, country: 'Germany', ...(field !== 'country' && { pincode: '80331' }), [field]: '  ' };
    // Abroad the form names the code as the country does.
    const said = field === 'pincode' ? { pincode: 'Postal code is required' } : serviceErrors(typed);
    expect(formErrors(typed)).toEqual(said);
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

  it.each([
    ['United States', '9410', 'ZIP codes look like 94103'],
    ['United Kingdom', '80331', 'Postcodes look like SW1A 1AA'],
    ['Canada', 'M5V', 'Postal codes look like M5V 3L9'],
    ['Australia', '20000', 'Postcodes look like 2000'],
    ['Japan', '1000', 'Postal codes look like 100-0001'],
  ])('is a code that %s does not write: %s', (country, pincode, message) => {
    expect(formErrors({ ...good, country, pincode })).toEqual({ pincode: message });
  });

  it.each([
    ['United States', '94103-1234'],
    ['United Kingdom', 'ec1a1bb'],
    ['Canada', 'm5v3l9'],
    ['Japan', '1000001'],
    ['France', '75001'],
    ['Brazil', 'anything'],
  ])('is nothing in %s with %s', (country, pincode) => {
    expect(formErrors({ ...good, country, pincode })).toEqual({});
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
