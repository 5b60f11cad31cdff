import { staffRoleOf } from '@shop/contracts';
import type { Clock } from '@shop/service-kit';
import { keyedHash, randomId, sameText } from '../secrets.ts';

/** The part of Redis that sessions need. */
export interface SessionStore {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<unknown>;
  del(key: string): Promise<unknown>;
  scanIterator(options: { MATCH: string; COUNT: number }): AsyncIterable<string[]>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** Stored under `session:{<user>}<random>`, which every service reads on every signed-in call. */
export interface Session {
  userId: string;
  role: 'user' | 'admin';
  /** As in the account. */
  staffRole?: string;
  /** For services that show it to its owner. With another address the session is not renewed (`credential`). */
  email?: string;
  /** Of a guest: the account beside which it buys. Its sessions are listed and end with those of the account. */
  joins?: string;
  /** Generation of the valid refresh token; incremented by each renewal. */
  generation: number;
  rotatedAtMs: number;
  /** Refresh tokens are derived from it: a generation always has the same token. */
  familySecret: string;
  startedAtMs?: number;
  /** How its browser named itself when it began. */
  userAgent?: string;
  /** What the account's credential was when the session began. */
  credential?: string;
  /** `SessionRules.secretTag` when the session began. */
  secretTag?: string;
}

/** The account under which a session is kept. */
export const accountOf = ({ userId, joins }: Pick<Session, 'userId' | 'joins'>): string => joins ?? userId;

/** A session as the owner of the account sees it in a list. */
export type ListedSession = Pick<Session, 'userId' | 'joins' | 'rotatedAtMs' | 'startedAtMs' | 'userAgent'> & {
  sid: string;
};

export interface SessionRules {
  /** A session that is not renewed for this long ends. */
  lifetimeMs: number;
  /** How long a rotated refresh token still gets the same successor, for tabs that renew concurrently. */
  graceMs: number;
  /** Identifies identity's secret without revealing it: sessions end when the secret changes. */
  secretTag: string;
  keyPrefix: string;
}

const START = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SADD', KEYS[2], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 1`;

/**
 * Renews atomically. The current generation is incremented; the previous one gets the same successor within the grace period;
 * any other token was reused and ends the family. Returns the session, or nothing. The index of the user's sessions lives as
 * long as the session renewed last.
 */
const RENEW = `
local text = redis.call('GET', KEYS[1])
if not text then return false end
local session = cjson.decode(text)
local used, now, grace, lifetime = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
if used == session.generation then
  session.generation = session.generation + 1
  session.rotatedAtMs = now
  text = cjson.encode(session)
  redis.call('SET', KEYS[1], text, 'PX', lifetime)
  redis.call('SADD', KEYS[2], ARGV[5])
  redis.call('PEXPIRE', KEYS[2], lifetime)
  return text
end
if used == session.generation - 1 and now - session.rotatedAtMs <= grace then return text end
redis.call('DEL', KEYS[1])
return false`;

const END = `
redis.call('DEL', KEYS[1])
redis.call('SREM', KEYS[2], ARGV[1])
return 1`;

/** All but the session of ARGV[2]. */
const END_ALL = `
local ended = 0
for _, sid in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if sid ~= ARGV[2] then
    ended = ended + redis.call('DEL', ARGV[1] .. sid)
    redis.call('SREM', KEYS[1], sid)
  end
end
return ended`;

/** Session ids and sessions, in turn. Ids of sessions that have expired are removed from the index. */
const LIST = `
local found = {}
for _, sid in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local text = redis.call('GET', ARGV[1] .. sid)
  if text then
    found[#found + 1] = sid
    found[#found + 1] = text
  else redis.call('SREM', KEYS[1], sid) end
end
return found`;

/** Browsers may name themselves at any length. */
const MAX_USER_AGENT = 400;

/** Sessions in Redis, each a family of refresh tokens of which one is valid. */
export class Sessions {
  readonly #store: SessionStore;
  readonly #clock: Clock;
  readonly #rules: SessionRules;

  constructor(store: SessionStore, clock: Clock, rules: SessionRules) {
    this.#store = store;
    this.#clock = clock;
    this.#rules = rules;
  }

  async start({
    userAgent,
    ...user
  }: Pick<Session, 'userId' | 'role' | 'staffRole' | 'email' | 'joins' | 'credential'> & {
    userAgent?: string | undefined;
  }): Promise<{
    sid: string;
    refreshToken: string;
  }> {
    // In braces: a Redis cluster keeps all keys of an account on one node, where a script can change them together.
    const sid = `{${accountOf(user)}}${randomId()}`;
    const session: Session = {
      ...user,
      generation: 1,
      rotatedAtMs: this.#clock.millis(),
      startedAtMs: this.#clock.millis(),
      ...(userAgent && { userAgent: userAgent.slice(0, MAX_USER_AGENT) }),
      familySecret: randomId(),
      secretTag: this.#rules.secretTag,
    };
    await this.#store.eval(START, {
      keys: [this.#key(sid), this.#userKey(accountOf(user))],
      arguments: [JSON.stringify(session), String(this.#rules.lifetimeMs), sid],
    });
    return { sid, refreshToken: tokenOf(sid, session) };
  }

  /** Renews the session and rotates the refresh token; `undefined` when the token is not valid any more. */
  async renew(
    refreshToken: string | undefined,
  ): Promise<(Session & { sid: string; refreshToken: string }) | undefined> {
    const [sid, generation, proof] = refreshToken?.split('.') ?? [];
    if (!sid || !generation || !proof) return undefined;
    const stored = await this.#store.get(this.#key(sid));
    if (!stored) return undefined;
    const { familySecret, ...owner } = JSON.parse(stored) as Session;
    // Only a token that this family once issued may renew or end it.
    if (!sameText(proof, proofOf(sid, Number(generation), familySecret))) return undefined;
    const text = await this.#store.eval(RENEW, {
      keys: [this.#key(sid), this.#userKey(accountOf(owner))],
      arguments: [generation, this.#clock.millis(), this.#rules.graceMs, this.#rules.lifetimeMs, sid].map(String),
    });
    if (typeof text !== 'string') return undefined;
    const session = JSON.parse(text) as Session;
    return { ...session, sid, refreshToken: tokenOf(sid, session) };
  }

  /** Whether it began as a shopper's; `false` where that cannot be told. */
  async isShoppers(sid: string): Promise<boolean> {
    const stored = await this.#store.get(this.#key(sid)).catch(() => null);
    return stored !== null && staffRoleOf(JSON.parse(stored) as Session) === undefined;
  }

  /** Effective with the next call to any service. */
  async end(sid: string, userId: string): Promise<void> {
    await this.#store.eval(END, { keys: [this.#key(sid), this.#userKey(userId)], arguments: [sid] });
  }

  /** Ends every session of a user, except one. Returns their number. */
  async endAll(userId: string, exceptSid = ''): Promise<number> {
    const { keyPrefix } = this.#rules;
    let ended = 0;
    for (const index of this.#indexesOf(userId)) {
      const options = { keys: [index], arguments: [`${keyPrefix}session:`, exceptSid] };
      ended += Number(await this.#store.eval(END_ALL, options));
    }
    return ended;
  }

  /** Those used last first. */
  async list(userId: string): Promise<ListedSession[]> {
    const listed: ListedSession[] = [];
    for (const index of this.#indexesOf(userId)) {
      const options = { keys: [index], arguments: [`${this.#rules.keyPrefix}session:`] };
      const found = (await this.#store.eval(LIST, options)) as string[];
      for (let i = 0; i < found.length; i += 2) {
        const { userId: owner, joins, rotatedAtMs, startedAtMs, userAgent } = JSON.parse(found[i + 1]!) as Session;
        listed.push({
          sid: found[i]!,
          userId: owner,
          rotatedAtMs,
          ...(joins !== undefined && { joins }),
          ...(startedAtMs !== undefined && { startedAtMs }),
          ...(userAgent !== undefined && { userAgent }),
        });
      }
    }
    return listed.sort((a, b) => b.rotatedAtMs - a.rotatedAtMs);
  }

  /** Ends every session that began with another secret, once per change; later calls cost one read. */
  async endThoseOfOldSecret(): Promise<void> {
    const { keyPrefix, secretTag } = this.#rules;
    const marker = `${keyPrefix}session-secret`;
    const known = await this.#store.get(marker);
    if (known === secretTag) return;
    // Sessions from before there were tags are the secret's own at the first start.
    const untagged = known ?? secretTag;
    for await (const keys of this.#store.scanIterator({ MATCH: `${keyPrefix}session:*`, COUNT: 1_000 })) {
      // One by one: the keys of a cluster are on several nodes. The client sends them together.
      const ending = keys.map(async (key) => {
        const text = await this.#store.get(key);
        if (text && ((JSON.parse(text) as Session).secretTag ?? untagged) !== secretTag) await this.#store.del(key);
      });
      await Promise.all(ending);
    }
    await this.#store.set(marker, secretTag);
  }

  #key(sid: string): string {
    return `${this.#rules.keyPrefix}session:${sid}`;
  }

  /** The second was written by the release before session ids had braces. */
  #indexesOf(userId: string): string[] {
    return [this.#userKey(userId), `${this.#rules.keyPrefix}user-sessions:${userId}`];
  }

  #userKey(userId: string): string {
    return `${this.#rules.keyPrefix}user-sessions:{${userId}}`;
  }
}

const proofOf = (sid: string, generation: number, secret: string): string => keyedHash(secret, `${sid}.${generation}`);
const tokenOf = (sid: string, { generation, familySecret }: Session): string =>
  `${sid}.${generation}.${proofOf(sid, generation, familySecret)}`;
