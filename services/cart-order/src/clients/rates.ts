import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { content, type CurrencyCode } from '@shop/contracts';
import { Client, Clock, CONFIG } from '@shop/service-kit';
import type { Config } from '../variables.ts';

export interface Rate {
  /** Units of the currency per rupee. */
  rate: number;
  /** When content fetched it from the provider, ISO 8601. */
  at: string;
}

/** Currency rates of content, cached for `RATES_KEEP`. */
@Injectable()
export class Rates implements OnApplicationShutdown {
  readonly #client: Client;
  #cached: { rates: content.Rates; until: number } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.#client = new Client({ baseUrl: config.CONTENT_URL });
  }

  /** `undefined` when there is no rate. @throws CallError when content does not answer */
  async of(currency: CurrencyCode): Promise<Rate | undefined> {
    const { rates, at } = await this.#fresh();
    const rate = rates[currency];
    return rate === undefined || at === null ? undefined : { rate, at };
  }

  async #fresh(): Promise<content.Rates> {
    if (this.#cached && this.#cached.until > this.clock.millis()) return this.#cached.rates;
    const rates = await this.#client.call(content.getRates);
    this.#cached = { rates, until: this.clock.millis() + this.config.RATES_KEEP };
    return rates;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
