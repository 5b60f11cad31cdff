import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG } from '@shop/service-kit';
import { keyedHash, randomId, sameText } from '../secrets.ts';
import type { UserDocument } from '../users/user.schema.ts';
import type { Config } from '../variables.ts';

/** People who share a browser; beyond them the one who signed in first is forgotten. */
const MAX_ACCOUNTS = 5;

type Account = Pick<UserDocument, 'id' | 'passwordHash'>;

/**
 * Recognizes browsers in which an account signed in before, by a signed cookie: `<browser>~<expiry>.<proof>~<expiry>.<proof>`, a proof per
 * account. A new password ends them all but the one it was set in.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** What identifies browser and account together; undefined for a stranger's browser. */
  find(cookie: string | undefined, account: Account): string | undefined {
    const [browser, ...entries] = entriesOf(cookie);
    if (!browser) return undefined;
    const isOurs = entries.some((entry) => this.#proves(entry, browser, account));
    return isOurs ? `${account.id}.${browser}` : undefined;
  }

  /** The cookie of a browser in which `account` has signed in now. */
  remember(cookie: string | undefined, account: Account): string {
    const [browser = randomId(), ...entries] = entriesOf(cookie);
    const others = entries.filter((entry) => !this.#proves(entry, browser, account));
    const expiry = String(this.clock.millis() + this.config.KNOWN_BROWSER_LIFETIME);
    const entry = `${expiry}.${this.#proof(browser, expiry, account)}`;
    return [browser, ...[...others, entry].slice(-MAX_ACCOUNTS)].join('~');
  }

  #proves(entry: string, browser: string, account: Account): boolean {
    const [expiry = '', proof = ''] = entry.split('.');
    return Number(expiry) > this.clock.millis() && sameText(proof, this.#proof(browser, expiry, account));
  }

  #proof(browser: string, expiry: string, { id, passwordHash = '' }: Account): string {
    return keyedHash(this.config.IDENTITY_SECRET, `known-browser ${browser} ${expiry} ${id} ${passwordHash}`);
  }
}

const ID = /^[\w-]{43}$/;

/** Id of the browser, and its entries; nothing for what is not our cookie. */
function entriesOf(cookie: string | undefined): string[] {
  const parts = cookie?.split('~', MAX_ACCOUNTS + 1) ?? [];
  return ID.test(parts[0] ?? '') ? parts : [];
}
