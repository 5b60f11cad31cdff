import crypto from 'node:crypto';
import { z } from 'zod';

/**
 * A schema for a secret that is rotated without an interruption: one or several separated by commas. The first is sent, any is
 * accepted. Parsed to a list that is never empty.
 */
export const secrets = (minLength = 1) =>
  z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()) as [string, ...string[]])
    .refine((list) => list.every((secret) => secret.length >= minLength), {
      message: minLength === 1 ? 'Write secrets with commas between them' : `At least ${minLength} characters`,
    });

/** Returns whether a text is one of `expected`, in a time that does not depend on how much of it is right. */
export function oneOf(expected: readonly string[]): (sent: unknown) => boolean {
  const digests = expected.map(digest);
  return (sent) => {
    if (typeof sent !== 'string') return false;
    const given = digest(sent);
    return digests.filter((each) => crypto.timingSafeEqual(given, each)).length > 0;
  };
}

const digest = (text: string): Buffer => crypto.createHash('sha256').update(text).digest();
