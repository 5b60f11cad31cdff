import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { rupeesFrom } from '@shop/contracts';
import { AuditTrail, Clock, Edits, Failure, Outbox } from '@shop/service-kit';
import type { ClientSession, Connection, Model, mongo, Types } from 'mongoose';
import { publishProductStates, publishStocksChanged } from '../products/product.events.ts';
import { CHANGED_NOW, NOT_ARCHIVED, type Product } from '../products/product.schema.ts';
import { productForStaffOf } from '../products/product.view.ts';
import { type StockChange, StockLedger } from '../stock/stock-ledger.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import type { Details } from '../products/details.schema.ts';
import { type Piece, type StoredValue, updateOf, valueOf, type Values } from './edited-fields.ts';
import { fieldsOf, variantOf } from './product-edit.rules.ts';

/** A product as it was read in a transaction, which writes to it: what changed in between is a conflict, and read again. */
export interface ReadPiece extends Piece {
  product: Product;
  details: Details;
}

export interface Write {
  piece: ReadPiece;
  values: Values;
}

/** Who lets it be written, and why. */
export interface Because {
  userId: string;
  /** Of the movements. */
  kind: StockChange['kind'];
  stockReason: string;
  /** Of the entries in the audit trail. */
  auditReason: string;
}

/** Reads and writes the products of an edit, many at a time, each with its movement, audit entry and events in one transaction. */
@Injectable()
export class PieceWriter {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel('Product') private readonly products: Model<Product>,
    private readonly ledger: StockLedger,
    private readonly taxonomy: TaxonomyService,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
    private readonly clock: Clock,
  ) {}

  /** By product id. */
  async read(ids: readonly Types.ObjectId[], session: ClientSession): Promise<Map<string, ReadPiece>> {
    const products = await this.#products.find({ _id: { $in: [...ids] } }, { session }).toArray();
    const refs = products.map(({ detailsRef }) => detailsRef);
    // Without what mongoose adds: the versions that are kept are those that forms read.
    const projection = { detailsModel: 0 };
    const details = await this.#details.find({ _id: { $in: refs } }, { session, projection }).toArray();
    const byId = new Map(details.map((each) => [String(each._id), each]));
    return new Map(
      products.map((product) => [
        String(product._id),
        // Every product has its details.
        { product, details: byId.get(String(product.detailsRef))! },
      ]),
    );
  }

  /** The products, not archived, that the groups of these pieces have, by what has to be unique in a group. */
  async variantsOf(pieces: Iterable<ReadPiece>, session: ClientSession): Promise<Map<string, string>> {
    const groups = [...new Set([...pieces].map(({ product }) => product.productGroup))];
    const found = await this.#products
      .find(
        { productGroup: { $in: groups }, status: { $in: [...NOT_ARCHIVED.status.$in] } },
        { projection: { productGroup: 1, metalTone: 1, material: 1 }, session },
      )
      .toArray();
    return new Map(
      found.map(({ _id, productGroup, metalTone, material }) => [
        variantOf(productGroup, metalTone, material.tag),
        String(_id),
      ]),
    );
  }

  /** Whether products can be there, which then stays until the end of the transaction. */
  async canBeIn(
    kind: 'category' | 'material',
    [name, sub]: readonly string[],
    session: ClientSession,
  ): Promise<boolean> {
    try {
      await this.taxonomy.use(kind, name!, sub, session);
      return true;
    } catch (error) {
      if (error instanceof Failure) return false;
      throw error;
    }
  }

  async write(writes: readonly Write[], because: Because, session: ClientSession): Promise<void> {
    if (writes.length === 0) return;
    const moved = await this.#moveStock(writes, because, session);
    const updatedAt = this.clock.now();
    const written = writes.map(({ piece, values }) => {
      const { set, unset } = updateOf(values, 'product');
      const product = { ...(moved.get(String(piece.product._id)) ?? piece.product), ...set, updatedAt } as Product;
      for (const name of Object.keys(unset)) delete product[name as keyof Product];
      return { piece, values, product, set: { ...set, updatedAt }, unset };
    });
    await this.#products.bulkWrite(
      written.map(({ product: { _id }, set, unset }) => ({
        updateOne: { filter: { _id }, update: { $set: set, ...unsetting(unset), ...CHANGED_NOW } },
      })),
      { session },
    );
    await this.#writeDetails(writes, session);
    await this.edits.keepAll(
      session,
      { actor: because, subject: 'product' },
      written.map(({ piece, values, product }) => ({
        id: String(product._id),
        before: productForStaffOf(piece.product, piece.details),
        after: productForStaffOf(product, detailsAfter(piece.details, values)),
      })),
    );
    await this.audit.recordAll(
      session,
      because,
      written.map(({ piece, values }) => ({
        ...{ action: 'product.changed', subject: 'product', subjectId: String(piece.product._id) },
        before: auditedOf(Object.fromEntries(fieldsOf(values).map((field) => [field, valueOf(field, piece)]))),
        after: auditedOf(values),
        reason: because.auditReason,
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

  /** Products after the movement, by id. */
  async #moveStock(
    writes: readonly Write[],
    { userId, kind, stockReason }: Because,
    session: ClientSession,
  ): Promise<Map<string, Product>> {
    const changes = writes.flatMap(({ piece: { product }, values: { stock } }): StockChange[] => {
      if (typeof stock !== 'number') return [];
      const condition = { stock: product.stock };
      return [{ productId: product._id, delta: stock - product.stock, kind, reason: stockReason, userId, condition }];
    });
    const moved = await this.ledger.apply(changes, session);
    return new Map(
      moved.map((one) => {
        // What was read in this transaction cannot be another one: a conflict would have ended it.
        if (!one) throw new Error('The stock is not what was read');
        return [String(one.product._id), one.product];
      }),
    );
  }

  async #writeDetails(writes: readonly Write[], session: ClientSession): Promise<void> {
    const updates = writes.flatMap(({ piece, values }) => {
      const { set, unset } = updateOf(values, 'details');
      const update = {
        ...(Object.keys(set).length > 0 && { $set: set }),
        ...unsetting(unset),
      };
      if (Object.keys(update).length === 0) return [];
      return [{ updateOne: { filter: { _id: piece.product.detailsRef }, update } }];
    });
    if (updates.length > 0) await this.#details.bulkWrite(updates, { session });
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

function detailsAfter(before: Details, values: Values): Details {
  const { set, unset } = updateOf(values, 'details');
  const after = { ...before, ...set };
  for (const name of Object.keys(unset)) delete after[name as keyof Details];
  return after;
}

const unsetting = (unset: Record<string, 1>) => (Object.keys(unset).length > 0 ? { $unset: unset } : {});

/** As the audit trail has values: prices in rupees. */
function auditedOf(values: Values): Record<string, StoredValue> {
  const { price } = values;
  return { ...values, ...(typeof price === 'number' && { price: rupeesFrom(price) }) };
}
