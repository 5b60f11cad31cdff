import { Injectable } from '@nestjs/common';
import { Failure } from '@shop/service-kit';
import type { identity } from '@shop/contracts';
import { Keys } from '../keys/keys.ts';
import { StaffRoles } from '../roles/staff-roles.ts';
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
  /** The cookie by which this browser is known from now on. A guest is not known by it. */
  knownBrowser?: string;
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
    private readonly roles: StaffRoles,
  ) {}

  /**
   * @param account beside which a guest buys: the session ends with the account's
   * @throws Failure `auth.wrong-code` where another password was set at the same time
   */
  async start(user: UserDocument, client: ClientInfo, account: UserDocument = user): Promise<SignedIn> {
    const credential = this.credentials.of(account);
    const { role, staffRole, email, joins } = user;
    const owner = { userId: user.id as string, role, ...(joins !== undefined && { joins }) };
    const { userAgent } = client;
    const { sid, refreshToken } = await this.sessions.start({
      ...owner,
      ...(staffRole !== undefined && { staffRole }),
      email,
      credential,
      userAgent,
    });
    // A new password that was set concurrently ended the sessions that it found, without this one.
    if (!this.credentials.isCurrent({ credential }, await this.users.byId(account.id))) {
      await this.sessions.end(sid, account.id);
      throw new Failure('auth.wrong-code');
    }
    const accessToken = await this.keys.sign({ ...owner, sid });
    const knownBrowser = joins === undefined ? this.knownBrowsers.remember(client.knownBrowser, user) : undefined;
    const view = viewOf(user, await this.roles.of(user));
    return { user: view, accessToken, refreshToken, ...(knownBrowser !== undefined && { knownBrowser }) };
  }
}
