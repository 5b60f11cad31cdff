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

  /** Takes a quote for what no event has told yet. */
  async learn({ product, basePaise, stock }: Priced): Promise<void> {
    const display = {
      name: product.name,
      images: product.images,
      categoryMain: product.category.main,
      productGroup: product.productGroup,
    };
    await this.pieces.updateOne({ _id: product._id }, {}, { upsert: true });
    await this.pieces.bulkWrite([
      {
        updateOne: {
          filter: { _id: product._id, displayVersion: { $exists: false } },
          update: { $set: { display, pricePaise: basePaise } },
        },
      },
      {
        updateOne: { filter: { _id: product._id, stockVersion: { $exists: false } }, update: { $set: { stock } } },
      },
    ]);
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
    const known = await this.#known(productId, session);
    if (isNew(version, known?.stockVersion)) await this.#set(productId, { stock, stockVersion: version }, session);
  }

  #known(id: string, session: ClientSession): Promise<Piece | null> {
    return this.pieces.findById(id).session(session).lean<Piece>();
  }

  async #set(id: string, fields: Partial<Piece>, session: ClientSession): Promise<void> {
    if (Object.keys(fields).length === 0) return;
    await this.pieces.updateOne({ _id: id }, { $set: fields }, { session, upsert: true });
  }
}

const isNew = (version: number, known: number | undefined): boolean => known === undefined || version > known;
