import { type BodyInputOf, content } from '@shop/contracts';
import type { Client } from '@shop/service-kit';

type MailCode = BodyInputOf<typeof content.mailCode>;
export type CodeMail = MailCode['mail'];

/** Port to the content service, which owns the mail server. */
export abstract class Mailer {
  /** Resolves when the mail server has accepted the mail. @throws Failure of the call otherwise */
  abstract send(mail: MailCode): Promise<void>;
}

export class ContentMailer extends Mailer {
  readonly #content: Client;

  constructor(contentService: Client) {
    super();
    this.#content = contentService;
  }

  override async send(body: MailCode): Promise<void> {
    await this.#content.call(content.mailCode, { body });
  }
}
