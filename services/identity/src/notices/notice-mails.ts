import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { Clock, CONFIG, type JobHandle, Jobs, Outbox, type RunResult, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { StaffRoles } from '../roles/staff-roles.ts';
import type { UserDocument } from '../users/user.schema.ts';
import { UsersRepository } from '../users/users.repository.ts';
import type { Config } from '../variables.ts';
import { choicesOf, kindsBy } from './notice-choices.rules.ts';
import type { Notice } from './notice.schema.ts';
import { NoticesRepository } from './notices.repository.ts';

const LEASE_MS = 60_000;
const MAX_RETRY_MS = 600_000;

/**
 * The job that asks for mails of notices: the first one at once, and one with all that came since when `NOTICE_MAIL_EVERY` is
 * over. What was read in the staff area by then is not mailed, nor what its reader may not see or does not want any more.
 */
@Injectable()
export class NoticeMails implements OnModuleInit {
  #job!: JobHandle<Notice>;

  constructor(
    private readonly notices: NoticesRepository,
    private readonly users: UsersRepository,
    private readonly roles: StaffRoles,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { NOTICE_MAIL_SWEEP } = this.config;
    this.#job = this.jobs.add<Notice>({
      name: 'notice-mails',
      source: this.notices.mailSource,
      pollMs: NOTICE_MAIL_SWEEP,
      leaseMs: LEASE_MS,
      retry: { firstMs: NOTICE_MAIL_SWEEP, maxMs: MAX_RETRY_MS },
      run: (notice) => this.#run(notice),
    });
  }

  /** Mails what is due once the transaction of `session` is committed. */
  wakeAfter(session: ClientSession): void {
    this.#job.wakeAfter(session);
  }

  async #run({ userId }: Notice): Promise<RunResult<Notice>> {
    return this.transactions.run(async (session): Promise<RunResult<Notice>> => {
      const person = await this.users.byId(userId, session);
      const now = this.clock.now();
      const earliest = new Date((person?.noticesMailedAt?.getTime() ?? 0) + this.config.NOTICE_MAIL_EVERY);
      if (earliest > now) return { outcome: 'postponed', dueAt: earliest };
      const kinds = person ? await this.#kindsFor(person, session) : [];
      const pending = await this.notices.toMail(userId, kinds, session);
      await this.notices.mailed(userId, session);
      if (pending.length > 0) {
        // Two instances at once conflict here, and the second finds nothing left to mail.
        await this.users.setNoticesMailedAt(userId, now, session);
        await this.outbox.publish(session, identity.noticesMailed, {
          key: userId,
          data: { userId, ...saying(pending) },
        });
      }
      return { outcome: 'settled' };
    });
  }

  async #kindsFor(person: UserDocument, session: ClientSession): Promise<identity.NoticeKind[]> {
    const role = await this.roles.of(person, session);
    return kindsBy('mail', choicesOf(person.noticeChoices, role?.permissions ?? []));
  }
}

const saying = (pending: readonly Notice[]) => ({
  notices: pending.slice(0, identity.MAX_MAILED).map(({ kind, recordId, text }) => ({ kind, recordId, text })),
  counts: identity.NOTICE_KINDS.map((kind) => ({
    kind,
    count: pending.filter((one) => one.kind === kind).length,
  })).filter(({ count }) => count > 0),
});
