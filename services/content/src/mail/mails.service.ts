import crypto from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { content, type EventOf, type identity, type EventSpec, type QueryOf, type TakerChange } from '@shop/contracts';
import { AuditTrail, Clock, Failure, type Session, takerStep, takerView, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { Recipient } from '../recipients/recipient.schema.ts';
import { RecipientsService } from '../recipients/recipients.service.ts';
import { type MailData, type MailKind, outdatedBy } from './kinds/index.ts';
import { MailSender } from './mail-sender.ts';
import { isListed, type ListedMail, type MailRow } from './mail.schema.ts';
import { MailsRepository } from './mails.repository.ts';
import { ACCOUNT_DELETED } from './problems.ts';

const DAY_MS = 24 * 3_600_000;
/** A mail takes a moment to arrive. */
const COPY_PAUSE_MS = 2 * 60_000;
const MAX_COPIES_A_DAY = 3;

type AnyEvent = Pick<EventOf<EventSpec>, 'id' | 'version' | 'occurredAt'>;

/** The event that a mail is about. */
type MailEvent<Kind extends MailKind> = AnyEvent & {
  data: MailData[Kind] & { userId: string; checkoutId?: string; orderId?: string | null };
};

/** Notices about accounts have texts of their own below, and an address. */
type QueuedKind = Exclude<MailKind, 'account-secured' | 'account-deleted'>;

/** Queues one mail per event for `MailSender`, and lists mails for staff. */
@Injectable()
export class MailsService {
  constructor(
    private readonly mails: MailsRepository,
    private readonly recipients: RecipientsService,
    private readonly sender: MailSender,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Queues a mail; idempotent per event. Only the newest mail of a `topic` is sent. */
  async queue<Kind extends QueuedKind>(
    kind: Kind,
    event: MailEvent<Kind>,
    topic: string = event.id,
    heldUntil?: Date,
  ): Promise<void> {
    await this.sender.queue({
      ...this.#rowOf(kind, event, topic),
      data: event.data,
      state: 'queued',
      ...(heldUntil && { heldUntil }),
    });
  }

  /** The mail of an event is not sent, also if the event comes after this. What it would have replaced is sent after all. */
  async withdraw<Kind extends MailKind>(kind: Kind, event: MailEvent<Kind>, topic: string): Promise<void> {
    await this.mails.withdraw(this.#rowOf(kind, event, topic));
  }

  #rowOf<Kind extends MailKind>(kind: Kind, { data, ...event }: MailEvent<Kind>, topic: string) {
    return {
      ...this.#queuedBy(event, kind),
      userId: data.userId,
      orderId: (data.checkoutId ?? data.orderId)!,
      topic,
    };
  }

  #queuedBy<Kind extends MailKind>({ id, version, occurredAt }: AnyEvent, kind: Kind) {
    return { _id: id, kind, version, attempts: 0, occurredAt: new Date(occurredAt), queuedAt: this.clock.now() };
  }

  /** A notice about the account. It goes to the address from before, not to the one that the account has now. */
  async notify({ data, ...event }: EventOf<typeof identity.accountSecured>): Promise<void> {
    const { userId, change, name, email } = data;
    await this.sender.queue({
      ...this.#aboutAccount('account-secured', event, { name, email }),
      userId,
      data: { userId, change },
    });
  }

  /** The last mail of an account that is being deleted. */
  async farewell(
    { data: { userId }, ...event }: EventOf<typeof identity.userDeleted>,
    recipient: NonNullable<MailRow['recipient']>,
    session: ClientSession,
  ): Promise<void> {
    const mail = this.#aboutAccount('account-deleted', event, recipient);
    await this.mails.add({ ...mail, userId, data: { userId }, dueAt: this.clock.now() }, session);
    this.sender.wakeAfter(session);
  }

  #aboutAccount(
    kind: 'account-secured' | 'account-deleted',
    event: AnyEvent,
    recipient: NonNullable<MailRow['recipient']>,
  ): Omit<MailRow, 'userId' | 'data'> {
    return {
      ...this.#queuedBy(event, kind),
      orderId: '',
      recipient,
      topic: event.id,
      state: 'queued',
    };
  }

  /** Releases the mails that waited for the recipient's address. */
  async recipientKnown(userId: string, session: ClientSession): Promise<void> {
    await this.mails.release(userId, this.clock.now(), session);
    this.sender.wakeAfter(session);
  }

  /** Deletes the content of all mails of a deleted account. */
  forgetTexts(userId: string, session: ClientSession): Promise<void> {
    return this.mails.forgetTexts(userId, ACCOUNT_DELETED, session);
  }

  /** For the recipient to read. */
  async keptOf(userId: string) {
    return (await this.mails.ofUser(userId)).map(({ kind, orderId, state, occurredAt, sentAt }) => ({
      kind,
      orderId,
      state,
      occurredAt: occurredAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    }));
  }

  async list({ state, orderId, ...page }: QueryOf<typeof content.listMails>) {
    const { mails, totalCount } = orderId
      ? await this.mails.ofOrder(orderId, page)
      : await this.mails.page(state, page);
    return { mails: await this.#viewsOf(mails.filter(isListed)), totalCount };
  }

  /** @throws Failure `mail.not-found`, `mail.not-given-up` */
  async retry(staff: Session, id: string): Promise<content.MailRecord> {
    const mail = await this.transactions.run(async (session) => {
      const dead = await this.mails.byId(id, session);
      if (!dead || !isListed(dead)) throw new Failure('mail.not-found');
      // The data is deleted with the account.
      if (dead.state !== 'dead' || !dead.data) throw new Failure('mail.not-given-up');
      await this.audit.record(session, staff, {
        action: 'mail.queued-again',
        subject: 'mail',
        subjectId: id,
        before: { state: dead.state, problem: dead.problem ?? null },
        after: { state: 'queued', problem: dead.problem ?? null },
      });
      this.sender.wakeAfter(session);
      return { ...dead, ...(await this.mails.requeue(id, this.clock.now(), session)), kind: dead.kind };
    });
    return this.#viewOf(mail);
  }

  /**
   * Sends a mail again that was sent, as another one: with the same message id, mailboxes take it for the first.
   *
   * @throws Failure `mail.not-found`, `mail.not-sent-yet`, `mail.not-kept`, `mail.outdated`, `mail.just-sent`, `mail.sent-often`
   */
  async sendAgain(staff: Session, id: string): Promise<content.MailRecord> {
    const copy = await this.transactions.run(async (session) => {
      const mail = await this.#originalOf(id, session);
      if (mail.state !== 'sent') throw new Failure(mail.state === 'superseded' ? 'mail.outdated' : 'mail.not-sent-yet');
      if (!mail.data) throw new Failure('mail.not-kept');
      if (await this.#isOutdated(mail)) throw new Failure('mail.outdated');
      const now = this.clock.now();
      const copiedAt = (mail.copiedAt ?? []).filter((at) => at.getTime() > now.getTime() - DAY_MS);
      const last = copiedAt.at(-1) ?? mail.sentAt;
      if (last && now.getTime() < last.getTime() + COPY_PAUSE_MS) throw new Failure('mail.just-sent');
      if (copiedAt.length >= MAX_COPIES_A_DAY) throw new Failure('mail.sent-often');
      // Two people who ask at once conflict here, and the second is told.
      await this.mails.setCopied(mail._id, [...copiedAt, now], session);
      const { kind, userId, orderId, version, data, occurredAt } = mail;
      const _id = crypto.randomUUID();
      const queued = {
        ...{ _id, kind, userId, orderId, topic: _id, version, data, occurredAt, copyOf: mail._id },
        ...{ state: 'queued' as const, attempts: 0, queuedAt: now, dueAt: now },
      };
      await this.mails.add(queued, session);
      await this.audit.record(session, staff, {
        ...{ action: 'mail.sent-again', subject: 'mail', subjectId: mail._id, before: null },
        after: { kind, order: orderId, sentBefore: mail.sentAt?.toISOString() ?? null },
      });
      this.sender.wakeAfter(session);
      return queued;
    });
    return this.#viewOf(copy);
  }

  /** Of a mail that was sent again, the first one. @throws Failure `mail.not-found` */
  async #originalOf(id: string, session: ClientSession): Promise<ListedMail> {
    const mail = await this.mails.byId(id, session);
    if (!mail || !isListed(mail)) throw new Failure('mail.not-found');
    return mail.copyOf === undefined ? mail : this.#originalOf(mail.copyOf, session);
  }

  /** Whether a later mail tells something else of the same. */
  async #isOutdated(mail: ListedMail): Promise<boolean> {
    if (mail.topic !== mail._id && (await this.mails.newerOf(mail))) return true;
    const kinds = outdatedBy(mail.kind);
    return kinds.length > 0 && this.mails.hasAny(mail.orderId, kinds);
  }

  /** Others see who works on a mail that was given up. @throws Failure `mail.not-found`, `mail.not-given-up`, `attention.taken` */
  async take(staff: Session, id: string, change: TakerChange): Promise<content.MailRecord> {
    const mail = await this.transactions.run(async (session) => {
      const before = await this.mails.byId(id, session);
      if (!before || !isListed(before)) throw new Failure('mail.not-found');
      if (change.isMine && before.state !== 'dead') throw new Failure('mail.not-given-up');
      const step = await takerStep(before.taker, {
        ...{ ...change, userId: staff.userId, now: this.clock.now() },
        nameOf: (userId) => this.recipients.nameOf(userId, session),
      });
      if (!step) return before;
      const { taker, verb, audited } = step;
      await this.mails.setTaker(id, taker, session);
      await this.audit.record(session, staff, {
        action: `mail.${verb}`,
        subject: 'mail',
        subjectId: id,
        before: null,
        after: { kind: before.kind, ...audited },
      });
      const { taker: _, ...free } = before;
      return taker ? { ...before, taker } : free;
    });
    return this.#viewOf(mail);
  }

  async #viewOf(mail: ListedMail): Promise<content.MailRecord> {
    const [view] = await this.#viewsOf([mail]);
    return view!;
  }

  async #viewsOf(mails: readonly ListedMail[]): Promise<content.MailRecord[]> {
    const accounts = mails.flatMap(({ userId, taker }) => [userId, ...(taker ? [taker.userId] : [])]);
    const recipients = await this.recipients.byIds(accounts);
    const names = new Map([...recipients].flatMap(([id, { name }]) => (name === undefined ? [] : [[id, name]])));
    return mails.map((mail) => ({
      ...viewOf(mail, recipients.get(mail.userId)),
      ...(mail.state === 'dead' && takerView(mail.taker, names)),
    }));
  }
}

const viewOf = (mail: ListedMail, recipient: Recipient | undefined): content.MailRecord => ({
  _id: mail._id,
  kind: mail.kind,
  orderId: mail.orderId,
  userId: mail.userId,
  to: recipient?.email ?? null,
  state: mail.state,
  attempts: mail.attempts,
  problem: mail.problem ?? null,
  // Of one that staff sent again, when they did.
  occurredAt: (mail.copyOf === undefined ? mail.occurredAt : mail.queuedAt).toISOString(),
  sentAt: mail.sentAt?.toISOString() ?? null,
  isKept: mail.data !== undefined,
  ...(mail.copyOf !== undefined && { copyOf: mail.copyOf }),
});
