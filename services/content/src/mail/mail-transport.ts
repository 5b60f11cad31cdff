import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import nodemailer from 'nodemailer';
import type { Config } from '../variables.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where answers go; the sender's address unless told. */
  replyTo?: string;
  /** Of what caused it: a mailbox that sees the same id twice can show one. */
  messageId?: string;
}

/** The one way to the mail server, over a small pool of connections. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  readonly #transport;
  readonly #from: string;
  readonly #host: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.#from = config.MAIL_FROM;
    this.#host = new URL(config.SHOP_URL).hostname;
    this.#transport = nodemailer.createTransport({
      url: config.SMTP_URL,
      pool: true,
      maxConnections: 2,
      connectionTimeout: config.MAIL_TIMEOUT,
      greetingTimeout: config.MAIL_TIMEOUT,
      socketTimeout: config.MAIL_TIMEOUT,
    });
  }

  /** Resolves when the server has taken the mail; rejects when it refused it or did not answer in time. */
  async send({ messageId, ...mail }: Mail, fromName: string): Promise<void> {
    const from = this.#from.includes('<') ? this.#from : { name: fromName, address: this.#from };
    await this.#transport.sendMail({
      ...mail,
      from,
      // So that nobody's holiday notice answers it.
      headers: { 'auto-submitted': 'auto-generated' },
      ...(messageId && { messageId: `<${messageId}@${this.#host}>` }),
    });
  }

  onApplicationShutdown(): void {
    this.#transport.close();
  }
}
