import type { Clock } from '@shop/service-kit';
import { Failure } from '@shop/service-kit';
import { keyedHash, oneTimeCode, randomId, sameText } from '../secrets.ts';

/** What redeeming the code does. `credential` is the account's (`credentialOf`) when the code was asked for. */
export type Purpose =
  /** `byApp`: the code is one of the account's authenticator app, and none was mailed. */
  | { kind: 'sign-in'; userId: string; credential: string; byApp?: true }
  | { kind: 'register'; name: string; email: string; passwordHash: string }
  | { kind: 'new-password'; userId: string; credential: string; passwordHash: string }
  /** `credential` is that of the account that has the address, or `null` where none had. */
  | { kind: 'continue'; email: string; credential: string | null }
  | { kind: 'proof'; userId: string; credential: string }
  | { kind: 'new-email'; userId: string; credential: string; email: string }
  /** A decoy that makes the response the same when no code was mailed; never redeemable. */
  | { kind: 'nothing' };

type Redeemable = Exclude<Purpose, { kind: 'nothing' }>;

const isOneOf = <Kind extends Redeemable['kind']>(
  purpose: Purpose,
  kinds: readonly Kind[],
): purpose is Extract<Purpose, { kind: Kind }> => (kinds as readonly string[]).includes(purpose.kind);

/** The account whose authenticator app has the code; undefined where it was mailed. */
const appOwnerOf = (purpose: Purpose): string | undefined =>
  purpose.kind === 'sign-in' && purpose.byApp ? purpose.userId : undefined;

/** A one-time code, bound to the requesting browser: attempts need `id`, which is in its cookie. */
interface Challenge {
  /** The username or e-mail address as typed, in lower case. */
  login: string;
  purpose: Purpose;
  codeHash: string;
  triesLeft: number;
  sentAtMs: number;
  expiresAtMs: number;
}

/** The part of Redis that challenges need. */
export interface ChallengeStore {
  set(key: string, value: string, options: { PX: number }): Promise<unknown>;
  get(key: string): Promise<string | null>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/**
 * Consumes one attempt atomically, so that concurrent attempts cannot exceed the limit. Returns the challenge as it was before
 * and deletes it with the last attempt.
 */
const CONSUME_ATTEMPT = `
local text = redis.call('GET', KEYS[1])
if not text then return false end
local challenge = cjson.decode(text)
local left = challenge.triesLeft - 1
if left <= 0 then redis.call('DEL', KEYS[1])
else
  challenge.triesLeft = left
  redis.call('SET', KEYS[1], cjson.encode(challenge), 'KEEPTTL')
end
return text`;

/** Returns whether the challenge still existed: one of two concurrent correct attempts wins. */
const DELETE = `return redis.call('DEL', KEYS[1])`;

export interface ChallengeRules {
  lifetimeMs: number;
  resendAfterMs: number;
  tries: number;
  secret: string;
  keyPrefix: string;
}

/** One-time codes: six digits, stored hashed in Redis, single use, bound to one browser, with few attempts. */
export class Challenges {
  readonly #store: ChallengeStore;
  readonly #clock: Clock;
  readonly #rules: ChallengeRules;

  constructor(store: ChallengeStore, clock: Clock, rules: ChallengeRules) {
    this.#store = store;
    this.#clock = clock;
    this.#rules = rules;
  }

  /**
   * Replaces the browser's earlier challenge.
   * @returns the id for the browser's cookie and the code to mail
   * @throws Failure `auth.code-too-soon` while the browser's earlier code for the same login is younger than `resendAfterMs`
   */
  async start(purpose: Purpose, login: string, earlierId: string | undefined): Promise<{ id: string; code: string }> {
    const earlier = await this.requireDue(login, earlierId);
    const now = this.#clock.millis();
    const id = randomId();
    const code = oneTimeCode();
    const challenge: Challenge = {
      login: login.toLowerCase(),
      purpose,
      codeHash: this.#hash(id, code),
      triesLeft: this.#rules.tries,
      sentAtMs: now,
      expiresAtMs: now + this.#rules.lifetimeMs,
    };
    await this.#store.set(this.#key(id), JSON.stringify(challenge), { PX: this.#rules.lifetimeMs });
    if (earlierId && earlier) await this.#store.eval(DELETE, { keys: [this.#key(earlierId)], arguments: [] });
    return { id, code };
  }

  /** Returns the browser's earlier challenge. @throws Failure `auth.code-too-soon` */
  async requireDue(login: string, earlierId: string | undefined): Promise<Challenge | undefined> {
    const earlier = earlierId ? await this.#read(earlierId) : undefined;
    if (earlier?.login !== login.toLowerCase() || appOwnerOf(earlier.purpose) !== undefined) {
      return earlier;
    }
    const waitMs = earlier.sentAtMs + this.#rules.resendAfterMs - this.#clock.millis();
    if (waitMs <= 0) return earlier;
    throw new Failure('auth.code-too-soon', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } });
  }

  /** Removes a challenge whose code could not be sent. */
  async drop(id: string): Promise<void> {
    await this.#store.eval(DELETE, { keys: [this.#key(id)], arguments: [] });
  }

  /**
   * @param kinds what the code may be for
   * @param isOfApp compares the code with the authenticator app that a challenge `byApp` is answered with
   * @throws Failure `auth.wrong-code` for a wrong, used, expired or foreign code alike
   */
  async redeem<Kind extends Redeemable['kind']>(
    id: string | undefined,
    login: string,
    code: string,
    kinds: readonly Kind[],
    isOfApp: (userId: string) => Promise<boolean> = async () => false,
  ): Promise<Extract<Purpose, { kind: Kind }>> {
    const text = id && (await this.#store.eval(CONSUME_ATTEMPT, { keys: [this.#key(id)], arguments: [] }));
    if (!id || typeof text !== 'string') throw new Failure('auth.wrong-code');
    const challenge = JSON.parse(text) as Challenge;
    const isOpen = challenge.login === login.toLowerCase() && challenge.expiresAtMs > this.#clock.millis();
    const { purpose } = challenge;
    if (!isOpen || !isOneOf(purpose, kinds)) throw new Failure('auth.wrong-code');
    // Last, because a code of the app is used up by being compared.
    const owner = appOwnerOf(challenge.purpose);
    const isRight = owner === undefined ? sameText(challenge.codeHash, this.#hash(id, code)) : await isOfApp(owner);
    if (!isRight) throw new Failure('auth.wrong-code');
    // The last attempt has already deleted it; otherwise the caller that deletes it has redeemed it.
    const isRedeemed =
      challenge.triesLeft === 1 || (await this.#store.eval(DELETE, { keys: [this.#key(id)], arguments: [] }));
    if (!isRedeemed) throw new Failure('auth.wrong-code');
    return purpose;
  }

  async #read(id: string): Promise<Challenge | undefined> {
    const text = await this.#store.get(this.#key(id));
    return text ? (JSON.parse(text) as Challenge) : undefined;
  }

  #key(id: string): string {
    return `${this.#rules.keyPrefix}otp:${id}`;
  }

  /** Keyed, because all one million codes are quickly hashed. */
  #hash(id: string, code: string): string {
    return keyedHash(this.#rules.secret, `${id}.${code}`);
  }
}
