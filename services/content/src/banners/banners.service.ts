import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { content } from '@shop/contracts';
import { AuditTrail, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { Banner } from './banner.schema.ts';

type Fields = Pick<Banner, 'image' | 'title'>;

/** Address of a picture of the demo catalogue. */
const DEMO = /^\/api\/v1\/images\/demo\//;

const auditedOf = ({ image, title }: Banner): Fields => ({ image, title });

/** The banners at the top of the home page. */
@Injectable()
export class BannersService {
  constructor(
    @InjectModel('Banner') private readonly banners: Model<Banner>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** In the order in which they were added. */
  list(): Promise<Banner[]> {
    return this.banners.find().sort({ _id: 1 }).lean<Banner[]>();
  }

  async create(actor: Session, fields: Fields, transaction: ClientSession): Promise<Banner> {
    const [created] = await this.banners.create([fields], { session: transaction });
    await this.#tell(transaction, actor, 'created', null, created!);
    return created!;
  }

  /** @throws Failure `banner.not-found` */
  change(actor: Session, id: string, fields: Partial<Fields>): Promise<Banner> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      const after = await this.banners
        .findByIdAndUpdate(id, { $set: fields }, { session, returnDocument: 'after' })
        .lean<Banner>();
      await this.#tell(session, actor, 'changed', before, after);
      return after!;
    });
  }

  /** Its picture stays: pages that were loaded before still show it. @throws Failure `banner.not-found` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      await this.banners.deleteOne({ _id: id }, { session });
      await this.#tell(session, actor, 'removed', before, null);
    });
  }

  /** Puts banners in that are not there yet, and gives those that show a demo picture the one that is the best now. */
  async load(banners: readonly Banner[]): Promise<void> {
    if (banners.length === 0) return;
    await this.transactions.run(async (session) => {
      await this.banners.bulkWrite(
        banners.flatMap(({ _id, ...fields }) => [
          { updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true } },
          { updateOne: { filter: { _id, image: DEMO }, update: { $set: { image: fields.image } } } },
        ]),
        { session },
      );
      await this.#announce(session);
    });
  }

  async #require(id: string, session: ClientSession): Promise<Banner> {
    const found = await this.banners.findById(id).session(session).lean<Banner>();
    if (!found) throw new Failure('banner.not-found');
    return found;
  }

  async #tell(
    session: ClientSession,
    actor: Session,
    what: 'created' | 'changed' | 'removed',
    before: Banner | null,
    after: Banner | null,
  ): Promise<void> {
    await this.#announce(session);
    await this.audit.record(session, actor, {
      action: `banner.${what}`,
      subject: 'banner',
      subjectId: String((after ?? before)!._id),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }

  async #announce(session: ClientSession): Promise<void> {
    await this.outbox.publish(session, content.contentChanged, { key: 'banners', data: { tag: 'banners' } });
  }
}
