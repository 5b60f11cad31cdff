import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import nodemailer from 'nodemailer';
import type { Config } from '../variables.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Of what caused it: a mail server that sees the same id twice keeps one. */
  messageId?: string;
}

/** The one way to the mail server, over a small pool of connections. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  readonly #transport;
  readonly #from: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.#from = config.MAIL_FROM;
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
    await this.#transport.sendMail({ ...mail, from, ...(messageId && { messageId: `<${messageId}@shop>` }) });
  }

  onApplicationShutdown(): void {
    this.#transport.close();
  }
}
