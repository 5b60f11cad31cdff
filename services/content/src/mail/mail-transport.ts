import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import nodemailer from 'nodemailer';
import type { Config } from '../variables.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Defaults to the sender's address. */
  replyTo?: string;
  /** Derived from the event, so that mailboxes can deduplicate repeated mails. */
  messageId?: string;
  /** For mails that were agreed to: mail programs show a button for it. */
  unsubscribeUrl?: string | undefined;
}

/** Pooled SMTP connection. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  readonly #transport;
  readonly #from: string;
  readonly #host: string;
  readonly #limitMs: number;

  constructor(@Inject(CONFIG) config: Config) {
    this.#from = config.MAIL_FROM;
    this.#host = new URL(config.SHOP_URL).hostname;
    this.#limitMs = config.MAIL_LEASE / 2;
    this.#transport = nodemailer.createTransport({
      url: config.SMTP_URL,
      pool: true,
      maxConnections: 2,
      connectionTimeout: config.MAIL_TIMEOUT,
      greetingTimeout: config.MAIL_TIMEOUT,
      socketTimeout: config.MAIL_TIMEOUT,
      ...(config.DKIM_KEY && {
        dkim: {
          domainName: domainOf(config.MAIL_FROM),
          keySelector: config.DKIM_SELECTOR,
          privateKey: config.DKIM_KEY,
        },
      }),
    });
  }

  /** Resolves when the server accepts the mail; rejects if it refuses, falls silent, or is not done in half of a lease. */
  async send({ messageId, unsubscribeUrl, ...mail }: Mail, fromName: string): Promise<void> {
    const from = this.#from.includes('<') ? this.#from : { name: fromName, address: this.#from };
    await this.#transport.sendMail({
      ...mail,
      from,
      // Silence ends a connection; a server that answers byte by byte is never silent.
      signal: AbortSignal.timeout(this.#limitMs),
      // Suppresses automatic replies.
      headers: {
        'auto-submitted': 'auto-generated',
        ...(unsubscribeUrl && {
          'list-unsubscribe': `<${unsubscribeUrl}>`,
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        }),
      },
      ...(messageId && { messageId: `<${messageId}@${this.#host}>` }),
    });
  }

  onApplicationShutdown(): void {
    this.#transport.close();
  }
}

/** Of an address, or `Name <address>`. */
const domainOf = (from: string): string => /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
