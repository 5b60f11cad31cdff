import { Res, StreamableFile } from '@nestjs/common';
import { content } from '@shop/contracts';
import { ContractController, ValidatedInput, type Input, Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { MailPreviews } from './mail-previews.ts';
import { MailsService } from './mails.service.ts';

@ContractController()
export class MailsController {
  constructor(
    private readonly mails: MailsService,
    private readonly previews: MailPreviews,
  ) {}

  @Route(content.listMails)
  list(@ValidatedInput() { query }: Input<typeof content.listMails>) {
    return this.mails.list(query);
  }

  @Route(content.retryMail)
  async retry(@ValidatedInput() { session, params }: Input<typeof content.retryMail>) {
    return { mail: await this.mails.retry(session, params.id) };
  }

  @Route(content.sendMailAgain)
  async sendAgain(@ValidatedInput() { session, params }: Input<typeof content.sendMailAgain>) {
    return { mail: await this.mails.sendAgain(session, params.id) };
  }

  @Route(content.takeMail)
  async take(@ValidatedInput() { session, params, body }: Input<typeof content.takeMail>) {
    return { mail: await this.mails.take(session, params.id, body) };
  }

  @Route(content.previewMail)
  async preview(
    @ValidatedInput() { params, query }: Input<typeof content.previewMail>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { html, pictures } = await this.previews.of(params.kind, query.example);
    void reply.headers({
      'cache-control': 'private, no-store',
      // As a mailbox shows it: no scripts, no forms, no other sources.
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures}; sandbox allow-popups`,
    });
    return new StreamableFile(Buffer.from(html), { type: 'text/html; charset=utf-8' });
  }
}
