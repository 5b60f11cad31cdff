import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { content, type CurrencyCode } from '@shop/contracts';
import { Client, Clock, CONFIG } from '@shop/service-kit';
import type { Config } from '../variables.ts';

export interface Rate {
  /** Units of the currency for one rupee. */
  rate: number;
  /** When it was fetched from outside, ISO 8601. */
  at: string;
}

/** Currency rates as content knows them, kept for a moment. */
@Injectable()
export class Rates implements OnApplicationShutdown {
  readonly #client: Client;
  #known: { rates: content.Rates; until: number } | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.#client = new Client({ baseUrl: config.CONTENT_URL });
  }

  /** `undefined` when there is none. @throws CallError when content does not answer */
  async of(currency: CurrencyCode): Promise<Rate | undefined> {
    const { rates, at } = await this.#fresh();
    const rate = rates[currency];
    return rate === undefined || at === null ? undefined : { rate, at };
  }

  async #fresh(): Promise<content.Rates> {
    if (this.#known && this.#known.until > this.clock.millis()) return this.#known.rates;
    const rates = await this.#client.call(content.getRates);
    this.#known = { rates, until: this.clock.millis() + this.config.RATES_KEEP };
    return rates;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#client.close();
  }
}
