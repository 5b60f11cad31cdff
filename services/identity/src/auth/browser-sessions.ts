import { Injectable } from '@nestjs/common';
import { Failure } from '@shop/service-kit';
import type { identity } from '@shop/contracts';
import { Keys } from '../keys/keys.ts';
import { Sessions } from '../sessions/sessions.ts';
import type { UserDocument } from '../users/user.schema.ts';
import { viewOf } from '../users/user.view.ts';
import { UsersRepository } from '../users/users.repository.ts';
import type { ClientInfo } from './codes.ts';
import { Credentials } from './credentials.ts';
import { KnownBrowsers } from './known-browsers.ts';

export interface SignedIn {
  user: identity.User;
  accessToken: string;
  refreshToken: string;
  /** The cookie by which this browser is known from now on. */
  knownBrowser: string;
}

/** Starts the session of a browser. */
@Injectable()
export class BrowserSessions {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessions: Sessions,
    private readonly keys: Keys,
    private readonly credentials: Credentials,
    private readonly knownBrowsers: KnownBrowsers,
  ) {}

  /** @throws Failure `auth.wrong-code` where another password was set at the same time */
  async start(user: UserDocument, client: ClientInfo): Promise<SignedIn> {
    const credential = this.credentials.of(user);
    const { id: userId, role, email } = user;
    const { userAgent } = client;
    const { sid, refreshToken } = await this.sessions.start({ userId, role, email, credential, userAgent });
    // A new password that was set concurrently ended the sessions that it found, without this one.
    if (!this.credentials.isCurrent({ credential }, await this.users.byId(user.id))) {
      await this.sessions.end(sid, user.id);
      throw new Failure('auth.wrong-code');
    }
    const accessToken = await this.keys.sign({ userId: user.id, sid, role: user.role });
    const knownBrowser = this.knownBrowsers.remember(client.knownBrowser, user);
    return { user: viewOf(user), accessToken, refreshToken, knownBrowser };
  }
}
