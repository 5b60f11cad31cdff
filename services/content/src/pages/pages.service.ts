import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { content } from '@shop/contracts';
import { Failure, Outbox, Transactions } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { PageRecord } from './page.schema.ts';

type Text = Pick<content.TextPage, 'title' | 'description' | 'blocks'>;

@Injectable()
export class PagesService {
  constructor(
    @InjectModel(PageRecord.name) private readonly pages: Model<PageRecord>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Failure `page.not-found` for a slug without a page */
  async get(slug: string): Promise<content.TextPage> {
    const page = await this.pages.findById(slug).lean();
    if (!page) throw new Failure('page.not-found');
    return view(page);
  }

  async change(slug: content.PageSlug, text: Text): Promise<content.TextPage> {
    return this.transactions.run(async (session) => {
      const page = await this.pages
        .findByIdAndUpdate(slug, { $set: text }, { upsert: true, returnDocument: 'after', session })
        .lean();
      await this.outbox.publish(session, content.contentChanged, {
        key: `page:${slug}`,
        data: { tag: `page:${slug}` },
      });
      return view(page);
    });
  }
}

const view = ({ _id, title, description, blocks, updatedAt }: PageRecord): content.TextPage => ({
  slug: _id,
  title,
  description,
  blocks,
  updatedAt: updatedAt.toISOString(),
});
