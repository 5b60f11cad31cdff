import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { idInToken, isTokenOf, newSecret, recipientIdOf, tokenOf, whoOf } from './recipient.rules.ts';

const recipient = (secret = newSecret()) => ({ _id: recipientIdOf({ email: 'asha@example.com' }), secret });

describe('a recipient of alerts', () => {
  it('is the account, whatever address goes with it', () => {
    expect(whoOf({ userId: 'u1', email: 'asha@example.com' })).toEqual({ userId: 'u1' });
    expect(recipientIdOf({ userId: 'u1', email: 'asha@example.com' })).toBe(recipientIdOf({ userId: 'u1' }));
  });

  it('is one address, however it is written', () => {
    expect(whoOf({ email: '  Asha@Example.COM ' })).toEqual({ email: 'asha@example.com' });
    expect(recipientIdOf({ email: '  Asha@Example.COM ' })).toBe(recipientIdOf({ email: 'asha@example.com' }));
  });

  // Rows are found by it: another way to derive it would lose the agreements of today's recipients.
  it('has the same id in every version', () => {
    expect(recipientIdOf({ userId: 'u1' })).toBe('ba9huxWqHG6ihYZnSv29NR');
    expect(recipientIdOf({ email: 'asha@example.com' })).toBe('tupqE-vmwcQquhtOujFxFs');
  });

  it('is another one as an account than as an address with the same letters', () => {
    expect(recipientIdOf({ userId: 'asha@example.com' })).not.toBe(recipientIdOf({ email: 'asha@example.com' }));
  });

  it('has an id of 22 characters that stands in an address as it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (userId) => {
        expect(recipientIdOf({ userId })).toMatch(/^[\w-]{22}$/);
      }),
    );
  });
});

describe('the token of the links in its mails', () => {
  it('names the recipient and proves that its mail was read', () => {
    const own = recipient();
    expect(idInToken(tokenOf(own))).toBe(own._id);
    expect(isTokenOf(own, tokenOf(own))).toBe(true);
  });

  it('is refused with the secret of another recipient, a part of its own, or more', () => {
    const own = recipient();
    for (const wrong of [tokenOf(recipient()), tokenOf(own).slice(0, -1), `${tokenOf(own)}a`, own._id, '']) {
      expect(isTokenOf(own, wrong)).toBe(false);
    }
  });

  it('is refused where letters of more than one byte make it as long in characters', () => {
    const own = recipient('a'.repeat(22));
    expect(isTokenOf(own, `${own._id}${'ä'.repeat(22)}`)).toBe(false);
  });

  it('has a secret of 128 bits, each time another one', () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(16);
  });
});
