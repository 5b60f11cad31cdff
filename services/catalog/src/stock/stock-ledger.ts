import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import { Clock, Outbox, TRANSACTION_OPTIONS } from '@shop/service-kit';
import { type ClientSession, type Model, type mongo, Types } from 'mongoose';
import { CHANGED_NOW, type Product } from '../products/product.schema.ts';
import { lowStockAt, ranLow } from './low-stock.rules.ts';
import type { StockMovement } from './stock-movement.schema.ts';

/** What moves pieces of one product, and why. */
export interface StockChange extends Pick<
  StockMovement,
  'kind' | 'delta' | 'reason' | 'userId' | 'holdId' | 'orderId'
> {
  productId: string | Types.ObjectId;
  /** Changes of its other counts in the same update. */
  held?: number;
  sold?: number;
  /** Free pieces before this transaction, where it moved some already. */
  stockBefore?: number | undefined;
  /** What has to be true of the product, or nothing changes. */
  condition?: mongo.Filter<Product>;
}

export interface Moved {
  product: Product;
  movement: StockMovement;
}

const OPENING = 'Stock when movements began';
const BY_AN_EARLIER_VERSION = 'Changed by an earlier version of the shop';

/**
 * The only way in which `stock` changes: one conditional update of the product, so that there is no race between check and write,
 * and its movement in the same transaction. `movementSum` of the product is what its movements add up to. Tells of a stock that ran low.
 */
@Injectable()
export class StockLedger {
  constructor(
    @InjectModel('Product') private readonly products: Model<Product>,
    @InjectModel('StockMovement') private readonly movements: Model<StockMovement>,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Applies the changes in their order. Answers the product after each, and `null` where its condition is not true. */
  async apply(changes: readonly StockChange[], session: ClientSession): Promise<(Moved | null)[]> {
    const written: StockMovement[] = [];
    const answers: (Moved | null)[] = [];
    for (const change of changes) {
      const product = await this.#count(change, session);
      if (product) written.push(...(await this.#missingOf(product, change, session)));
      const movement = product && this.#movement(product, change);
      if (movement) written.push(movement);
      answers.push(movement && { product, movement });
    }
    if (written.length > 0) await this.#movements.insertMany(written, { session, ignoreUndefined: true });
    await this.#tellOfLow(changes, answers, session);
    return answers;
  }

  /** Those of the products that an order had which was cancelled, by id. */
  async inCancelledOrders(products: readonly Types.ObjectId[], session: ClientSession): Promise<Set<string>> {
    if (products.length === 0) return new Set();
    const where = { productId: { $in: [...products] }, orderId: { $exists: true } };
    return new Set((await this.#movements.distinct('productId', where, { session })).map(String));
  }

  /** The movements of an order's hold keep its id when the hold is removed. */
  async rememberOrder(
    { _id: holdId, lines }: { _id: string; lines: readonly { productId: string }[] },
    orderId: string,
    session: ClientSession,
  ): Promise<void> {
    const productId = { $in: lines.map((line) => new Types.ObjectId(line.productId)) };
    await this.#movements.updateMany({ productId, holdId }, { $set: { orderId } }, { session });
  }

  /** Of the products whose stock ran low with all these changes together. */
  async #tellOfLow(
    changes: readonly StockChange[],
    answers: readonly (Moved | null)[],
    session: ClientSession,
  ): Promise<void> {
    const moved = new Map<string, { product: Product; before: number }>();
    for (const [index, answer] of answers.entries()) {
      if (!answer) continue;
      const { product, movement } = answer;
      const id = String(product._id);
      const before = moved.get(id)?.before ?? changes[index]!.stockBefore ?? product.stock - movement.delta;
      moved.set(id, { product, before });
    }
    const low = [...moved].filter(([, { product, before }]) => ranLow(product, before));
    const events = low.map(([productId, { product }]) => ({
      key: productId,
      data: {
        ...{ productId, productGroup: product.productGroup, name: product.name },
        ...{ stock: product.stock, lowStockAt: lowStockAt(product) },
      },
    }));
    await this.outbox.publishAll(session, catalog.stockRanLow, events);
  }

  #count(
    { productId, delta, held = 0, sold = 0, condition }: StockChange,
    session: ClientSession,
  ): Promise<Product | null> {
    const counts = { stock: delta, ...(held && { held }), ...(sold && { sold }) };
    return this.#products.findOneAndUpdate(
      { _id: new Types.ObjectId(productId), ...condition },
      { $inc: { ...counts, movementCount: 1, movementSum: delta }, ...CHANGED_NOW },
      { session, returnDocument: 'after' },
    );
  }

  /** What changed without a movement: the stock of a product that has none yet, or an instance of a version before them. */
  async #missingOf(product: Product, { delta }: StockChange, session: ClientSession): Promise<StockMovement[]> {
    const missing = product.stock - product.movementSum!;
    if (missing === 0) return [];
    const number = product.movementCount!;
    await this.#products.updateOne(
      { _id: product._id },
      { $inc: { movementCount: 1, movementSum: missing }, ...CHANGED_NOW },
      { session },
    );
    product.movementCount = number + 1;
    const stockAfter = product.stock - delta;
    const reason = number === 1 ? OPENING : BY_AN_EARLIER_VERSION;
    return [{ ...this.#row(product._id), number, kind: 'counted', delta: missing, stockAfter, reason }];
  }

  #movement(
    { _id, movementCount, stock }: Product,
    { kind, delta, reason, userId, holdId, orderId }: StockChange,
  ): StockMovement {
    const because = { ...(reason && { reason }), ...(userId && { userId }), ...(holdId && { holdId }) };
    return {
      ...this.#row(_id),
      ...{ number: movementCount!, kind, delta, stockAfter: stock },
      ...because,
      ...(orderId && { orderId }),
    };
  }

  #row(productId: Types.ObjectId) {
    return { _id: new Types.ObjectId(), productId, at: this.clock.now() };
  }

  /** By the driver: under load mongoose takes twice the CPU, and every purchase comes here. */
  get #products() {
    return this.products.collection as unknown as mongo.Collection<Product>;
  }
  get #movements() {
    return this.movements.collection as unknown as mongo.Collection<StockMovement>;
  }
}

/** Gives those of the products that have no movement their first one, in one transaction. */
export async function openMovements(db: mongo.Db, ids: readonly Types.ObjectId[], at: Date): Promise<void> {
  const products = db.collection<Product>('products');
  const isUnopened = { movementCount: { $exists: false } };
  await db.client.withSession((session) =>
    session.withTransaction(async () => {
      const unopened = await products.find({ _id: { $in: [...ids] }, ...isUnopened }, { session }).toArray();
      if (unopened.length === 0) return;
      await products.bulkWrite(
        unopened.map(({ _id, stock }) => ({
          // A sale in between is a conflict: the transaction reads again.
          updateOne: { filter: { _id }, update: { $set: { movementCount: 1, movementSum: stock } } },
        })),
        { session },
      );
      await db.collection<StockMovement>('stock-movements').insertMany(
        unopened.map(({ _id: productId, stock }) => ({
          ...{ _id: new Types.ObjectId(), productId, number: 1, kind: 'counted' as const },
          ...{ delta: stock, stockAfter: stock, reason: OPENING, at },
        })),
        { session },
      );
    }, TRANSACTION_OPTIONS),
  );
}
