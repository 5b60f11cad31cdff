import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { catalog, DataOf } from '@shop/contracts';
import { LRUCache } from 'lru-cache';
import type { ClientSession, Model } from 'mongoose';
import type { Piece } from './piece.schema.ts';

type Told<Spec> = DataOf<Spec> & { version: number };
type Priced = Extract<catalog.QuotedLine, { state: 'priced' }>;

/** So many pieces are remembered. */
const REMEMBERED = 2_000;

/** Copies of products, for showing carts without asking catalog. */
@Injectable()
export class PiecesService {
  // As they were when a quote was last compared with them. What events told once, quotes never tell again.
  readonly #seen = new LRUCache<string, Piece>({ max: REMEMBERED });

  constructor(@InjectModel('Piece') private readonly pieces: Model<Piece>) {}

  async byId(ids: Iterable<string>): Promise<Map<string, Piece>> {
    const found = await this.pieces.find({ _id: { $in: [...new Set(ids)] } }).lean<Piece[]>();
    return new Map(found.map((piece) => [piece._id, piece]));
  }

  /** Takes a quote for what no event has told yet. */
  async learn(quoted: Priced): Promise<void> {
    const { _id } = quoted.product;
    if (newsOf(quoted, this.#seen.get(_id)).length === 0) return;
    const known = await this.pieces.findById(_id).lean<Piece>();
    const news = newsOf(quoted, known ?? undefined);
    if (news.length > 0) {
      if (!known) await this.pieces.updateOne({ _id }, {}, { upsert: true });
      await this.pieces.bulkWrite(
        // An event that comes meanwhile knows better.
        news.map(({ told, fields }) => ({
          updateOne: { filter: { _id, [told]: { $exists: false } }, update: { $set: fields } },
        })),
      );
    }
    this.#seen.set(_id, Object.assign({ _id }, known, ...news.map(({ fields }) => fields)));
  }

  /** A quote says another price than the events so far. A later event still has the last word. */
  async correctPrice({ product, basePaise }: Priced): Promise<void> {
    await this.pieces.updateOne({ _id: product._id }, { $set: { pricePaise: basePaise } });
    this.#seen.delete(product._id);
  }

  async productChanged(told: Told<typeof catalog.productChanged>, session: ClientSession): Promise<void> {
    const { productId, productGroup, name, images, categoryMain, pricePaise, stock, version } = told;
    const known = await this.#known(productId, session);
    await this.#set(
      productId,
      {
        ...(isNew(version, known?.displayVersion) && {
          display: { name, images, categoryMain, productGroup },
          pricePaise,
          gone: false,
          displayVersion: version,
        }),
        ...(isNew(version, known?.stockVersion) && { stock, stockVersion: version }),
      },
      session,
    );
  }

  async productRemoved(
    { productId, version }: Told<typeof catalog.productRemoved>,
    session: ClientSession,
  ): Promise<void> {
    const known = await this.#known(productId, session);
    if (isNew(version, known?.displayVersion)) {
      await this.#set(productId, { gone: true, displayVersion: version }, session);
    }
  }

  /** Done again, or after a later one, it changes nothing. */
  async stockChanged({ productId, stock, version }: Told<typeof catalog.stockChanged>): Promise<void> {
    const news = { stock, stockVersion: version };
    const older = { $or: [{ stockVersion: { $exists: false } }, { stockVersion: { $lt: version } }] };
    const { matchedCount } = await this.pieces.updateOne({ _id: productId, ...older }, { $set: news });
    // Never heard of, or heard of already.
    if (matchedCount === 0) {
      await this.pieces.updateOne({ _id: productId }, { $setOnInsert: news }, { upsert: true });
    }
  }

  #known(id: string, session: ClientSession): Promise<Piece | null> {
    return this.pieces.findById(id).session(session).lean<Piece>();
  }

  async #set(id: string, fields: Partial<Piece>, session: ClientSession): Promise<void> {
    if (Object.keys(fields).length === 0) return;
    await this.pieces.updateOne({ _id: id }, { $set: fields }, { session, upsert: true });
  }
}

/** What a quote says of a piece, and no event has told yet. */
const newsOf = ({ product, basePaise: pricePaise, stock }: Priced, known: Piece | undefined) => {
  const { name, images, category, productGroup } = product;
  const display = { name, images, categoryMain: category.main, productGroup };
  return [
    { told: 'displayVersion' as const, fields: { display, pricePaise } },
    { told: 'stockVersion' as const, fields: { stock } },
  ].filter(({ told, fields }) => known?.[told] === undefined && !isPartOf(fields, known));
};

const isPartOf = (fields: Partial<Piece>, piece: Piece | undefined): boolean =>
  piece !== undefined &&
  Object.entries(fields).every(([name, value]) => isDeepStrictEqual(piece[name as keyof Piece], value));

const isNew = (version: number, known: number | undefined): boolean => known === undefined || version > known;
