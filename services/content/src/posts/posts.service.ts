import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { content } from '@shop/contracts';
import { AuditTrail, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession, Model } from 'mongoose';
import type { Post } from './post.schema.ts';

type Fields = Pick<Post, 'image' | 'url'>;

/** Address of a picture of the demo catalogue. */
const DEMO = /^\/api\/v1\/images\/demo\//;

const auditedOf = ({ image, url }: Post): Fields => ({ image, url });

/** The posts of the strip on the home page. */
@Injectable()
export class PostsService {
  constructor(
    @InjectModel('Post') private readonly posts: Model<Post>,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** Newest first. */
  list(): Promise<Post[]> {
    return this.posts.find().sort({ _id: -1 }).lean<Post[]>();
  }

  async create(actor: Session, fields: Fields, transaction: ClientSession): Promise<Post> {
    const [created] = await this.posts.create([fields], { session: transaction });
    await this.#tell(transaction, actor, 'created', null, created!);
    return created!;
  }

  /** @throws Failure `post.not-found` */
  change(actor: Session, id: string, fields: Partial<Fields>): Promise<Post> {
    return this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      const after = await this.posts
        .findByIdAndUpdate(id, { $set: fields }, { session, returnDocument: 'after' })
        .lean<Post>();
      await this.#tell(session, actor, 'changed', before, after);
      return after!;
    });
  }

  /** Its picture stays: pages that were loaded before still show it. @throws Failure `post.not-found` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const before = await this.#require(id, session);
      await this.posts.deleteOne({ _id: id }, { session });
      await this.#tell(session, actor, 'removed', before, null);
    });
  }

  /** Puts posts in that are not there yet, and gives those that show a demo picture the one that is the best now. */
  async load(posts: readonly Post[]): Promise<void> {
    if (posts.length === 0) return;
    await this.transactions.run(async (session) => {
      await this.posts.bulkWrite(
        posts.flatMap(({ _id, ...fields }) => [
          { updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true } },
          { updateOne: { filter: { _id, image: DEMO }, update: { $set: { image: fields.image } } } },
        ]),
        { session },
      );
      await this.#announce(session);
    });
  }

  async #require(id: string, session: ClientSession): Promise<Post> {
    const found = await this.posts.findById(id).session(session).lean<Post>();
    if (!found) throw new Failure('post.not-found');
    return found;
  }

  async #tell(
    session: ClientSession,
    actor: Session,
    what: 'created' | 'changed' | 'removed',
    before: Post | null,
    after: Post | null,
  ): Promise<void> {
    await this.#announce(session);
    await this.audit.record(session, actor, {
      action: `post.${what}`,
      subject: 'post',
      subjectId: String((after ?? before)!._id),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }

  async #announce(session: ClientSession): Promise<void> {
    await this.outbox.publish(session, content.contentChanged, { key: 'posts', data: { tag: 'posts' } });
  }
}
