import { describe, expect, it } from '@jest/globals';
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are kept as argon2id', async () => {
    expect(await hashPassword('three golden bangles')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
  it('are right or wrong', async () => {
    const hash = await hashPassword('three golden bangles');
    await expect(verifyPassword(hash, 'three golden bangles')).resolves.toBe(true);
    await expect(verifyPassword(hash, 'three golden bangle')).resolves.toBe(false);
  });
  it('are wrong where there is no account, after the same work', async () => {
    await expect(verifyPassword(undefined, 'nobody has this password')).resolves.toBe(false);
  });
  it('are refused when common, in any case', () => {
    expect(isCommonPassword('Password1')).toBe(true);
    expect(isCommonPassword('qwertyuiop')).toBe(true);
    expect(isCommonPassword('three golden bangles')).toBe(false);
  });
});
