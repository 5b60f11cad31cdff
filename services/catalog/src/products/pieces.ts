import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { AuditTrail, Clock, Edits, Outbox } from '@shop/service-kit';
import type { ClientSession, Connection, Model, mongo } from 'mongoose';
import { type StockChange, StockLedger } from '../stock/stock-ledger.ts';
import { auditedOf } from './audited-product.ts';
import type { Details } from './details.schema.ts';
import { publishProductStates, publishStocksChanged } from './product.events.ts';
import { notesOf } from './picture-notes.ts';
import { CHANGED_NOW, type Product } from './product.schema.ts';
import { productForStaffOf } from './product.view.ts';

/** A product as it was read in a transaction, which writes to it: what changed in between is a conflict, and read again. */
export interface Piece {
  product: Product;
  details: Details;
}

/** Some fields, as they are stored; `undefined` removes one. */
export type StoredFields<T> = { [Name in keyof T]?: T[Name] | undefined };

/** What becomes of a piece. */
export interface PieceChange {
  piece: Piece;
  product: StoredFields<Omit<Product, '_id' | 'detailsRef' | 'stock' | 'held' | 'sold' | 'updatedAt'>>;
  details?: StoredFields<Omit<Details, '_id'>>;
  /** Free pieces afterwards, where they change. */
  stock?: number | undefined;
}

type Counted = '_id' | 'detailsRef' | 'stock' | 'held' | 'sold' | 'createdAt' | 'updatedAt';

/** A piece that the shop has not. */
export interface NewPiece {
  product: Omit<Product, Counted>;
  details: Omit<Details, '_id'>;
  stock: number;
}

/** Who lets it be written, and why. */
export interface Because {
  userId: string;
  /** Of the movements. */
  stock: Pick<StockChange, 'kind' | 'reason'>;
  /** Of the entries in the audit trail. */
  auditReason?: string;
}

/**
 * The one way in which staff change pieces, by a form, an edit of several or an import: many at a time, each with its movement, audit entry,
 * events and who saved it, in the transaction that read it.
 */
@Injectable()
export class Pieces {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel('Product') private readonly products: Model<Product>,
    @InjectModel('Details') private readonly details: Model<Details>,
    private readonly ledger: StockLedger,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly edits: Edits,
    private readonly clock: Clock,
  ) {}

  find(where: mongo.Filter<Product>, session: ClientSession): Promise<Piece[]> {
    return findPieces(this.connection, where, session);
  }

  /**
   * Answers each as it is stored.
   * @throws MongoServerError 11000 for a variant that its group has
   * @throws StrictModeError, ValidationError for a field that the model does not have
   */
  async create(created: readonly NewPiece[], because: Because, session: ClientSession): Promise<Piece[]> {
    if (created.length === 0) return [];
    const details = await this.details.insertMany(
      created.map(({ details: fields, product: { detailsModel } }) => ({ ...fields, detailsModel })),
      { session },
    );
    const inserted = await this.products.insertMany(
      created.map(({ product }, index) => ({
        ...{ ...product, pictureNotes: notesOf(product), detailsRef: details[index]!._id },
      })),
      { session },
    );
    const moved = await this.#moveStock(
      inserted.map((product, index) => ({ product, stock: created[index]!.stock })),
      because,
      session,
    );
    const pieces = inserted.map((one, index): Piece => {
      const { detailsModel: _, ...own } = details[index]!.toObject() as Details & { detailsModel?: string };
      return { product: moved.get(String(one._id)) ?? one.toObject({ versionKey: false }), details: own };
    });
    await this.audit.recordAll(
      session,
      because,
      pieces.map(({ product, details: own }) => ({
        ...{ action: 'product.created', subject: 'product', subjectId: String(product._id), before: null },
        after: auditedOf(product, own),
        ...reasonIn(because),
      })),
    );
    await publishProductStates(
      this.outbox,
      session,
      pieces.flatMap(({ product }) => (product.status === 'published' ? [product] : [])),
    );
    return pieces;
  }

  /**
   * Answers each as it is then.
   * @throws MongoServerError 11000 for a variant that its group has
   * @throws StrictModeError, ValidationError for a field that the model does not have
   */
  async change(changes: readonly PieceChange[], because: Because, session: ClientSession): Promise<Piece[]> {
    if (changes.length === 0) return [];
    const moved = await this.#moveStock(
      changes.flatMap(({ piece: { product }, stock }) => (stock === undefined ? [] : [{ product, stock }])),
      because,
      session,
    );
    const former = await this.#formerImages(changes, session);
    const updatedAt = this.clock.now();
    const written = await Promise.all(
      changes.map(async ({ piece, product, details = {} }) => {
        const kept = { ...keptNotes(piece.product, product), ...former.get(piece) };
        const own = { ...product, ...kept, updatedAt };
        const model = product.detailsModel ?? piece.product.detailsModel;
        const fields = await this.#validDetails(model, details);
        const now = moved.get(String(piece.product._id)) ?? piece.product;
        return {
          ...{ before: piece, own, fields: { ...fields, ...(product.detailsModel && { detailsModel: model }) } },
          after: { product: withFields(now, own), details: withFields(piece.details, fields) },
        };
      }),
    );
    await this.#products.bulkWrite(
      written.map(({ before, own }) => ({
        updateOne: { filter: { _id: before.product._id }, update: { ...updateOf(own), ...CHANGED_NOW } },
      })),
      { session },
    );
    const detailed = written.filter(({ fields }) => Object.keys(fields).length > 0);
    if (detailed.length > 0) {
      await this.#details.bulkWrite(
        detailed.map(({ before, fields }) => ({
          updateOne: { filter: { _id: before.details._id }, update: updateOf(fields) },
        })),
        { session },
      );
    }
    await this.edits.keepAll(
      session,
      { actor: because, subject: 'product' },
      productEditsOf(
        written.map(({ before }) => before),
        written.map(({ after }) => after),
      ),
    );
    await this.audit.recordAll(
      session,
      because,
      written.map(({ before, after: now }) => ({
        ...{ action: 'product.changed', subject: 'product', subjectId: String(now.product._id) },
        before: auditedOf(before.product, before.details),
        after: auditedOf(now.product, now.details),
        ...reasonIn(because),
      })),
    );
    await publishProductStates(
      this.outbox,
      session,
      // One that was published and is no more is announced as removed.
      written.flatMap(({ before, after: { product } }) =>
        [before.product.status, product.status].includes('published') ? [product] : [],
      ),
    );
    await publishStocksChanged(
      this.outbox,
      session,
      written.map(({ before, after: { product } }) => ({ product, before: before.product.stock, now: product.stock })),
    );
    return written.map(({ after: now }) => now);
  }

  /** Products after the movement, by id. */
  async #moveStock(
    wanted: readonly { product: Pick<Product, '_id' | 'stock'>; stock: number }[],
    { userId, stock: told }: Because,
    session: ClientSession,
  ): Promise<Map<string, Product>> {
    const changes = wanted
      .filter(({ product, stock }) => stock !== product.stock)
      .map(({ product: { _id: productId, stock: before }, stock }): StockChange => {
        return { productId, delta: stock - before, ...told, userId, condition: { stock: before } };
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

  /** Pictures of before with those that it does not show any more: orders froze their addresses. */
  async #formerImages(
    changes: readonly PieceChange[],
    session: ClientSession,
  ): Promise<Map<Piece, Pick<Product, 'formerImages'>>> {
    const left = changes.flatMap(({ piece, product: { images: now } }) => {
      const { images, formerImages = [] } = piece.product;
      const gone = now ? images.filter((image) => !now.includes(image) && !formerImages.includes(image)) : [];
      return gone.length > 0 ? [{ piece, formerImages: [...formerImages, ...gone] }] : [];
    });
    const cancelled = await this.ledger.inCancelledOrders(
      left.map(({ piece }) => piece.product._id),
      session,
    );
    const wasOrdered = ({ _id, sold, held }: Product) => sold + held > 0 || cancelled.has(String(_id));
    const kept = left.filter(({ piece }) => wasOrdered(piece.product));
    return new Map(kept.map(({ piece, formerImages }) => [piece, { formerImages }]));
  }

  /** The fields as the model stores them. Those that stay are not looked at: old data may have others. */
  async #validDetails(
    detailsModel: Product['detailsModel'],
    fields: StoredFields<Details>,
  ): Promise<StoredFields<Details>> {
    const document = new this.details({ ...defined(fields), detailsModel });
    // Writing alone drops a part that cannot be cast, such as one with an unknown field.
    await document.validate();
    const stored = document.toObject() as Details;
    const names = Object.keys(fields) as (keyof Details)[];
    return Object.fromEntries(names.map((name) => [name, fields[name] === undefined ? undefined : stored[name]]));
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

export async function findPieces(
  connection: Connection,
  where: mongo.Filter<Product>,
  session: ClientSession,
): Promise<Piece[]> {
  const products = await connection.collection<Product>('products').find(where, { session }).toArray();
  const _id = { $in: products.map(({ detailsRef }) => detailsRef) };
  // Without what mongoose adds: the versions that are kept are those that forms read.
  const projection = { detailsModel: 0 };
  const found =
    products.length > 0
      ? await connection.collection<Details>('details').find({ _id }, { session, projection }).toArray()
      : [];
  const byId = new Map(found.map((details) => [String(details._id), details]));
  // Every product has its details.
  return products.map((product) => ({ product, details: byId.get(String(product.detailsRef))! }));
}

/** For `Edits`, of pieces as they were and as they are now. */
export function productEditsOf(before: readonly Piece[], after: readonly Piece[]) {
  const views = new Map(
    before.map(({ product, details }) => [String(product._id), productForStaffOf(product, details)]),
  );
  return after.map(({ product, details }) => {
    const id = String(product._id);
    return { id, before: views.get(id)!, after: productForStaffOf(product, details) };
  });
}

/** Notes go with their pictures. */
function keptNotes(before: Product, change: PieceChange['product']): StoredFields<Pick<Product, 'pictureNotes'>> {
  if (!('images' in change) && !('pictureNotes' in change)) return {};
  const { images = before.images } = change;
  const pictureNotes = 'pictureNotes' in change ? change.pictureNotes : before.pictureNotes;
  return { pictureNotes: notesOf({ images, pictureNotes }) };
}

const reasonIn = ({ auditReason }: Because) => (auditReason === undefined ? {} : { reason: auditReason });

const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** What has them afterwards. */
export const withFields = <T extends object>(before: T, fields: StoredFields<T>): T =>
  defined({ ...before, ...fields }) as T;

function updateOf(fields: object) {
  const set = defined(fields);
  const removed = Object.entries(fields).filter(([, value]) => value === undefined);
  return {
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map(([name]) => [name, 1 as const])) }),
  };
}
