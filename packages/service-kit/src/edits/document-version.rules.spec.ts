import { describe, expect, it } from '@jest/globals';
import { differingFields, versionOf, versionOfParts, withVersion } from './document-version.rules.ts';

describe('the version of a document', () => {
  const banner = { _id: '1', title: 'Wedding', link: undefined, place: { main: 'ring', sub: 'band' } };

  it('is the same for the same fields, in any order, and whether a field is absent or undefined', () => {
    const same = { place: { sub: 'band', main: 'ring' }, title: 'Wedding', _id: '1' };
    expect(versionOf(same)).toBe(versionOf(banner));
    expect(versionOf(withVersion(banner))).toBe(versionOf(banner));
  });

  it('is another one whenever a field is, also a nested one or the order of a list', () => {
    const versions = [
      banner,
      { ...banner, title: 'wedding' },
      { ...banner, place: { main: 'ring' } },
      { ...banner, link: '' },
      { ...banner, list: ['a', 'b'] },
      { ...banner, list: ['b', 'a'] },
    ].map(versionOf);
    expect(new Set(versions).size).toBe(versions.length);
    for (const version of versions) expect(version).toMatch(/^[\w-]{16}$/);
  });

  it('is that of nothing where nothing is', () => expect(versionOf(null)).toBe('none'));

  it('leaves out what changes by itself', () => {
    expect(withVersion({ ...banner, sold: 2 }, ['sold']).version).toBe(
      withVersion({ ...banner, sold: 3 }, ['sold']).version,
    );
  });
});

describe('the version of a document made of others', () => {
  it('is theirs, in their order', () => {
    const [one, two] = [withVersion({ a: 1 }), withVersion({ a: 2 })];
    expect(versionOfParts([one, two])).toBe(`${one.version}.${two.version}`);
    expect(versionOfParts([two, one])).not.toBe(versionOfParts([one, two]));
    expect(versionOfParts([])).toBe('none');
  });
});

describe('the fields that differ', () => {
  it('are named, without the version', () => {
    const before = withVersion({ a: 1, b: { c: [1] }, d: 'x' });
    expect(differingFields(before, withVersion({ a: 1, b: { c: [2] }, e: 'y' }))).toEqual(['b', 'd', 'e']);
    expect(differingFields(null, { a: 1 })).toEqual(['a']);
  });
});
