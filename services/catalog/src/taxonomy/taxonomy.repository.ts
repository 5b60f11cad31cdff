import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { ClientSession, Model } from 'mongoose';
import { NOT_ARCHIVED, type Product } from '../products/product.schema.ts';
import {
  type NamesInProducts,
  type TaxonomyEntry,
  type TaxonomyKind,
  PRODUCT_FIELDS,
} from './taxonomy-entry.schema.ts';

/** Fields that staff change. */
export type TaxonomyFields = Pick<TaxonomyEntry, 'name' | 'sub' | 'image' | 'madeToOrder'>;
type FormerNames = Pick<TaxonomyEntry, 'formerNames' | 'formerSubs'>;

@Injectable()
export class TaxonomyRepository {
  constructor(
    @InjectModel('TaxonomyEntry') private readonly entries: Model<TaxonomyEntry>,
    @InjectModel('Product') private readonly products: Model<Product>,
  ) {}

  all(kind: TaxonomyKind): Promise<TaxonomyEntry[]> {
    return this.entries.find({ kind }).sort({ position: 1, _id: 1 }).lean<TaxonomyEntry[]>();
  }

  /** Everything that products of materials made to order call them: former names too, which products have until a new one is carried to them. */
  async madeToOrder(): Promise<Set<string>> {
    const found = await this.entries
      .find({ kind: 'material', madeToOrder: true })
      .select('name formerNames')
      .lean<Pick<TaxonomyEntry, 'name' | 'formerNames'>[]>();
    return new Set(found.flatMap(({ name, formerNames = [] }) => [name, ...formerNames]));
  }

  byName(kind: TaxonomyKind, name: string, session?: ClientSession): Promise<TaxonomyEntry | null> {
    return this.entries
      .findOne({ kind, name })
      .session(session ?? null)
      .lean<TaxonomyEntry>();
  }

  byFormerName(kind: TaxonomyKind, name: string): Promise<TaxonomyEntry | null> {
    return this.entries.findOne({ kind, formerNames: name }).lean<TaxonomyEntry>();
  }

  /** A name that an entry takes leads to no other any more. */
  async takeName(kind: TaxonomyKind, name: string, session: ClientSession): Promise<void> {
    await this.entries.updateMany({ kind, formerNames: name }, { $pull: { formerNames: name } }, { session });
  }

  byId(kind: TaxonomyKind, id: string, session: ClientSession): Promise<TaxonomyEntry | null> {
    return this.entries.findOne({ _id: id, kind }).session(session).lean<TaxonomyEntry>();
  }

  /** @throws MongoServerError 11000 when the name is taken */
  async create(kind: TaxonomyKind, fields: TaxonomyFields, session: ClientSession): Promise<TaxonomyEntry> {
    const position = await this.entries.countDocuments({ kind }).session(session);
    const [created] = await this.entries.create([{ kind, ...fields, position }], { session });
    return created!.toObject();
  }

  /** @throws MongoServerError 11000 when the name is taken */
  async change(
    id: TaxonomyEntry['_id'],
    { image, ...fields }: TaxonomyFields & FormerNames,
    session: ClientSession,
  ): Promise<TaxonomyEntry> {
    const change = image ? { $set: { ...fields, image } } : { $set: fields, $unset: { image: 1 } };
    const changed = await this.entries
      .findByIdAndUpdate(id, change, { session, returnDocument: 'after' })
      .lean<TaxonomyEntry>();
    return changed!;
  }

  async remove(id: TaxonomyEntry['_id'], session: ClientSession): Promise<void> {
    await this.entries.deleteOne({ _id: id }, { session });
  }

  /** The entry, marked as used by this transaction; `null` when it does not exist. */
  use(kind: TaxonomyKind, name: string, at: Date, session: ClientSession): Promise<TaxonomyEntry | null> {
    return this.entries.findOneAndUpdate({ kind, name }, { usedAt: at }, { session }).lean<TaxonomyEntry>();
  }

  /** Whether a product that is not archived has one of the names, and of its `subs` if given. */
  async inUse(kind: TaxonomyKind, { names, subs }: NamesInProducts, session: ClientSession): Promise<boolean> {
    const fields = PRODUCT_FIELDS[kind];
    const where = { [fields.name]: { $in: names }, ...(subs && { [fields.sub]: { $in: subs } }) };
    const found = await this.products.exists({ ...NOT_ARCHIVED, ...where }).session(session);
    return found !== null;
  }
}
