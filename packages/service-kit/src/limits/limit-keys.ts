/**
 * Every rate limit of the shop, as `<who counts>:<purpose>:<who is counted>`: the prefix of its counters in Redis. A limit has one
 * purpose, so that what somebody browses never counts against what a neighbour signs in or pays.
 */
export const LIMITS = [
  'gateway:browsing:address',
  'gateway:browsing:account',
  'gateway:signing-in:address',
  'gateway:codes:address',
  'gateway:paying:address',
  'gateway:paying:account',
  'identity:passwords:address',
  'identity:passwords:account',
  'identity:passwords:known-browser',
  'identity:codes:address',
  'identity:sign-in-codes:account',
  'identity:sign-in-codes:known-browser',
  'identity:registration-codes:account',
  'identity:new-password-codes:account',
  'identity:proof-codes:account',
  'identity:new-email-codes:account',
  'identity:app-codes:account',
  'identity:continue-codes:account',
  'payment:forged-webhooks:address',
] as const;
export type LimitName = (typeof LIMITS)[number];

/** Hands out the names of limits, each once. */
export class LimitKeys {
  readonly #taken = new Set<LimitName>();

  /** @throws Error when another limiter of this process has this name */
  take(name: LimitName): string {
    if (this.#taken.has(name)) throw new Error(`Two limiters are named ${name}`);
    this.#taken.add(name);
    return `limit:${name}`;
  }
}
