import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { content } from '@shop/contracts';
import type { ClientSession, Model } from 'mongoose';
import type { PageRecord } from './page.schema.ts';

/** What staff write. */
export type PageFields = Omit<PageRecord, '_id' | 'updatedAt'>;

@Injectable()
export class PagesRepository {
  constructor(@InjectModel('Page') private readonly pages: Model<PageRecord>) {}

  all(): Promise<PageRecord[]> {
    return this.pages.find({}, { blocks: 0 }).lean<PageRecord[]>();
  }

  /** Those that staff added. */
  countAdded(session: ClientSession): Promise<number> {
    return this.pages.countDocuments({ slug: { $gt: '' } }).session(session);
  }

  /** One that every shop has; null before it is written. */
  ofShop(slug: content.PageSlug, session?: ClientSession): Promise<PageRecord | null> {
    return this.pages
      .findById(slug)
      .session(session ?? null)
      .lean<PageRecord>();
  }

  /** One that staff added, by its address or a former one. */
  async added(slug: string, session?: ClientSession): Promise<PageRecord | null> {
    const one = (filter: Record<string, string>) =>
      this.pages
        .findOne(filter)
        .session(session ?? null)
        .lean<PageRecord>();
    return (await one({ slug })) ?? (await one({ formerSlugs: slug }));
  }

  byIds(ids: readonly string[]): Promise<PageRecord[]> {
    return this.pages.find({ _id: { $in: [...ids] } }, { blocks: 0 }).lean<PageRecord[]>();
  }

  /** An address that a page takes leads to no other any more. */
  async takeSlug(slug: string, session: ClientSession): Promise<void> {
    await this.pages.updateMany(
      { formerSlugs: slug },
      { $pull: { formerSlugs: slug } },
      // Another page took its address: this one was not changed.
      { session, timestamps: false },
    );
  }

  /** @throws MongoServerError 11000 when the address is taken */
  async save(_id: string, fields: PageFields, session: ClientSession): Promise<PageRecord> {
    const saved = await this.pages
      .findByIdAndUpdate(_id, { $set: fields }, { upsert: true, returnDocument: 'after', session })
      .lean<PageRecord>();
    return saved!;
  }

  async remove(_id: string, session: ClientSession): Promise<void> {
    await this.pages.deleteOne({ _id }, { session });
  }
}
