import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { content } from '@shop/contracts';
import { Client, Clock, CONFIG } from '@shop/service-kit';
import type { Config } from '../variables.ts';

/** The shop's name, as the providers' pages show it. */
@Injectable()
export class Brand implements OnApplicationShutdown {
  readonly #logger = new Logger(Brand.name);
  readonly #client: Client;
  #known: { name: string; until: number } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.#client = new Client({ baseUrl: config.CONTENT_URL });
  }

  /** The last one known while content is away; before that the shop's address. Nobody's payment waits for a name. */
  async name(): Promise<string> {
    if (this.#known && this.#known.until > this.clock.millis()) return this.#known.name;
    try {
      const { brand } = await this.#client.call(content.getBrand);
      this.#known = { name: brand.name, until: this.clock.millis() + this.config.BRAND_KEEP };
    } catch (error) {
      this.#logger.warn('The name of the shop was not to be had', error);
    }
    return this.#known?.name ?? new URL(this.config.SHOP_URL).hostname;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
