import crypto from 'node:crypto';

/** What a signed link opens. */
interface Opened {
  /** One for `order` opens nothing else. */
  purpose: string;
  /** Without dots. */
  id: string;
}

/**
 * Signs the text of a link that opens one thing to anyone who has it, until a time. Nothing is stored: what is signed with a key that is no longer
 * accepted opens nothing.
 * @param keys the first signs, see `secrets`
 */
export function signLink({ purpose, id }: Opened, until: Date, [key]: readonly string[]): string {
  const signed = `${id}.${Math.floor(until.getTime() / 1000).toString(36)}`;
  return `${signed}.${signatureOf(purpose, signed, key!)}`;
}

/** @returns the id that a link opens; undefined where none of the keys signed it, or its time is over */
export function openLink(purpose: string, link: string, keys: readonly string[], nowMs: number): string | undefined {
  const [id, until, signature, ...rest] = link.split('.');
  if (!id || !until || !signature || rest.length > 0) return undefined;
  const given = Buffer.from(signature);
  const isSigned = keys
    .map((key) => Buffer.from(signatureOf(purpose, `${id}.${until}`, key)))
    .some((expected) => expected.length === given.length && crypto.timingSafeEqual(expected, given));
  return isSigned && nowMs < Number.parseInt(until, 36) * 1000 ? id : undefined;
}

const signatureOf = (purpose: string, signed: string, key: string): string =>
  crypto.createHmac('sha256', key).update(`${purpose}.${signed}`).digest('base64url');
