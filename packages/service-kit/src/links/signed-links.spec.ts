import { describe, expect, it } from '@jest/globals';
import { openLink, signLink } from './signed-links.ts';

const [OLD, NEW] = ['a key of sixteen letters', 'another of sixteen letters'];
const UNTIL = new Date('2026-12-01T00:00:00.000Z');
const link = signLink({ purpose: 'order', id: 'a1' }, UNTIL, [OLD]);
const [id, until, signature] = link.split('.') as [string, string, string];
const before = UNTIL.getTime() - 1;

describe('a signed link', () => {
  it('opens what it was made for until its time is over, also when the key has been changed since', () => {
    expect(openLink('order', link, [OLD], before)).toBe('a1');
    expect(openLink('order', link, [NEW, OLD], before)).toBe('a1');
    expect(openLink('order', link, [NEW], before)).toBeUndefined();
    expect(openLink('order', link, [OLD], UNTIL.getTime())).toBeUndefined();
  });

  it('is signed with the first key', () => {
    expect(openLink('order', signLink({ purpose: 'order', id: 'a1' }, UNTIL, [NEW, OLD]), [NEW], before)).toBe('a1');
  });

  it.each([
    ['of another thing', `a2.${until}.${signature}`],
    ['with a later end', `${id}.zzzzzzz.${signature}`],
    ['without a signature', `${id}.${until}.`],
    ['with a longer signature', `${link}a`],
    ['with a further part', `${link}.a`],
    ['that is no link', 'a1'],
    ['that is empty', ''],
  ])('%s opens nothing', (_, changed) => {
    expect(openLink('order', changed, [OLD], before)).toBeUndefined();
  });

  it('of another purpose opens nothing', () => {
    expect(openLink('invoice', link, [OLD], before)).toBeUndefined();
  });
});
