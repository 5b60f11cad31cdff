import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, JobFailure, type JobHandle, Jobs, type RunResult } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { BrandService } from '../brand/brand.service.ts';
import type { Recipient } from '../recipients/recipient.schema.ts';
import { RecipientsService } from '../recipients/recipients.service.ts';
import type { Config } from '../variables.ts';
import { layOut } from './frame/lay-out.tsx';
import { contentOf } from './kinds/index.ts';
import { MailTransport } from './mail-transport.ts';
import { addressIn, isListed, type MailRow } from './mail.schema.ts';
import { OrderLinks } from './order-links.ts';
import { MailsRepository } from './mails.repository.ts';
import { ACCOUNT_DELETED, GIVEN_UP, isRefused, RECIPIENT_UNKNOWN } from './problems.ts';

/** The transport's number of connections. */
const CONCURRENCY = 2;
const SUPERSEDED = { outcome: 'done', set: { state: 'superseded' }, unset: ['data'] } satisfies RunResult<MailRow>;
/** How long an address is tried that the account has no more. */
const DAY_MS = 24 * 3_600_000;

/**
 * The job that sends queued mails and retries those that could not be sent.
 *
 * SMTP has no transactions: if the process dies after the server's 250 but before it is stored, or the 250 is lost, the mail is
 * sent again when the lease ends. The sender cannot close that window; the duplicate carries the same message id, by which
 * mailboxes can recognise it.
 */
@Injectable()
export class MailSender implements OnModuleInit {
  #job!: JobHandle<MailRow>;

  constructor(
    private readonly mails: MailsRepository,
    private readonly recipients: RecipientsService,
    private readonly brand: BrandService,
    private readonly transport: MailTransport,
    private readonly links: OrderLinks,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.#job = this.jobs.add<MailRow>({
      name: 'mails',
      source: this.mails.jobSource,
      pollMs: this.config.MAIL_SWEEP,
      leaseMs: this.config.MAIL_LEASE,
      concurrency: CONCURRENCY,
      retry: (_mail, failures) => this.#afterDelay(failures),
      run: (mail) => this.#send(mail),
    });
    const { MAIL_KEEP_SWEEP } = this.config;
    this.jobs.add<MailRow>({
      name: 'sent-mails',
      source: this.mails.keptSource,
      pollMs: MAIL_KEEP_SWEEP,
      leaseMs: this.config.MAIL_LEASE,
      retry: { firstMs: MAIL_KEEP_SWEEP, maxMs: DAY_MS },
      run: async () => ({ outcome: 'done', unset: ['data'] }),
    });
  }

  /** Queues a mail unless it exists, and sends it at once if it is not held and this process has a free connection. */
  async queue(mail: MailRow): Promise<void> {
    if (mail.heldUntil && mail.heldUntil > this.clock.now()) {
      await this.mails.insert({ ...mail, dueAt: mail.heldUntil });
      return;
    }
    await this.#job.create(async (due) => {
      const queued = { ...mail, ...due };
      return (await this.mails.insert(queued)) ? queued : null;
    });
  }

  /** Sends due mails once the transaction of `session` is committed. */
  wakeAfter(session: ClientSession): void {
    this.#job.wakeAfter(session);
  }

  async #send(mail: MailRow): Promise<RunResult<MailRow>> {
    // A mail whose topic is its own id has no successors.
    const newer = mail.topic === mail._id ? null : await this.mails.newerOf(mail);
    // A newer one that is held may be withdrawn.
    if (newer?.state === 'queued' && newer.heldUntil && newer.heldUntil > this.clock.now()) {
      return { outcome: 'postponed', dueAt: newer.heldUntil };
    }
    if (newer) return SUPERSEDED;
    const recipient = mail.recipient ?? (await this.#recipientOf(mail));
    if (!recipient) return this.#waitForRecipient(mail);
    if (recipient === 'released') return { outcome: 'postponed', dueAt: this.clock.now() };
    if (hasLeftStaff(recipient, mail)) return SUPERSEDED;
    const { name, email } = recipient;
    if (name === undefined || email === undefined) {
      return { outcome: 'done', set: { state: 'dead', problem: ACCOUNT_DELETED }, unset: ['data'] };
    }
    const attempts = mail.attempts + 1;
    try {
      await this.#deliver(mail, { name, email });
    } catch (error) {
      const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number };
      const dueAt = isRefused(error) ? undefined : this.#retryAt(mail, attempts);
      if (!dueAt) return this.#giveUp(mail, { problem: message, attempts });
      throw new JobFailure<MailRow>(message, {
        dueAt,
        set: { problem: message, attempts },
        details: { code, responseCode },
      });
    }
    const sentAt = this.clock.now();
    const isKept = isListed(mail);
    return {
      outcome: 'done',
      set: {
        ...{ state: 'sent', sentAt, attempts },
        ...(isKept && { kept: { dueAt: new Date(sentAt.getTime() + this.config.MAIL_KEEP) } }),
      },
      unset: [...(isKept ? [] : (['data'] as const)), 'problem', 'waitsForRecipient', 'recipient'],
    };
  }

  /** Undefined while the account is not known, `released` where its event has made the mail due again. */
  async #recipientOf(mail: MailRow) {
    // Of somebody without an account.
    const email = addressIn(mail);
    if (email !== undefined) return { name: '', email };
    const recipient = await this.recipients.find(mail.userId);
    if (recipient) return recipient;
    // Marked before the second query: an event that arrives in between finds the mail and makes it due.
    await this.mails.markWaiting(mail, RECIPIENT_UNKNOWN);
    const known = await this.recipients.byId(mail.userId);
    if (!known) return undefined;
    // Without the mark it may be claimed and sent by another run already.
    return (await this.mails.unmarkWaiting(mail)) ? known : 'released';
  }

  /** The account's event makes it due; so does the first delay, if that event was committed at this moment. */
  #waitForRecipient(mail: MailRow): RunResult<MailRow> {
    const dueAt = this.#retryAt(mail, 1);
    return dueAt ? { outcome: 'postponed', dueAt } : this.#giveUp(mail, { problem: RECIPIENT_UNKNOWN });
  }

  async #deliver(mail: MailRow, { name, email }: { name: string; email: string }): Promise<void> {
    const brand = await this.brand.get();
    const { SHOP_URL: shopUrl } = this.config;
    const content = contentOf(mail, {
      name,
      brand,
      shopUrl,
      occurredAt: mail.occurredAt,
      // One that staff send again has a link that lives as long as a new one.
      orderLink: (orderId) => this.links.to(orderId, mail.copyOf === undefined ? mail.occurredAt : mail.queuedAt),
      ordered: mail.kind === 'order-created' || (await this.mails.isOrder(mail.orderId)),
    });
    await this.transport.send(
      {
        to: email,
        replyTo: brand.email,
        messageId: mail._id,
        unsubscribeUrl: content.unsubscribe,
        ...layOut(content, brand, shopUrl),
      },
      brand.name,
    );
  }

  #giveUp({ recipient }: MailRow, changes: Partial<MailRow>): RunResult<MailRow> {
    if (!recipient) return { outcome: 'done', set: { state: 'dead', ...changes }, unset: ['waitsForRecipient'] };
    // An address that the account has no more is kept for nothing else; answers of the mail server may name it.
    return { outcome: 'done', set: { state: 'dead', ...changes, problem: GIVEN_UP }, unset: ['data', 'recipient'] };
  }

  /** Undefined once it has been queued for too long. */
  #retryAt({ queuedAt, recipient }: MailRow, attempts: number): Date | undefined {
    const limitMs = recipient ? Math.min(DAY_MS, this.config.MAIL_GIVE_UP) : this.config.MAIL_GIVE_UP;
    const isTooLate = this.clock.millis() > queuedAt.getTime() + limitMs;
    return isTooLate ? undefined : this.#afterDelay(attempts);
  }

  #afterDelay(attempts: number): Date {
    const { MAIL_RETRY_DELAYS: delays } = this.config;
    return new Date(this.clock.millis() + delays[Math.min(attempts, delays.length) - 1]!);
  }
}

/** Whether a notice for staff is about what happened before its recipient was heard not to be of them. */
const hasLeftStaff = ({ notStaffAt }: Partial<Recipient>, { kind, occurredAt }: MailRow): boolean =>
  kind === 'staff-notice' && notStaffAt !== undefined && notStaffAt > occurredAt;
