import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { catalog, DataOf } from '@shop/contracts';
import { LRUCache } from 'lru-cache';
import type { ClientSession, Model, mongo } from 'mongoose';
import { type Charges, CHARGES, CHARGES_PIPELINE, chargesFrom } from '../charges/charges.schema.ts';
import type { ProductSnapshot } from './product-snapshot.schema.ts';

type Versioned<Spec> = DataOf<Spec> & { version: number };
type Priced = Extract<catalog.QuotedLine, { state: 'priced' }>;

const CACHE_SIZE = 2_000;

/** Product snapshots, for showing carts without asking catalog. */
@Injectable()
export class ProductSnapshotsService {
  // Last compared with a quote. May be stale: a quote never overwrites a field that an event has set.
  readonly #cache = new LRUCache<string, ProductSnapshot>({ max: CACHE_SIZE });

  constructor(@InjectModel('ProductSnapshot') private readonly snapshots: Model<ProductSnapshot>) {}

  async byId(ids: Iterable<string>): Promise<Map<string, ProductSnapshot>> {
    const found = await this.#collection.find({ _id: { $in: [...new Set(ids)] } }).toArray();
    return new Map(found.map((snapshot) => [snapshot._id, snapshot]));
  }

  /** The snapshots and the charges in one query. */
  async byIdWithCharges(ids: Iterable<string>): Promise<{ snapshots: Map<string, ProductSnapshot>; charges: Charges }> {
    const found = await this.#collection
      .aggregate<ProductSnapshot | Charges>([
        { $match: { _id: { $in: [...new Set(ids)] } } },
        { $unionWith: { coll: CHARGES, pipeline: CHARGES_PIPELINE } },
      ])
      .toArray();
    const isCharges = (one: ProductSnapshot | Charges): one is Charges => one._id === 'charges';
    const snapshots = found.filter((one) => !isCharges(one));
    return {
      snapshots: new Map(snapshots.map((snapshot) => [snapshot._id, snapshot])),
      charges: chargesFrom(found.find(isCharges)),
    };
  }

  /** Fills in from a quote what no event has set yet. */
  async learn(quoted: Priced): Promise<void> {
    const { _id } = quoted.product;
    if (missingIn(this.#cache.get(_id), quoted).length === 0) return;
    const known = await this.snapshots.findById(_id).lean<ProductSnapshot>();
    const missing = missingIn(known ?? undefined, quoted);
    if (missing.length > 0) {
      if (!known) await this.snapshots.updateOne({ _id }, {}, { upsert: true });
      await this.snapshots.bulkWrite(
        // A concurrent event wins over the quote.
        missing.map(({ versionField, fields }) => ({
          updateOne: { filter: { _id, [versionField]: { $exists: false } }, update: { $set: fields } },
        })),
      );
    }
    this.#cache.set(_id, Object.assign({ _id }, known, ...missing.map(({ fields }) => fields)));
  }

  /** Takes the price of a quote over the one from events. A later event still overwrites it. */
  async correctPrice({ product, basePaise }: Priced): Promise<void> {
    await this.snapshots.updateOne(
      { _id: product._id, pricePaise: { $ne: basePaise } },
      [{ $set: { earlierPaise: '$pricePaise', pricePaise: basePaise } }],
      { updatePipeline: true },
    );
    this.#cache.delete(product._id);
  }

  async productChanged(data: Versioned<typeof catalog.productChanged>, session: ClientSession): Promise<void> {
    const { productId, productGroup, name, images, focus, categoryMain, pricePaise, stock, version } = data;
    const known = await this.#known(productId, session);
    await this.#set(
      productId,
      {
        ...(isNew(version, known?.displayVersion) && {
          display: { name, images, ...(focus && { focus }), categoryMain, productGroup },
          pricePaise,
          ...(known?.pricePaise !== undefined && known.pricePaise !== pricePaise && { earlierPaise: known.pricePaise }),
          gone: false,
          displayVersion: version,
        }),
        ...(isNew(version, known?.stockVersion) && { stock, stockVersion: version }),
      },
      session,
    );
  }

  async productRemoved(
    { productId, version }: Versioned<typeof catalog.productRemoved>,
    session: ClientSession,
  ): Promise<void> {
    const known = await this.#known(productId, session);
    if (isNew(version, known?.displayVersion)) {
      await this.#set(productId, { gone: true, displayVersion: version }, session);
    }
  }

  /** Idempotent; a stale event changes nothing. */
  async stockChanged({ productId, stock, version }: Versioned<typeof catalog.stockChanged>): Promise<void> {
    const fields = { stock, stockVersion: version };
    const older = { $or: [{ stockVersion: { $exists: false } }, { stockVersion: { $lt: version } }] };
    const { matchedCount } = await this.#collection.updateOne({ _id: productId, ...older }, { $set: fields });
    // Either there is no snapshot yet, or it is not older.
    if (matchedCount === 0) {
      await this.snapshots.updateOne({ _id: productId }, { $setOnInsert: fields }, { upsert: true });
    }
  }

  /** By the driver: every addition to a cart reads snapshots, and every hold of stock writes one. */
  get #collection() {
    return this.snapshots.collection as unknown as mongo.Collection<ProductSnapshot>;
  }

  #known(id: string, session: ClientSession): Promise<ProductSnapshot | null> {
    return this.snapshots.findById(id).session(session).lean<ProductSnapshot>();
  }

  async #set(id: string, fields: Partial<ProductSnapshot>, session: ClientSession): Promise<void> {
    if (Object.keys(fields).length === 0) return;
    await this.snapshots.updateOne({ _id: id }, { $set: fields }, { session, upsert: true });
  }
}

/** What a quote knows that `snapshot` lacks and no event has set. */
const missingIn = (snapshot: ProductSnapshot | undefined, { product, basePaise: pricePaise, stock }: Priced) => {
  const { name, images, focus, category, productGroup } = product;
  const display = { name, images, ...(focus && { focus }), categoryMain: category.main, productGroup };
  return [
    { versionField: 'displayVersion' as const, fields: { display, pricePaise } },
    { versionField: 'stockVersion' as const, fields: { stock } },
  ].filter(({ versionField, fields }) => snapshot?.[versionField] === undefined && !isPartOf(fields, snapshot));
};

const isPartOf = (fields: Partial<ProductSnapshot>, snapshot: ProductSnapshot | undefined): boolean =>
  snapshot !== undefined &&
  Object.entries(fields).every(([name, value]) => isDeepStrictEqual(snapshot[name as keyof ProductSnapshot], value));

const isNew = (version: number, known: number | undefined): boolean => known === undefined || version > known;
