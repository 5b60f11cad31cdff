import { hash, verify } from '@node-rs/argon2';
import { Failure } from '@shop/service-kit';
import { dictionary } from '@zxcvbn-ts/language-common';

/** argon2id with OWASP's minimum parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let common: ReadonlySet<string> | undefined;

/** Whether a password is among the 30,000 most common ones, ignoring case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common']);
  return common.has(password.toLowerCase());
}

/** @throws Failure `auth.weak-password` at its field */
export function rejectCommonPassword(password: string, field = 'password'): void {
  if (!isCommonPassword(password)) return;
  throw new Failure('auth.weak-password', { errors: { [field]: 'This is among the most common passwords' } });
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Verified where no account is found, so that the response time reveals nothing. */
let dummyHash: Promise<string> | undefined;

/** Without a hash returns false after the same amount of work. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && passwordHash !== undefined;
}
