import crypto from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { afterCommit, Clock, CONFIG } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { BrandService } from '../brand/brand.service.ts';
import { RecipientsService } from '../recipients/recipients.service.ts';
import type { Config } from '../variables.ts';
import { layOut } from './layout.ts';
import { letterOf } from './letters.ts';
import { MailTransport } from './mail-transport.ts';
import type { MailRow } from './mail.schema.ts';
import { type ClaimedMail, MailsRepository } from './mails.repository.ts';
import { ACCOUNT_GONE, isRefused, RECIPIENT_UNKNOWN } from './problems.ts';

/** As many as the transport has connections. */
const LANES = 2;

/**
 * Sends what is queued, and tries again what could not be sent. Any number of instances may: each claims the mail that it
 * sends.
 *
 * SMTP knows no transaction. A process that dies between the server's 250 and the note of it here, or that never hears
 * the 250, leaves a mail that is sent again once the lease is over. Nothing closes that window from this side; the second one
 * carries the same message id, by which mailboxes that look at it show one.
 */
@Injectable()
export class MailSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(MailSender.name);
  /** Mails that were queued here a moment ago and are being sent. */
  readonly #fresh = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(
    private readonly mails: MailsRepository,
    private readonly recipients: RecipientsService,
    private readonly brand: BrandService,
    private readonly transport: MailTransport,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => this.#wake(), this.config.MAIL_SWEEP).unref();
  }

  /** Before the transport closes: what is being sent is finished. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await Promise.all([this.#working, ...this.#fresh]);
  }

  /**
   * Queues a mail unless it is there already. It is sent at once, where this process has time for it: then it is claimed before
   * anybody sees it.
   */
  async queue(mail: MailRow): Promise<void> {
    if (this.#stopped || this.#fresh.size >= LANES) {
      if (await this.mails.insert({ ...mail, dueAt: mail.queuedAt })) this.#wake();
      return;
    }
    const claimed = { ...mail, dueAt: this.#in(this.config.MAIL_LEASE), claim: crypto.randomUUID() };
    const taken = Promise.withResolvers<void>();
    this.#fresh.add(taken.promise);
    const done = () => {
      this.#fresh.delete(taken.promise);
      taken.resolve();
    };
    try {
      if (!(await this.mails.insert(claimed))) return done();
    } catch (error) {
      done();
      throw error;
    }
    this.#settle(claimed)
      .catch((error: unknown) => this.#logger.warn('A mail waits for the end of its claim', error))
      .finally(done);
  }

  /** Looks for due mails once the transaction of `session` is committed. */
  wakeAfter(session: ClientSession): void {
    afterCommit(session, () => this.#wake());
  }

  #wake(): void {
    if (this.#stopped) return;
    if (this.#working) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#working = this.#sendAll(LANES).then(() => {
      this.#working = undefined;
      if (this.#again) this.#wake();
    });
  }

  async #sendAll(lanes: number): Promise<void> {
    let others: Promise<unknown> | undefined;
    try {
      for (let found = 1; !this.#stopped; found += 1) {
        const mail = await this.mails.claim(this.clock.now(), this.#in(this.config.MAIL_LEASE));
        if (!mail) break;
        // Several wait: the transport's other connections work as well.
        if (found === 2) others = Promise.all(Array.from({ length: lanes - 1 }, () => this.#sendAll(1)));
        await this.#settle(mail);
      }
    } catch (error) {
      this.#logger.warn('Mails wait for the next sweep', error as Error);
    }
    await others;
  }

  async #settle(mail: ClaimedMail): Promise<void> {
    // A topic of its own has nothing newer.
    if (mail.topic !== mail._id && (await this.mails.hasNewer(mail))) {
      return this.mails.settle(mail, { state: 'superseded' }, 'dueAt', 'data');
    }
    const recipient = await this.recipients.find(mail.userId);
    if (!recipient) return this.#untilKnown(mail);
    const { name, email } = recipient;
    if (name === undefined || email === undefined) {
      return this.mails.settle(mail, { state: 'dead', problem: ACCOUNT_GONE }, 'dueAt', 'data');
    }
    try {
      await this.#send(mail, { name, email });
    } catch (error) {
      const { message, code, responseCode } = error as Error & { code?: string; responseCode?: number };
      this.#logger.warn('A mail was not taken', { mailId: mail._id, code, responseCode });
      const attempts = mail.attempts + 1;
      if (isRefused(error)) return this.mails.settle(mail, { state: 'dead', problem: message, attempts }, 'dueAt');
      return this.#later(mail, message, { attempts });
    }
    await this.mails.settle(
      mail,
      { state: 'sent', sentAt: this.clock.now(), attempts: mail.attempts + 1 },
      ...(['dueAt', 'data', 'problem', 'waitsForRecipient'] as const),
    );
  }

  /** Released by the event that tells of the account; if that came in between, by itself after the first pause. */
  async #untilKnown(mail: ClaimedMail): Promise<void> {
    await this.#later(mail, RECIPIENT_UNKNOWN, { waitsForRecipient: true });
    if (await this.recipients.byId(mail.userId)) await this.mails.release(mail.userId, this.clock.now());
  }

  async #send(mail: ClaimedMail, { name, email }: { name: string; email: string }): Promise<void> {
    const brand = await this.brand.get();
    const letter = letterOf(mail, {
      name,
      brand,
      shopUrl: this.config.SHOP_URL,
      occurredAt: mail.occurredAt,
      ordered: mail.kind === 'order-created' || (await this.mails.isOrder(mail.orderId)),
    });
    await this.transport.send(
      { to: email, replyTo: brand.email, messageId: mail._id, ...layOut(letter, brand) },
      brand.name,
    );
  }

  /** Tries again after a growing pause, until it has been queued for too long. */
  async #later(
    mail: ClaimedMail,
    problem: string,
    changes: { attempts?: number; waitsForRecipient?: true },
  ): Promise<void> {
    const { MAIL_RETRY_DELAYS: delays, MAIL_GIVE_UP } = this.config;
    if (this.clock.millis() > mail.queuedAt.getTime() + MAIL_GIVE_UP) {
      return this.mails.settle(mail, { state: 'dead', problem, ...changes }, 'dueAt', 'waitsForRecipient');
    }
    const delay = delays[Math.min(changes.attempts ?? 1, delays.length) - 1]!;
    return this.mails.settle(mail, { problem, dueAt: this.#in(delay), ...changes });
  }

  #in(ms: number): Date {
    return new Date(this.clock.millis() + ms);
  }
}
