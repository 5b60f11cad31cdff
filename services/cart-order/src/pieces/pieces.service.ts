import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { catalog, DataOf } from '@shop/contracts';
import type { ClientSession, Model } from 'mongoose';
import type { Piece } from './piece.schema.ts';

type Told<Spec> = DataOf<Spec> & { version: number };
type Priced = Extract<catalog.QuotedLine, { state: 'priced' }>;

/** Copies of products, for showing carts without asking catalog. */
@Injectable()
export class PiecesService {
  constructor(@InjectModel('Piece') private readonly pieces: Model<Piece>) {}

  async byId(ids: Iterable<string>): Promise<Map<string, Piece>> {
    const found = await this.pieces.find({ _id: { $in: [...new Set(ids)] } }).lean<Piece[]>();
    return new Map(found.map((piece) => [piece._id, piece]));
  }

  /** Takes a quote for what no event has told yet; answers the piece as it is known then. `known`: as it was. */
  async learn({ product, basePaise: pricePaise, stock }: Priced, known: Piece | undefined): Promise<Piece> {
    const display = {
      name: product.name,
      images: product.images,
      categoryMain: product.category.main,
      productGroup: product.productGroup,
    };
    const news = [
      { told: 'displayVersion' as const, fields: { display, pricePaise } },
      { told: 'stockVersion' as const, fields: { stock } },
    ].filter(({ told, fields }) => known?.[told] === undefined && !isPartOf(fields, known));
    if (news.length === 0) return known!;
    if (!known) await this.pieces.updateOne({ _id: product._id }, {}, { upsert: true });
    await this.pieces.bulkWrite(
      // An event that comes meanwhile knows better.
      news.map(({ told, fields }) => ({
        updateOne: { filter: { _id: product._id, [told]: { $exists: false } }, update: { $set: fields } },
      })),
    );
    return Object.assign({ _id: product._id }, known, ...news.map(({ fields }) => fields));
  }

  /** A quote says another price than the events so far. A later event still has the last word. */
  async correctPrice({ product, basePaise }: Priced): Promise<void> {
    await this.pieces.updateOne({ _id: product._id }, { $set: { pricePaise: basePaise } });
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

  async stockChanged(
    { productId, stock, version }: Told<typeof catalog.stockChanged>,
    session: ClientSession,
  ): Promise<void> {
    const news = { stock, stockVersion: version };
    const older = { $or: [{ stockVersion: { $exists: false } }, { stockVersion: { $lt: version } }] };
    const { matchedCount } = await this.pieces.updateOne({ _id: productId, ...older }, { $set: news }, { session });
    // Never heard of, or heard of already.
    if (matchedCount === 0) {
      await this.pieces.updateOne({ _id: productId }, { $setOnInsert: news }, { session, upsert: true });
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

const isPartOf = (fields: Partial<Piece>, piece: Piece | undefined): boolean =>
  piece !== undefined &&
  Object.entries(fields).every(([name, value]) => isDeepStrictEqual(piece[name as keyof Piece], value));

const isNew = (version: number, known: number | undefined): boolean => known === undefined || version > known;
