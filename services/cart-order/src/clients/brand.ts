import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { content } from '@shop/contracts';
import { Client, CONFIG } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** The brand settings of content. */
@Injectable()
export class Brand implements OnApplicationShutdown {
  readonly #client: Client;

  constructor(@Inject(CONFIG) config: Config) {
    this.#client = new Client({ baseUrl: config.CONTENT_URL });
  }

  /** @throws CallError when content does not answer */
  async now(): Promise<content.Brand> {
    return (await this.#client.call(content.getBrand)).brand;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
