import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits, URL- and cookie-safe. */
export const randomId = (): string => randomBytes(32).toString('base64url');

/** Six uniformly random digits. */
export const oneTimeCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0');

export const keyedHash = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Constant-time comparison. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
