import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';
import { CONFIG, Jobs } from '@shop/service-kit';
import type { Model } from 'mongoose';
import type { Config } from '../variables.ts';
import { fetchCountries, fetchRates } from './fetch-reference-data.ts';
import { ReferenceRecord } from './reference-record.schema.ts';

/**
 * Countries and currency rates, fetched by recurring jobs and never during a shopper's request. While the external service is
 * down the last good answer is served, with its time.
 */
@Injectable()
export class ReferenceDataService implements OnModuleInit {
  constructor(
    @InjectModel(ReferenceRecord.name) private readonly records: Model<ReferenceRecord>,
    private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { COUNTRIES_URL, COUNTRIES_EVERY, RATES_URL, RATES_EVERY, REFERENCE_DATA_TIMEOUT } = this.config;
    this.#refresh('countries', () => fetchCountries(COUNTRIES_URL, REFERENCE_DATA_TIMEOUT), COUNTRIES_EVERY);
    this.#refresh('rates', () => fetchRates(RATES_URL, REFERENCE_DATA_TIMEOUT), RATES_EVERY);
  }

  async countries(): Promise<content.Country[]> {
    const record = await this.records.findById('countries').lean();
    return (record?.answer as content.Country[] | undefined) ?? [];
  }

  async rates(): Promise<content.Rates> {
    const record = await this.records.findById('rates').lean();
    return (record?.answer as content.Rates | undefined) ?? { base: 'INR', rates: {}, at: null };
  }

  #refresh(name: 'countries' | 'rates', fetchNow: () => Promise<unknown>, everyMs: number): void {
    const { REFERENCE_DATA_RETRY: firstMs, REFERENCE_DATA_RETRY_MAX: maxMs } = this.config;
    this.jobs.addRecurring({
      name,
      everyMs,
      retry: { firstMs, maxMs },
      run: async () => {
        const answer = await fetchNow();
        await this.records.updateOne({ _id: name }, { $set: { answer } }, { upsert: true });
      },
    });
  }
}
