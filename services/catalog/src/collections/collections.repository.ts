import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import type { Collection } from './collection.schema.ts';

/** Fields that staff change. */
export type CollectionFields = Omit<Collection, '_id' | 'formerSlugs' | 'position'>;

@Injectable()
export class CollectionsRepository {
  constructor(@InjectModel('Collection') private readonly collections: Model<Collection>) {}

  all(session?: ClientSession): Promise<Collection[]> {
    return this.collections
      .find()
      .sort({ position: 1, _id: 1 })
      .session(session ?? null)
      .lean<Collection[]>();
  }

  async published(): Promise<Collection[]> {
    return (await this.all()).filter(({ status }) => status === 'published');
  }

  /** By its address, or a former one. */
  async bySlug(slug: string): Promise<Collection | null> {
    return (
      (await this.collections.findOne({ slug }).lean<Collection>()) ??
      (await this.collections.findOne({ formerSlugs: slug }).lean<Collection>())
    );
  }

  byId(id: string, session: ClientSession): Promise<Collection | null> {
    return this.collections.findById(id).session(session).lean<Collection>();
  }

  count(session: ClientSession): Promise<number> {
    return this.collections.countDocuments().session(session);
  }

  /** An address that a collection takes leads to no other any more. */
  async takeSlug(slug: string, session: ClientSession): Promise<void> {
    await this.collections.updateMany({ formerSlugs: slug }, { $pull: { formerSlugs: slug } }, { session });
  }

  /** @throws MongoServerError 11000 when the address is taken */
  async create(fields: CollectionFields, position: number, session: ClientSession): Promise<Collection> {
    const [created] = await this.collections.create([{ ...fields, formerSlugs: [], position }], { session });
    return created!.toObject();
  }

  /** @throws MongoServerError 11000 when the address is taken */
  async change(
    id: Collection['_id'],
    { image, ...fields }: CollectionFields & Pick<Collection, 'formerSlugs'>,
    session: ClientSession,
  ): Promise<Collection> {
    const change = image ? { $set: { ...fields, image } } : { $set: fields, $unset: { image: 1 } };
    const changed = await this.collections
      .findByIdAndUpdate(id, change, { session, returnDocument: 'after', runValidators: true })
      .lean<Collection>();
    return changed!;
  }

  async place(ids: readonly Collection['_id'][], session: ClientSession): Promise<void> {
    await this.collections.bulkWrite(
      ids.map((_id, position) => ({ updateOne: { filter: { _id }, update: { $set: { position } } } })),
      { session },
    );
  }

  async remove(id: Collection['_id'], session: ClientSession): Promise<void> {
    await this.collections.deleteOne({ _id: id }, { session });
  }
}
