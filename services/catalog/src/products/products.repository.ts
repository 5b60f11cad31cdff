import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { catalog, LOW_STOCK_AT, type QueryOf } from '@shop/contracts';
import { countMatching } from '@shop/service-kit';
import { LRUCache } from 'lru-cache';
import { type ClientSession, type Model, type mongo, Types } from 'mongoose';
import type { Rating } from '../reviews/rating.rules.ts';
import type { Details } from './details.schema.ts';
import { CHANGED_NOW, FOR_SALE, NOT_ARCHIVED, type Product } from './product.schema.ts';
import { CARD_FIELDS, type CardProduct } from './product.view.ts';

/** Details, one entry per product. */
const CACHE_SIZE = 2_000;

const BATCH = 500;
/** Read one after the other at each start, and forgotten at once: more would be kept in memory for longer. */
const SMALL_BATCH = 100;

/** Where staff look for a word. */
const SEARCHED = ['name', 'productGroup', 'metalTone', 'category.main', 'category.sub', 'material.tag', 'material.sub'];
function matching(word: string) {
  const text = new RegExp(RegExp.escape(word), 'iu');
  return { $or: SEARCHED.map((field) => ({ [field]: text })) };
}

/** Compared in the rows: their figures differ. */
const IS_LOW = { $expr: { $lte: ['$stock', { $ifNull: ['$lowStockAt', LOW_STOCK_AT] }] } };

/** Fields that staff sort by; each has its index, read from either end. */
const SORTED = { name: 'name', price: 'pricePaise', stock: 'stock', sold: 'sold' } as const;
const IN_GROUPS = { productGroup: 1, position: 1, _id: 1 } as const;
const reversed = (keys: Record<string, 1>): Record<string, -1> =>
  Object.fromEntries(Object.keys(keys).map((field) => [field, -1]));

/** What staff choose products by, without order and page. */
export type StaffFilter = Omit<
  QueryOf<typeof catalog.listAllProducts>,
  'option' | 'optionValue' | 'sort' | 'page' | 'limit'
> & { detailsRef?: readonly Types.ObjectId[] };

function staffQuery(
  { q, status, stockUpTo, low, detailsRef }: StaffFilter,
  order: QueryOf<typeof catalog.listAllProducts>['sort'],
) {
  const words = (q ?? '').split(/\s+/u).filter(Boolean);
  const byStock = stockUpTo !== undefined || low !== undefined;
  const statuses = low ? NOT_ARCHIVED.status : { $in: catalog.PRODUCT_STATUSES };
  const filter = {
    ...((status ?? order ?? byStock) && { status: status ?? statuses }),
    ...(words.length > 0 && { $and: words.map(matching) }),
    ...(stockUpTo !== undefined && { stock: { $lte: stockUpTo } }),
    ...(low && IS_LOW),
    ...(detailsRef && { detailsRef: { $in: detailsRef } }),
  };
  const by = order ?? (byStock ? 'stock' : undefined);
  const keys = { ...(by && { [SORTED[by.replace('-', '') as keyof typeof SORTED]]: 1 as const }), ...IN_GROUPS };
  const sort = by?.startsWith('-') ? reversed(keys) : keys;
  // In the order of the answer: words are looked for in the rows, which no index can do.
  const index = { ...(filter.status && { status: 1 as const }), ...keys };
  return { filter, sort, index };
}

const OBJECT_ID = /^[0-9a-f]{24}$/;

async function* inBatches<T>(items: AsyncIterable<unknown>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item as T) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Products and their details in MongoDB. Reads return plain objects. */
@Injectable()
export class ProductsRepository {
  // By id, each with `updatedAt` of the product it was read for.
  readonly #detailsCache = new LRUCache<string, { details: Details; updatedAt: number }>({ max: CACHE_SIZE });

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

  /** Products for sale with their details, by product id; prices are calculated from them. */
  async forSale(ids: readonly string[]): Promise<Map<string, { product: Product; details: Details }>> {
    const wanted = ids.filter((id) => OBJECT_ID.test(id)).map((id) => new Types.ObjectId(id));
    // Through the driver, without mongoose's overhead: every addition to a cart and every checkout reads it.
    const found = await (this.products.collection as unknown as mongo.Collection<Product>)
      .find({ _id: { $in: wanted }, ...FOR_SALE }, { projection: { design: 0 } })
      .toArray();
    const details = await this.detailsOf(found);
    return new Map(
      found.flatMap((product) => {
        const known = details.get(String(product.detailsRef));
        return known ? [[String(product._id), { product, details: known }] as const] : [];
      }),
    );
  }

  /** The variants of a group that are for sale, by position. */
  variantsOf(productGroup: string): Promise<Product[]> {
    return this.products
      .find({ ...FOR_SALE, productGroup })
      .sort({ position: 1, _id: 1 })
      .lean<Product[]>();
  }

  /** The group of a product for sale that was in this one. */
  async groupAfter(productGroup: string): Promise<string | undefined> {
    const found = await this.products
      .findOne({ ...FOR_SALE, formerGroups: productGroup })
      .select('productGroup')
      .lean<Product>();
    return found?.productGroup;
  }

  /** The card fields of the variants for sale of several groups, by group and position. */
  async cardsOf(productGroups: readonly string[]): Promise<Map<string, CardProduct[]>> {
    const found = await this.products
      .find({ ...FOR_SALE, productGroup: { $in: productGroups } })
      .select(CARD_FIELDS.join(' '))
      .sort({ productGroup: 1, position: 1, _id: 1 })
      .lean<CardProduct[]>();
    return Map.groupBy(found, ({ productGroup }) => productGroup);
  }

  /** Every product for sale with only `fields`, and `detailFields` of its details. */
  async *forSaleInBatches<F extends keyof Product, D extends keyof Details>(
    fields: readonly F[],
    detailFields: readonly D[],
  ): AsyncGenerator<
    { product: Pick<Product, F | '_id' | 'detailsRef'>; details: Partial<Pick<Details, D>> | undefined }[]
  > {
    const cursor = this.products
      .find(FOR_SALE)
      .select([...fields, 'detailsRef'].join(' '))
      .lean<Product[]>()
      .cursor({ batchSize: SMALL_BATCH });
    for await (const batch of inBatches<Product>(cursor, SMALL_BATCH)) {
      const refs = batch.map(({ detailsRef }) => detailsRef);
      const found = await this.details
        .find({ _id: { $in: refs } })
        .select([...detailFields])
        .lean<Details[]>();
      const details = new Map(found.map((each) => [String(each._id), each]));
      yield batch.map((product) => ({ product, details: details.get(String(product.detailsRef)) }));
    }
  }

  /** Ids of products that changed since, and when, from the index alone. */
  changedSince(since: Date): Promise<{ _id: Types.ObjectId; changedAt: Date }[]> {
    return (this.products.collection as unknown as mongo.Collection<Required<Product>>)
      .find({ changedAt: { $gte: since } })
      .project<{ _id: Types.ObjectId; changedAt: Date }>({ changedAt: 1 })
      .sort({ changedAt: 1 })
      .toArray();
  }

  /** Writes nothing but `changedAt`, so that another decision about the product at the same moment is a write conflict. */
  async touch(id: Types.ObjectId, session: ClientSession): Promise<void> {
    await this.products.updateOne({ _id: id }, CHANGED_NOW, { session, timestamps: false });
  }

  /** By MongoDB's clock. */
  async now(): Promise<Date> {
    const { localTime } = await this.products.db.db!.admin().command({ hello: 1 });
    return localTime as Date;
  }

  /** How many products are for sale. */
  countForSale(): Promise<number> {
    return this.products.countDocuments(FOR_SALE).exec();
  }

  /** Every published product by group, also those that are not for sale for want of a price. */
  async *publishedInBatches(): AsyncGenerator<Product[]> {
    const cursor = this.products
      .find({ status: 'published' })
      .select('-design -images -shortDescription')
      .sort({ productGroup: 1, position: 1, _id: 1 })
      .lean<Product[]>()
      .cursor({ batchSize: BATCH });
    yield* inBatches<Product>(cursor, BATCH);
  }

  async withDetails(products: readonly Product[]): Promise<{ product: Product; details: Details }[]> {
    const details = await this.detailsById(products.map(({ detailsRef }) => detailsRef));
    return products.map((product) => ({ product, details: details.get(String(product.detailsRef))! }));
  }

  /** Details by id. They only change together with their product, so its `updatedAt` validates the cache. */
  async detailsOf(products: readonly Pick<Product, 'detailsRef' | 'updatedAt'>[]): Promise<Map<string, Details>> {
    const known = new Map<string, Details>();
    for (const { detailsRef, updatedAt } of products) {
      const cached = this.#detailsCache.get(String(detailsRef));
      if (cached?.updatedAt === updatedAt.getTime()) known.set(String(detailsRef), cached.details);
    }
    const others = products.filter(({ detailsRef }) => !known.has(String(detailsRef)));
    if (others.length === 0) return known;
    const read = await this.detailsById(others.map(({ detailsRef }) => detailsRef));
    for (const { detailsRef, updatedAt } of others) {
      const details = read.get(String(detailsRef));
      if (!details) continue;
      known.set(String(detailsRef), details);
      this.#detailsCache.set(String(detailsRef), { details, updatedAt: updatedAt.getTime() });
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

  /** All variants of a group, archived ones too. */
  ofGroup(productGroup: string): Promise<Product[]> {
    return this.products.find({ productGroup }).sort(IN_GROUPS).lean<Product[]>();
  }

  /** Statuses of all products with this group code, archived ones too. */
  async statusesOfGroup(productGroup: string, session: ClientSession): Promise<Product['status'][]> {
    const found = await this.products.find({ productGroup }).select('status').session(session).lean();
    return found.map(({ status }) => status);
  }

  /** Every variant, by group, or fewest pieces first. Words of `q` may be parts of words, in any order. */
  async pageForStaff({
    sort: order,
    page,
    limit,
    ...chosen
  }: StaffFilter & Pick<QueryOf<typeof catalog.listAllProducts>, 'sort' | 'page' | 'limit'>): Promise<{
    products: Product[];
    totalCount: number;
  }> {
    const { filter, sort, index } = staffQuery(chosen, order);
    const [products, totalCount] = await Promise.all([
      this.products
        .find(filter)
        .sort(sort)
        .hint(index)
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<Product[]>(),
      countMatching(this.products, filter, index),
    ]);
    return { products, totalCount };
  }

  /** All of the same but archived ones, by group, in batches. */
  async *forStaffInBatches(chosen: StaffFilter): AsyncGenerator<Product[]> {
    const { filter, sort, index } = staffQuery(chosen, undefined);
    const cursor = this.products.find(filter).sort(sort).hint(index).lean<Product[]>().cursor({ batchSize: BATCH });
    for await (const batch of inBatches<Product>(cursor, BATCH)) {
      yield batch.filter(({ status }) => status !== 'archived');
    }
  }

  /** Ids of at most `limit` of the same, by group. */
  async idsForStaff(chosen: StaffFilter, limit: number): Promise<Types.ObjectId[]> {
    const { filter, sort, index } = staffQuery(chosen, undefined);
    const found = await this.products.find(filter).select('_id').sort(sort).hint(index).limit(limit).lean<Product[]>();
    return found.map(({ _id }) => _id);
  }

  /** Those of the ids that are products, by group. */
  async inGroups(ids: readonly string[]): Promise<Types.ObjectId[]> {
    const found = await this.products
      .find({ _id: { $in: ids } })
      .select(Object.keys(IN_GROUPS).join(' '))
      .lean<Product[]>();
    const keyOf = ({ productGroup, position, _id }: Product) =>
      `${productGroup} ${String(position).padStart(6, '0')} ${String(_id)}`;
    return found.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)).map(({ _id }) => _id);
  }

  /** The variants of some groups that are not archived, with what is unique in a group. */
  variantsForStaff(
    productGroups: readonly string[],
    session: ClientSession,
  ): Promise<Pick<Product, '_id' | 'productGroup' | 'metalTone' | 'material'>[]> {
    return this.products
      .find({ productGroup: { $in: productGroups }, ...NOT_ARCHIVED })
      .select('productGroup metalTone material')
      .session(session)
      .lean<Product[]>();
  }

  /** Ids of all variants of each group, in any status. */
  async idsOfGroups(productGroups: readonly string[]): Promise<Map<string, Types.ObjectId[]>> {
    const found = await this.products
      .find({ productGroup: { $in: productGroups } })
      .select('productGroup')
      .lean<Product[]>();
    const byGroup = Map.groupBy(found, ({ productGroup }) => productGroup);
    return new Map([...byGroup].map(([group, products]) => [group, products.map(({ _id }) => _id)]));
  }

  async groupsOf(ids: readonly Types.ObjectId[], session: ClientSession): Promise<string[]> {
    const found = await this.products
      .find({ _id: { $in: ids } })
      .select('productGroup')
      .session(session)
      .lean<Product[]>();
    return [...new Set(found.map(({ productGroup }) => productGroup))];
  }

  publishedOf(productGroups: readonly string[], session: ClientSession): Promise<Product[]> {
    return this.products
      .find({ status: 'published', productGroup: { $in: productGroups } })
      .session(session)
      .lean<Product[]>();
  }

  async rateGroup(productGroup: string, rating: Rating, session: ClientSession): Promise<void> {
    await this.products.updateMany({ productGroup }, rating, { session });
  }

  /** @throws MongoServerError 11000 for a variant that its group has */
  async setStatus(id: Product['_id'], status: Product['status'], session: ClientSession): Promise<Product> {
    const changed = await this.products
      .findByIdAndUpdate(id, { status }, { session, returnDocument: 'after' })
      .lean<Product>();
    return changed!;
  }
}
