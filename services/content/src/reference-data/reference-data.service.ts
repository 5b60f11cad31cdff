import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';
import { CONFIG } from '@shop/service-kit';
import type { Model } from 'mongoose';
import pRetry from 'p-retry';
import type { Config } from '../variables.ts';
import { fetchCountries, fetchRates } from './fetch-reference-data.ts';
import { ReferenceRecord } from './reference-record.schema.ts';

/**
 * Countries and currency rates from outside, asked for in the background and never while a shopper waits. The last good
 * answer goes on serving, with its time, when the outside does not answer.
 */
@Injectable()
export class ReferenceDataService implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(ReferenceDataService.name);
  readonly #stopping = new AbortController();

  constructor(
    @InjectModel(ReferenceRecord.name) private readonly records: Model<ReferenceRecord>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const { COUNTRIES_URL, COUNTRIES_EVERY, RATES_URL, RATES_EVERY, REFERENCE_DATA_TIMEOUT } = this.config;
    void this.#keep('countries', () => fetchCountries(COUNTRIES_URL, REFERENCE_DATA_TIMEOUT), COUNTRIES_EVERY);
    void this.#keep('rates', () => fetchRates(RATES_URL, REFERENCE_DATA_TIMEOUT), RATES_EVERY);
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
  }

  async countries(): Promise<content.Country[]> {
    const record = await this.records.findById('countries').lean();
    return (record?.answer as content.Country[] | undefined) ?? [];
  }

  async rates(): Promise<content.Rates> {
    const record = await this.records.findById('rates').lean();
    return (record?.answer as content.Rates | undefined) ?? { base: 'INR', rates: {}, at: null };
  }

  async #keep(what: 'countries' | 'rates', fetchNow: () => Promise<unknown>, everyMs: number): Promise<void> {
    const { REFERENCE_DATA_RETRY: minTimeout, REFERENCE_DATA_RETRY_MAX: maxTimeout } = this.config;
    while (!this.#stopping.signal.aborted) {
      const keep = async () => {
        const answer = await fetchNow();
        await this.records.updateOne({ _id: what }, { $set: { answer } }, { upsert: true });
      };
      try {
        await pRetry(keep, {
          retries: Infinity,
          minTimeout,
          maxTimeout,
          unref: true,
          signal: this.#stopping.signal,
          onFailedAttempt: ({ error }) => this.#logger.warn(`The ${what} could not be fetched`, error),
        });
        await delay(everyMs, undefined, { signal: this.#stopping.signal, ref: false });
      } catch {
        // Stopping, or an error that pRetry takes for a mistake in the program and does not try again: not at once, then.
        await delay(maxTimeout, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {});
      }
    }
  }
}
