import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { content } from '@shop/contracts';
import { AuditTrail, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { Model } from 'mongoose';
import { PageRecord } from './page.schema.ts';

type Text = Pick<content.TextPage, 'title' | 'description' | 'blocks'>;

@Injectable()
export class PagesService {
  constructor(
    @InjectModel(PageRecord.name) private readonly pages: Model<PageRecord>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws Failure `page.not-found` */
  async get(slug: string): Promise<content.TextPage> {
    const page = await this.pages.findById(slug).lean();
    if (!page) throw new Failure('page.not-found');
    return view(page);
  }

  /** Audited only if there is an actor; demo data has none. */
  async change(actor: Session | undefined, slug: content.PageSlug, text: Text): Promise<content.TextPage> {
    return this.transactions.run(async (session) => {
      const before = await this.pages.findById(slug).session(session).lean();
      const page = await this.pages
        .findByIdAndUpdate(slug, { $set: text }, { upsert: true, returnDocument: 'after', session })
        .lean();
      await this.outbox.publish(session, content.contentChanged, {
        key: `page:${slug}`,
        data: { tag: `page:${slug}` },
      });
      if (actor) {
        await this.audit.record(session, actor, {
          action: 'page.changed',
          subject: 'page',
          subjectId: slug,
          before: before && textOf(before),
          after: textOf(page),
        });
      }
      return view(page);
    });
  }
}

const textOf = ({ title, description, blocks }: PageRecord): Text => ({ title, description, blocks });

const view = ({ _id, title, description, blocks, updatedAt }: PageRecord): content.TextPage => ({
  slug: _id,
  title,
  description,
  blocks,
  updatedAt: updatedAt.toISOString(),
});
