import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';

/** argon2id with the parameters OWASP names as a minimum: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let common: ReadonlySet<string> | undefined;

/** Whether a password is among the 30,000 most common ones, in whatever case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common']);
  return common.has(password.toLowerCase());
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Of no password at all: checked where no account is found, so that the time an answer takes tells nothing. */
let nobody: Promise<string> | undefined;

/** Whether `password` is the one of `passwordHash`; without a hash it is not, after the same amount of work. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const right = await verify(passwordHash ?? (await nobody), password);
  return right && passwordHash !== undefined;
}
