import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import { Jobs } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import type { PopularSearch } from './popular-search.schema.ts';

const EVERY_MS = 3_600_000;
/** Each hour: after a week a search counts half. */
const FADES_BY = 0.5 ** (1 / (7 * 24));
/** What fewer than this searched for is shown to no one. */
const SHOWN_FROM = 5;
const FORGOTTEN_BELOW = 0.5;
const KEPT = 1_000;
const LONGEST = 60;

/**
 * What is searched for most, without who did. Counted are texts whose words the catalogue has, so that no name or address that
 * somebody typed is kept; and only where a cache did not answer, so that one visitor hardly counts twice.
 */
@Injectable()
export class PopularSearches implements OnModuleInit {
  readonly #logger = new Logger(PopularSearches.name);

  constructor(
    @InjectModel('PopularSearch') private readonly searches: Model<PopularSearch>,
    private readonly taxonomy: TaxonomyService,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.addRecurring({
      name: 'popular-searches-fade',
      everyMs: EVERY_MS,
      retry: { firstMs: 1_000, maxMs: EVERY_MS },
      run: () => this.fade(),
    });
  }

  /** No answer waits for it. */
  count(text: string): void {
    const _id = text.toLowerCase().replaceAll(/\s+/g, ' ');
    // What shoppers may type and the shop may not say of a diamond is not shown to others.
    if (_id.length > LONGEST || catalog.misleadingDiamondWords(_id)) return;
    this.searches
      .updateOne({ _id }, { $inc: { count: 1 } }, { upsert: true })
      .catch((error: unknown) => this.#logger.warn('A search could not be counted', error));
  }

  /** The most frequent first; categories fill up what is missing. */
  async list(): Promise<string[]> {
    const [popular, categories] = await Promise.all([
      this.searches
        .find({ count: { $gte: SHOWN_FROM } })
        .sort({ count: -1 })
        .limit(catalog.MAX_POPULAR)
        .lean<PopularSearch[]>(),
      this.taxonomy.list('category'),
    ]);
    const texts = [...popular.map(({ _id }) => _id), ...categories.map(({ name }) => name)];
    return [...new Set(texts)].slice(0, catalog.MAX_POPULAR);
  }

  /** Makes what is long ago count less, and keeps what counts most. */
  async fade(): Promise<void> {
    await this.searches.updateMany({}, { $mul: { count: FADES_BY } });
    const [last] = await this.searches.find().sort({ count: -1 }).skip(KEPT).limit(1).lean<PopularSearch[]>();
    await this.searches.deleteMany({ count: { $lt: FORGOTTEN_BELOW } });
    if (last) await this.searches.deleteMany({ count: { $lte: last.count } });
  }
}
