import { Header, Inject, Res, StreamableFile } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { ContractController, CONFIG, ValidatedInput, type Input, Route } from '@shop/service-kit';
import type { FastifyReply } from 'fastify';
import { AccountService } from '../auth/account.service.ts';
import { clearSessionCookies, clientInfoOf, type CookieRules, cookieRulesOf } from '../auth/cookies.ts';
import type { Config } from '../variables.ts';
import { DeletionService } from './deletion.service.ts';
import { DownloadsService } from './downloads.service.ts';

/** What is kept of an account: its owner downloads and deletes it. */
@ContractController()
export class OwnDataController {
  readonly #cookies: CookieRules;

  constructor(
    private readonly account: AccountService,
    private readonly downloads: DownloadsService,
    private readonly deletion: DeletionService,
    @Inject(CONFIG) config: Config,
  ) {
    this.#cookies = cookieRulesOf(config);
  }

  @Route(identity.requestDownload)
  async request(@ValidatedInput() { session, body, request }: Input<typeof identity.requestDownload>) {
    await this.account.prove(session, body, clientInfoOf(request));
    return { download: await this.downloads.request(session.userId) };
  }

  @Route(identity.getDownload)
  async current(@ValidatedInput() { session }: Input<typeof identity.getDownload>) {
    return { download: await this.downloads.current(session.userId) };
  }

  @Header('cache-control', 'private, no-store')
  @Route(identity.fetchDownload)
  async fetch(@ValidatedInput() { session, params }: Input<typeof identity.fetchDownload>) {
    const file = await this.downloads.file(session.userId, params.id);
    const disposition = 'attachment; filename="my-data.json"';
    return new StreamableFile(file, { type: 'application/json', disposition, length: file.length });
  }

  @Route(identity.deleteAccount)
  async delete(
    @ValidatedInput() { session, body, request }: Input<typeof identity.deleteAccount>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.deletion.delete(await this.account.prove(session, body, clientInfoOf(request)));
    clearSessionCookies(reply, this.#cookies);
    return { success: true as const };
  }
}
