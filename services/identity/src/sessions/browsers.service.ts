import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { identity } from '@shop/contracts';
import { Failure, Redis, type Session } from '@shop/service-kit';
import type { z } from 'zod';
import { browserOf } from './browser-names.ts';
import { type ListedSession, Sessions } from './sessions.ts';

type SignedInBrowser = z.input<typeof identity.signedInBrowser>;

const MAX_LISTED = 100;

/** The sessions of an account, as its owner sees them. */
@Injectable()
export class BrowsersService {
  constructor(
    private readonly sessions: Sessions,
    private readonly redis: Redis,
  ) {}

  async list({ userId, sessionId }: Session): Promise<SignedInBrowser[]> {
    const all = await this.allOf(userId, sessionId);
    return [...all.filter(({ isThis }) => isThis), ...all.filter(({ isThis }) => !isThis)].slice(0, MAX_LISTED);
  }

  async allOf(userId: string, thisOne?: string): Promise<SignedInBrowser[]> {
    return (await this.#all(userId)).map(({ sid, joins, userAgent, startedAtMs, rotatedAtMs }) => ({
      id: listedId(sid),
      ...browserOf(userAgent),
      signedInAt: startedAtMs === undefined ? null : new Date(startedAtMs).toISOString(),
      lastUsedAt: new Date(rotatedAtMs).toISOString(),
      isThis: sid === thisOne,
      ...(joins !== undefined && { isLimited: true as const }),
    }));
  }

  /** @throws Failure `session.not-found` */
  async end(session: Session, id: string): Promise<void> {
    const found = (await this.#all(session.userId)).find(({ sid }) => listedId(sid) === id);
    if (!found) throw new Failure('session.not-found');
    await this.sessions.end(found.sid, session.userId);
  }

  endOthers({ userId, sessionId }: Session): Promise<number> {
    this.#requireRedis();
    return this.sessions.endAll(userId, sessionId);
  }

  #all(userId: string): Promise<ListedSession[]> {
    this.#requireRedis();
    return this.sessions.list(userId);
  }

  #requireRedis(): void {
    if (!this.redis.client.isReady) throw new Failure('session.unavailable', { headers: { 'retry-after': '2' } });
  }
}

/** Session ids stay within the shop; a page names a session by this. */
const listedId = (sid: string): string => createHash('sha256').update(sid).digest('base64url').slice(0, 22);
