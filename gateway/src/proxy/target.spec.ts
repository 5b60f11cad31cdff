import { expect, it } from '@jest/globals';
import { cartOrder } from '@shop/contracts';
import fc from 'fast-check';
import { isPlainTarget } from './target.ts';

const toSave = cartOrder.saveInternationalRate.body!;

it('lets every courier be removed that could be saved', () => {
  const odd = fc.constantFrom(
    '/',
    '.',
    '..',
    '%',
    '\\',
    '%2f',
    '%252e',
    ' ',
    '\n',
    '\u0000',
    ';',
    '#',
    '?',
    'é',
    'DHL',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(odd, fc.string()), { maxLength: 8 }), (parts) => {
      const saved = toSave.safeParse({ country: 'India', courier: parts.join(''), charge: 1 });
      fc.pre(saved.success);
      const courier = encodeURIComponent(saved.data!.courier);
      expect(isPlainTarget(`/api/v1/admin/charges/international/India/${courier}`)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
