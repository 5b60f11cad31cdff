import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { content } from '@shop/contracts';
import { Client, Clock, CONFIG } from '@shop/service-kit';
import type { Config } from '../shared-variables.ts';

/** The shop's name for the providers' pages, cached. */
@Injectable()
export class Brand implements OnApplicationShutdown {
  readonly #logger = new Logger(Brand.name);
  readonly #client: Client;
  #cached: { name: string; until: number } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.#client = new Client({ baseUrl: config.CONTENT_URL });
  }

  /** Falls back to the last known name, then to the shop's host name: a payment never fails for lack of a name. */
  async name(): Promise<string> {
    if (this.#cached && this.#cached.until > this.clock.millis()) return this.#cached.name;
    try {
      const { brand } = await this.#client.call(content.getBrand);
      this.#cached = { name: brand.name, until: this.clock.millis() + this.config.BRAND_KEEP };
    } catch (error) {
      this.#logger.warn('The name of the shop could not be fetched', error);
    }
    return this.#cached?.name ?? new URL(this.config.SHOP_URL).hostname;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
