import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LRUCache } from 'lru-cache';
import { type ClientSession, type Model, type mongo, Types, type UpdateQuery } from 'mongoose';
import type { Details } from './details.schema.ts';
import type { Product } from './product.schema.ts';
import { CARD_FIELDS, type CardProduct } from './product.view.ts';

/** The details of so many products are remembered. */
const REMEMBERED = 2_000;

const OBJECT_ID = /^[0-9a-f]{24}$/;

/** Products and their details in MongoDB. Reads answer plain objects. */
@Injectable()
export class ProductsRepository {
  // Details by their ids, with the time of the product that they were read for.
  readonly #seen = new LRUCache<string, { details: Details; updatedAt: number }>({ max: REMEMBERED });

  constructor(
    @InjectModel('Product') private readonly products: Model<Product>,
    @InjectModel('Details') private readonly details: Model<Details>,
  ) {}

  byId(id: string, session?: ClientSession): Promise<Product | null> {
    if (!OBJECT_ID.test(id)) return Promise.resolve(null);
    return this.products
      .findById(id)
      .session(session ?? null)
      .lean<Product>();
  }

  byIds(ids: readonly string[]): Promise<Product[]> {
    return this.products.find({ _id: { $in: ids } }).lean<Product[]>();
  }

  /** Published products with their details: what a price is made of. By the product's id. */
  async sold(ids: readonly string[]): Promise<Map<string, { product: Product; details: Details }>> {
    const wanted = ids.filter((id) => OBJECT_ID.test(id)).map((id) => new Types.ObjectId(id));
    // By the driver, for every addition to a cart and every checkout asks it.
    const found = await (this.products.collection as unknown as mongo.Collection<Product>)
      .find({ _id: { $in: wanted }, status: 'published' }, { projection: { design: 0 } })
      .toArray();
    const details = await this.#detailsOf(found);
    return new Map(
      found.flatMap((product) => {
        const known = details.get(String(product.detailsRef));
        return known ? [[String(product._id), { product, details: known }] as const] : [];
      }),
    );
  }

  /** The published variants of a group, in their order. */
  variantsOf(productGroup: string): Promise<Product[]> {
    return this.products.find({ status: 'published', productGroup }).sort({ position: 1, _id: 1 }).lean<Product[]>();
  }

  /** The published variants of several groups, as cards need them, by group and in their order. */
  async cardsOf(productGroups: readonly string[]): Promise<Map<string, CardProduct[]>> {
    const found = await this.products
      .find({ status: 'published', productGroup: { $in: productGroups } })
      .select(CARD_FIELDS.join(' '))
      .sort({ productGroup: 1, position: 1, _id: 1 })
      .lean<CardProduct[]>();
    return Map.groupBy(found, ({ productGroup }) => productGroup);
  }

  /** Every published product, a batch at a time, with only `fields`. */
  published<F extends keyof Product>(fields: readonly F[]): AsyncIterable<Pick<Product, F | '_id'>> {
    return this.products
      .find({ status: 'published' })
      .select(fields.join(' '))
      .lean()
      .cursor({ batchSize: 500 }) as never;
  }

  /** Details by their ids. They change together with their product only, so those remembered of this very product hold. */
  async #detailsOf(products: readonly Product[]): Promise<Map<string, Details>> {
    const known = new Map<string, Details>();
    for (const { detailsRef, updatedAt } of products) {
      const seen = this.#seen.get(String(detailsRef));
      if (seen?.updatedAt === updatedAt.getTime()) known.set(String(detailsRef), seen.details);
    }
    const others = products.filter(({ detailsRef }) => !known.has(String(detailsRef)));
    if (others.length === 0) return known;
    const read = await this.detailsById(others.map(({ detailsRef }) => detailsRef));
    for (const { detailsRef, updatedAt } of others) {
      const details = read.get(String(detailsRef));
      if (!details) continue;
      known.set(String(detailsRef), details);
      this.#seen.set(String(detailsRef), { details, updatedAt: updatedAt.getTime() });
    }
    return known;
  }

  async detailsById(ids: readonly Types.ObjectId[], session?: ClientSession): Promise<Map<string, Details>> {
    const found = await this.details
      .find({ _id: { $in: ids } })
      .select({ detailsModel: 0 })
      .session(session ?? null)
      .lean<Details[]>();
    return new Map(found.map((details) => [String(details._id), details]));
  }

  /** Of every product that has or had this group code. */
  async statusesOfGroup(productGroup: string, session: ClientSession): Promise<Product['status'][]> {
    const found = await this.products.find({ productGroup }).select('status').session(session).lean();
    return found.map(({ status }) => status);
  }

  /** Every variant, by group. `q` looks into name and group code. */
  async pageForStaff({
    q,
    status,
    stockUpTo,
    page,
    limit,
  }: {
    q?: string;
    status?: Product['status'];
    stockUpTo?: number;
    page: number;
    limit: number;
  }): Promise<{ products: Product[]; totalCount: number }> {
    const text = q && new RegExp(RegExp.escape(q), 'i');
    const filter = {
      ...(status && { status }),
      ...(text && { $or: [{ name: text }, { productGroup: text }] }),
      ...(stockUpTo !== undefined && { stock: { $lte: stockUpTo } }),
    };
    const [products, totalCount] = await Promise.all([
      this.products
        .find(filter)
        .sort({ ...(stockUpTo !== undefined && { stock: 1 }), productGroup: 1, position: 1, _id: 1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<Product[]>(),
      this.products.countDocuments(filter),
    ]);
    return { products, totalCount };
  }

  /** @throws MongoServerError 11000 when the group has such a variant */
  async create(
    fields: Omit<Product, '_id' | 'held' | 'sold' | 'rating' | 'ratingCount' | 'createdAt' | 'updatedAt'>,
    details: Details,
    session: ClientSession,
  ): Promise<Product> {
    const [created] = await this.products.create([fields], { session });
    await this.replaceDetails(fields.detailsModel, details, session);
    return created!.toObject({ versionKey: false });
  }

  /** @throws MongoServerError 11000 when the group has such a variant */
  async update(id: Product['_id'], fields: UpdateQuery<Product>, session: ClientSession): Promise<Product> {
    const changed = await this.products
      .findByIdAndUpdate(id, fields, { session, returnDocument: 'after', runValidators: true })
      .lean<Product>();
    return changed!;
  }

  async replaceDetails(model: Product['detailsModel'], details: Details, session: ClientSession): Promise<void> {
    const { _id, ...fields } = details;
    await this.details.replaceOne({ _id }, { ...fields, detailsModel: model } as never, { session, upsert: true });
  }
}
