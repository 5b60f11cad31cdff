import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSame, merge, whoChanged, type FormValues } from './merge.rules.ts';

const leaf = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'c'),
  fc.constantFrom(0, 1, Number.NaN),
  fc.boolean(),
  fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
);
/** One form in three states, with a group of fields in it. */
const values = fc.record(
  { name: leaf, text: leaf, seller: fc.record({ gstin: leaf, state: leaf }, { noNullPrototype: true }) },
  { noNullPrototype: true },
);

const leavesOf = (of: FormValues): [string, unknown][] =>
  Object.entries(of).flatMap(([name, value]) =>
    name === 'seller'
      ? leavesOf(value as FormValues).map(([inner, one]) => [`seller.${inner}`, one] as [string, unknown])
      : [[name, value]],
  );
const at = (of: FormValues, field: string): unknown => leavesOf(of).find(([name]) => name === field)![1];
const always = (property: (base: FormValues, mine: FormValues, theirs: FormValues) => void) =>
  fc.assert(fc.property(values, values, values, property), { numRuns: 1_000 });

describe('merging what two people made of a form', () => {
  it('gives each field to the side that alone changed it', () => {
    always((base, mine, theirs) => {
      const { values: merged } = merge(base, mine, theirs);
      const byOneSide = leavesOf(base).flatMap(([field, was]) => {
        if (isSame(at(mine, field), was)) return [[at(merged, field), at(theirs, field)]];
        return isSame(at(theirs, field), was) ? [[at(merged, field), at(mine, field)]] : [];
      });
      expect(byOneSide.map(([kept]) => kept)).toEqual(byOneSide.map(([, changed]) => changed));
    });
  });

  it('calls a conflict exactly what both changed to different values, with both values, and keeps mine until one is chosen', () =>
    always((base, mine, theirs) => {
      const { conflicts, values: merged } = merge(base, mine, theirs);
      const expected = leavesOf(base).filter(
        ([field, was]) =>
          !isSame(at(mine, field), was) &&
          !isSame(at(theirs, field), was) &&
          !isSame(at(mine, field), at(theirs, field)),
      );
      expect(conflicts.map(({ field }) => field)).toEqual(expected.map(([field]) => field));
      for (const conflict of conflicts) {
        expect(conflict.mine).toEqual(at(mine, conflict.field));
        expect(conflict.theirs).toEqual(at(theirs, conflict.field));
        expect(at(merged, conflict.field)).toEqual(conflict.mine);
      }
    }));

  it('loses nothing: what differs from theirs is named as mine, what differs from mine as taken', () =>
    always((base, mine, theirs) => {
      const merged = merge(base, mine, theirs);
      const differing = (from: FormValues) =>
        leavesOf(merged.values).flatMap(([field, value]) => (isSame(value, at(from, field)) ? [] : [field]));
      expect(merged.mine).toEqual(differing(theirs));
      expect(merged.taken).toEqual(differing(mine));
    }));

  it('is the same from both sides, conflicts apart', () =>
    always((base, mine, theirs) => {
      const [one, other] = [merge(base, mine, theirs), merge(base, theirs, mine)];
      expect(one.conflicts.map(({ field }) => field)).toEqual(other.conflicts.map(({ field }) => field));
      const settled = leavesOf(one.values).filter(
        ([field]) => !one.conflicts.some((conflict) => conflict.field === field),
      );
      expect(settled.map(([field]) => at(other.values, field))).toEqual(settled.map(([, value]) => value));
    }));

  it('changes nothing where one side did not, or both did the same', () =>
    always((base, mine, theirs) => {
      expect(merge(base, mine, base)).toMatchObject({ values: mine, taken: [], conflicts: [] });
      expect(merge(base, base, theirs)).toMatchObject({ values: theirs, mine: [], conflicts: [] });
      expect(merge(base, mine, mine)).toMatchObject({ values: mine, taken: [], mine: [], conflicts: [] });
    }));

  it('takes a field of a part that one side removed as a whole', () => {
    expect(merge<FormValues>({ seller: { gstin: '1' } }, { seller: { gstin: '2' } }, { seller: null })).toMatchObject({
      conflicts: [{ field: 'seller', mine: { gstin: '2' }, theirs: null }],
    });
  });
});

describe('who changed a field', () => {
  const saves = [
    { by: 'Asha', fields: ['main'] },
    { by: 'Ravi', fields: ['image'] },
    { by: 'Asha', fields: ['main'] },
  ];
  const fieldOf = (path: string) => (path === 'main' ? 'name' : path);

  it.each([
    ['name', 'Asha'],
    ['image', 'Ravi'],
    ['facets', 'Asha and Ravi'],
  ])('is who saved it: %s', (field, who) => expect(whoChanged(field, saves, fieldOf)).toBe(who));

  it('is a colleague where nobody is known', () => expect(whoChanged('name', [], fieldOf)).toBe('A colleague'));
});
