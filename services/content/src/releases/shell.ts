import { Inject, Injectable, Logger } from '@nestjs/common';
import { content } from '@shop/contracts';
import { CONFIG, Failure } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** Longer than the shell takes to read what describes every version that is kept. */
const TIMEOUT_MS = 10_000;

/** Client of the shell's server, which is no service and has no calls of the contracts. */
@Injectable()
export class Shell {
  readonly #logger = new Logger(Shell.name);

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws Failure `releases.away` */
  async releases(): Promise<content.Releases> {
    const { SHELL_URL, SERVICE_TOKEN } = this.config;
    try {
      const answer = await fetch(new URL('/internal/releases', SHELL_URL), {
        headers: { 'x-service-token': SERVICE_TOKEN[0] },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`The shell answered ${answer.status}`);
      return content.releases.parse(await answer.json());
    } catch (error) {
      this.#logger.warn('The shell does not say what is live', error);
      throw new Failure('releases.away', { cause: error });
    }
  }
}
