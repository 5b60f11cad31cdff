import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { identity } from '@shop/contracts';
import { Client, CONFIG } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** Client of identity, which alone knows e-mail addresses. */
@Injectable()
export class Identity implements OnApplicationShutdown {
  readonly #logger = new Logger(Identity.name);
  readonly #client: Client;

  constructor(@Inject(CONFIG) { IDENTITY_URL: baseUrl, SERVICE_TOKEN: [serviceToken] }: Config) {
    this.#client = new Client({ baseUrl, serviceToken });
  }

  /** For each word the accounts whose e-mail address begins with it; none while identity is unavailable. */
  async accountsByEmail(words: string[]): Promise<string[][]> {
    const { words: schema } = identity.findUsersByEmail.body!.shape;
    const asked = words.filter((word) => schema.safeParse([word]).success).slice(0, 10);
    if (asked.length === 0) return words.map(() => []);
    try {
      const { accounts } = await this.#client.call(identity.findUsersByEmail, { body: { words: asked } });
      return words.map((word) => accounts[asked.indexOf(word)] ?? []);
    } catch (error) {
      this.#logger.warn('Searched without e-mail addresses: identity does not answer', error);
      return words.map(() => []);
    }
  }

  /** Accounts with this e-mail address. @throws Error while identity is unavailable */
  async accountsWith(email: string): Promise<string[]> {
    const body = { words: [email.toLowerCase()], isWhole: true };
    const { accounts } = await this.#client.call(identity.findUsersByEmail, { body });
    return accounts[0] ?? [];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
