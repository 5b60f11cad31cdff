import { Inject, Injectable } from '@nestjs/common';
import { type AnswerInputOf, type BodyOf, type Envelope, identity, staffRoleOf } from '@shop/contracts';
import { Clock, CONFIG, isNewer, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { StaffRoles } from '../roles/staff-roles.ts';
import { UsersRepository } from '../users/users.repository.ts';
import type { Config } from '../variables.ts';
import { choicesOf, kindsBy, withChoices } from './notice-choices.rules.ts';
import type { Notice } from './notice.schema.ts';
import { NoticeMails } from './notice-mails.ts';
import { NoticesRepository } from './notices.repository.ts';

type Answer = AnswerInputOf<typeof identity.listNotices>;

/** Somebody who is told, and how. */
type Reader = Pick<identity.NoticeChoice, 'page' | 'mail'> & { userId: string };

/** Tells people of the staff what happens, as far as their roles may see it and they want to know. */
@Injectable()
export class NoticesService {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly users: UsersRepository,
    private readonly roles: StaffRoles,
    private readonly mails: NoticeMails,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** In the transaction of an event: its key is what the notice is about, and a late event changes nothing. */
  async tell(
    { key, version }: Pick<Envelope, 'key' | 'version'>,
    about: Pick<Notice, 'kind' | 'recordId' | 'text'>,
    session: ClientSession,
  ): Promise<void> {
    const at = this.clock.now();
    const keepUntil = new Date(at.getTime() + this.config.NOTICE_KEEP);
    const readers = await this.#readersOf(about.kind);
    const all = readers.map(({ userId, mail }): Notice => {
      const isMailed = mail ? { mail: { dueAt: at } } : {};
      return {
        ...{ ...about, _id: `${userId}:${about.kind}:${key}`, userId, version, at, isRead: false, keepUntil },
        ...isMailed,
      };
    });
    const known = await this.notices.versionsOf(all, session);
    const news = all.filter(({ _id }) => isNewer({ version }, known.get(_id)));
    if (news.length === 0) return;
    await this.notices.put(news, session);
    this.mails.wakeAfter(session);
    const onPage = new Set(readers.filter(({ page }) => page).map(({ userId }) => userId));
    await this.#announce(
      key,
      news.map(({ userId }) => userId).filter((userId) => onPage.has(userId)),
      session,
    );
  }

  async list(actor: Session): Promise<Answer> {
    const { userId } = actor;
    const kinds = kindsBy('page', await this.choices(actor));
    const shown = { userId, kinds, since: new Date(this.clock.millis() - this.config.NOTICE_KEEP) };
    const [newest, unread] = await Promise.all([
      this.notices.newest(shown, identity.MAX_NOTICES),
      this.notices.countUnread(shown, identity.MAX_UNREAD),
    ]);
    return { notices: newest.map(viewOf), unread };
  }

  async read(actor: Session, { ids, until }: BodyOf<typeof identity.readNotices>): Promise<Answer> {
    const { userId } = actor;
    await this.transactions.run(async (session) => {
      const count = await this.notices.markRead(userId, { ids, until: new Date(until) }, session);
      if (count > 0) await this.#announce(userId, [userId], session);
    });
    return this.list(actor);
  }

  async choices({ userId, permissions }: Session): Promise<identity.NoticeChoice[]> {
    const person = await this.users.byId(userId);
    return choicesOf(person?.noticeChoices, permissions);
  }

  async saveChoices(
    { userId, permissions }: Session,
    { choices }: BodyOf<typeof identity.saveNoticeChoices>,
  ): Promise<identity.NoticeChoice[]> {
    return this.transactions.run(async (session) => {
      const before = await this.users.byId(userId, session);
      const after = withChoices(before?.noticeChoices, choices);
      await this.users.setNoticeChoices(userId, after, session);
      await this.#announce(userId, [userId], session);
      return choicesOf(after, permissions);
    });
  }

  /** Who is told of a kind, and how. */
  async #readersOf(kind: Notice['kind']): Promise<Reader[]> {
    const people = await this.users.staff();
    const roles = await this.roles.ofAll(people);
    return people.flatMap((person) => {
      const permissions = roles.get(staffRoleOf(person)!)?.permissions ?? [];
      const choice = choicesOf(person.noticeChoices, permissions).find((one) => one.kind === kind);
      return choice && (choice.page || choice.mail) ? [{ ...choice, userId: person.id as string }] : [];
    });
  }

  async #announce(key: string, userIds: string[], session: ClientSession): Promise<void> {
    if (userIds.length === 0) return;
    await this.outbox.publish(session, identity.noticesChanged, { key, data: { userIds } });
  }
}

const viewOf = ({ _id, kind, recordId, text, at, isRead }: Notice): identity.Notice => ({
  ...{ _id, kind, recordId, text, isRead },
  at: at.toISOString(),
});
