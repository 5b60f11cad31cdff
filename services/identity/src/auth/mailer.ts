import type { BodyInputOf, content } from '@shop/contracts';

type MailCode = BodyInputOf<typeof content.mailCode>;
export type CodeMail = MailCode['mail'];

/** Takes a mail to the buyer's mail server; resolves when it was accepted. The seam to the content service. */
export abstract class Mailer {
  abstract send(mail: MailCode): Promise<unknown>;
}
