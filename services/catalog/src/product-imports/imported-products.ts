import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { type catalog, paiseFrom, rupeesFrom } from '@shop/contracts';
import { asTransientConflict, AuditTrail, Clock, type ImportedBy, Outbox } from '@shop/service-kit';
import { type ClientSession, type Connection, type Model, type mongo, Types } from 'mongoose';
import { variantOf } from '../product-edits/product-edit.rules.ts';
import type { Details } from '../products/details.schema.ts';
import { publishProductStates, publishStocksChanged } from '../products/product.events.ts';
import { CHANGED_NOW, hasPrice, type Product } from '../products/product.schema.ts';
import { auditedOf } from '../products/staff-products.service.ts';
import { type StockChange, StockLedger } from '../stock/stock-ledger.ts';
import type { Saved } from './product-columns.ts';

/** A piece of the shop as it was read in a transaction. */
export interface ImportedPiece {
  product: Product;
  details: Details;
  saved: Saved;
}

/** The pieces of some groups. */
export interface Groups {
  /** Pieces that are not archived, by group, first tone and material. */
  pieces: Map<string, ImportedPiece>;
  /** Codes of groups with archived pieces only. */
  used: Set<string>;
  /** Of groups that were rated. */
  ratings: Map<string, Pick<Product, 'rating' | 'ratingCount'>>;
}

export interface PieceToChange {
  piece: ImportedPiece;
  toSave: catalog.ProductToSave;
  /** Fields of it that change: `price`, `detailsRef`. */
  fields: ReadonlySet<string>;
  stock?: number | undefined;
}

/** Reads and writes the products of an import, many at a time, each with its movement, audit entry and events in one transaction. */
@Injectable()
export class ImportedProducts {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel('Product') private readonly products: Model<Product>,
    @InjectModel('Details') private readonly details: Model<Details>,
    private readonly ledger: StockLedger,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async read(groups: readonly string[], session: ClientSession): Promise<Groups> {
    const found = await this.#products.find({ productGroup: { $in: [...new Set(groups)] } }, { session }).toArray();
    const current = found.filter(({ status }) => status !== 'archived');
    const refs = current.map(({ detailsRef }) => detailsRef);
    const details =
      refs.length > 0
        ? await this.#details.find({ _id: { $in: refs } }, { session, projection: { detailsModel: 0 } }).toArray()
        : [];
    const byId = new Map(details.map((one) => [String(one._id), one]));
    return {
      pieces: new Map(
        current.map((product) => {
          const own = byId.get(String(product.detailsRef))!;
          const key = variantOf(product.productGroup, product.metalTone, product.material.tag);
          return [key, { product, details: own, saved: savedOf(product, own) }];
        }),
      ),
      used: new Set(
        [...Map.groupBy(found, ({ productGroup }) => productGroup)]
          .filter(([, products]) => products.every(({ status }) => status === 'archived'))
          .map(([group]) => group),
      ),
      ratings: new Map(
        current
          .filter(({ ratingCount }) => ratingCount > 0)
          .map(({ productGroup, rating, ratingCount }) => [productGroup, { rating, ratingCount }]),
      ),
    };
  }

  async create(
    created: readonly catalog.ProductToSave[],
    ratings: Groups['ratings'],
    by: ImportedBy,
    session: ClientSession,
  ): Promise<void> {
    if (created.length === 0) return;
    const made = created.map(({ price, stock, detailsRef: fields, ...rest }) => {
      const details = { ...fields, _id: new Types.ObjectId(), detailsModel: rest.detailsModel };
      const product = {
        ...{ ...rest, ...ratings.get(rest.productGroup), _id: new Types.ObjectId() },
        ...{ pricePaise: paiseFrom(price), metalTone: fields.metalTone[0]!, detailsRef: details._id },
      };
      return { product, details, stock };
    });
    await this.details.insertMany(
      made.map(({ details }) => details),
      { session },
    );
    const inserted = await this.products
      .insertMany(
        made.map(({ product }) => product),
        { session },
      )
      .catch((error: unknown) => {
        // Somebody has just made one of them: the next attempt finds it.
        throw asTransientConflict(error);
      });
    const moved = await this.#moveStock(
      made.map(({ product: { _id }, stock }) => ({ productId: _id, delta: stock, kind: 'received' })),
      `New product, ${reasonOf(by)}`,
      by,
      session,
    );
    const products = inserted.map((one): Product => {
      const { __v: _, ...product } = one.toObject() as Product & { __v?: unknown };
      return moved.get(String(product._id)) ?? product;
    });
    await this.audit.recordAll(
      session,
      by,
      products.map((product, index) => ({
        ...{ action: 'product.created', subject: 'product', subjectId: String(product._id), before: null },
        after: auditedOf(product, detailsOf(made[index]!.details)),
        reason: reasonOf(by),
      })),
    );
    await publishProductStates(
      this.outbox,
      session,
      products.filter(({ status }) => status === 'published'),
    );
  }

  async change(changes: readonly PieceToChange[], by: ImportedBy, session: ClientSession): Promise<void> {
    if (changes.length === 0) return;
    const moved = await this.#moveStock(
      changes.flatMap(({ piece: { product }, stock }) =>
        stock === undefined
          ? []
          : [
              {
                ...{ productId: product._id, delta: stock - product.stock, kind: 'counted' as const },
                condition: { stock: product.stock },
              },
            ],
      ),
      reasonOf(by),
      by,
      session,
    );
    const updatedAt = this.clock.now();
    const written = await Promise.all(
      changes.map(async ({ piece, toSave, fields }) => {
        const { set, unset } = updateOf(toSave, fields);
        const product = { ...(moved.get(String(piece.product._id)) ?? piece.product), ...set, updatedAt } as Product;
        for (const name of Object.keys(unset)) delete product[name as keyof Product];
        const details =
          fields.has('detailsRef') || fields.has('detailsModel') ? await this.#validDetails(piece, toSave) : undefined;
        return { piece, product, details, set: { ...set, updatedAt }, unset };
      }),
    );
    await this.#products.bulkWrite(
      written.map(({ product: { _id }, set, unset }) => ({
        updateOne: {
          filter: { _id },
          update: { $set: set, ...(Object.keys(unset).length > 0 && { $unset: unset }), ...CHANGED_NOW },
        },
      })),
      { session },
    );
    const replaced = written.flatMap(({ details }) => details ?? []);
    if (replaced.length > 0) {
      await this.#details.bulkWrite(
        replaced.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement } })),
        { session },
      );
    }
    await this.audit.recordAll(
      session,
      by,
      written.map(({ piece, product, details }) => ({
        ...{ action: 'product.changed', subject: 'product', subjectId: String(product._id) },
        before: auditedOf(piece.product, piece.details),
        after: auditedOf(product, details ? detailsOf(details) : piece.details),
        reason: reasonOf(by),
      })),
    );
    await publishProductStates(
      this.outbox,
      session,
      // One that was published and is no more is announced as removed.
      written
        .filter(({ piece, product }) => [piece.product.status, product.status].includes('published'))
        .map(({ product }) => product),
    );
    await publishStocksChanged(
      this.outbox,
      session,
      written.map(({ piece, product }) => ({ product, before: piece.product.stock, now: product.stock })),
    );
  }

  /** As they are stored, with their model. @throws StrictModeError, ValidationError for a field that the model does not have */
  async #validDetails(
    { product }: ImportedPiece,
    { detailsModel, detailsRef }: catalog.ProductToSave,
  ): Promise<Details> {
    const document = new this.details({ ...detailsRef, _id: product.detailsRef, detailsModel });
    await document.validate();
    return document.toObject() as Details;
  }

  /** Products after the movement, by id. */
  async #moveStock(
    changes: readonly Pick<StockChange, 'productId' | 'delta' | 'kind' | 'condition'>[],
    reason: string,
    { userId }: ImportedBy,
    session: ClientSession,
  ): Promise<Map<string, Product>> {
    const moved = await this.ledger.apply(
      changes.filter(({ delta }) => delta !== 0).map((change) => ({ ...change, reason, userId })),
      session,
    );
    return new Map(
      moved.map((one) => {
        // What was read in this transaction cannot be another one: a conflict would have ended it.
        if (!one) throw new Error('The stock is not what was read');
        return [String(one.product._id), one.product];
      }),
    );
  }

  /** By the driver: an update each is a command each for mongoose. */
  get #products(): mongo.Collection<Product> {
    return this.products.collection as unknown as mongo.Collection<Product>;
  }
  /** The fields of all models are in one collection. */
  get #details(): mongo.Collection<Details> {
    return this.connection.collection('details') as unknown as mongo.Collection<Details>;
  }
}

/** A product as the contract saves it; one that has no price has none in a file. */
export function savedOf(product: Product, { _id, ...details }: Details): Saved {
  const { name, productGroup, stock, lowStockAt, images, video, shortDescription } = product;
  const { category, material, position, featured, status, detailsModel, pricePaise } = product;
  return {
    ...{ name, productGroup, stock, lowStockAt, images, video, shortDescription },
    ...{ category, material, position, featured, status, detailsModel, detailsRef: details },
    ...(hasPrice(product) && { price: rupeesFrom(pricePaise) }),
  };
}

const MAX_REASON = 300;
const reasonOf = ({ importId, fileName }: ImportedBy): string =>
  `Import ${importId.slice(-6).toUpperCase()} of ${fileName}`.slice(0, MAX_REASON - 20);

/** Without what only the database has. */
const detailsOf = <T extends object>(details: T): Details => {
  const { detailsModel: _, ...rest } = details as T & { detailsModel?: unknown };
  return rest as unknown as Details;
};

/** What writes the fields into a product; an absent one is removed. */
function updateOf(toSave: catalog.ProductToSave, fields: ReadonlySet<string>) {
  const set: Record<string, unknown> = {};
  const unset: Record<string, 1> = {};
  for (const field of fields) {
    if (field === 'detailsRef' || field === 'newStock') continue;
    const value = toSave[field as keyof catalog.ProductToSave];
    if (field === 'price') set['pricePaise'] = paiseFrom(value as number);
    else if (value === undefined) unset[field] = 1;
    else set[field] = value;
  }
  return { set, unset };
}
