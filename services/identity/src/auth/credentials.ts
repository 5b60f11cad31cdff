import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import { keyedHash } from '../secrets.ts';
import type { UserDocument } from '../users/user.schema.ts';
import type { Config } from '../variables.ts';

/** What a code or session was begun with; it ends with a new password, and with a new e-mail address. */
@Injectable()
export class Credentials {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'IDENTITY_SECRET'>) {}

  of({ passwordHash = '', email }: Pick<UserDocument, 'passwordHash' | 'email'>): string {
    return keyedHash(this.config.IDENTITY_SECRET, `credential ${passwordHash} ${email}`);
  }

  /** Sessions that began before credentials were recorded have none. */
  isCurrent({ credential }: { credential?: string }, user: UserDocument | null): boolean {
    return credential === undefined || (user !== null && credential === this.of(user));
  }
}
