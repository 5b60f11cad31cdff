import { Injectable } from '@nestjs/common';
import { type catalog, paiseFrom, rupeesFrom } from '@shop/contracts';
import { asTransientConflict, type ImportedBy } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import type { Details } from '../products/details.schema.ts';
import { type NewPiece, type Piece, type PieceChange, Pieces } from '../products/pieces.ts';
import { withNotes } from '../products/picture-notes.ts';
import { hasPrice, type Product, variantOf } from '../products/product.schema.ts';
import type { Saved } from './product-columns.ts';

/** A piece of the shop as it was read in a transaction. */
export interface ImportedPiece extends Piece {
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
  /** Where in it something changes: `price`, `detailsRef.stones`. */
  paths: readonly string[];
  stock?: number | undefined;
}

/** Reads and writes the products of an import, many at a time. */
@Injectable()
export class ImportedProducts {
  constructor(private readonly pieces: Pieces) {}

  async read(groups: readonly string[], session: ClientSession): Promise<Groups> {
    const found = await this.pieces.find({ productGroup: { $in: [...new Set(groups)] } }, session);
    const current = found.filter(({ product }) => product.status !== 'archived');
    return {
      pieces: new Map(
        current.map(({ product, details }) => [
          variantOf(product.productGroup, product.metalTone, product.material.tag),
          { product, details, saved: savedOf(product, details) },
        ]),
      ),
      used: new Set(
        [...Map.groupBy(found, ({ product }) => product.productGroup)]
          .filter(([, pieces]) => pieces.every(({ product }) => product.status === 'archived'))
          .map(([group]) => group),
      ),
      ratings: new Map(
        current.flatMap(({ product: { productGroup, rating, ratingCount } }) =>
          ratingCount > 0 ? [[productGroup, { rating, ratingCount }] as const] : [],
        ),
      ),
    };
  }

  async create(
    created: readonly catalog.ProductToSave[],
    ratings: Groups['ratings'],
    by: ImportedBy,
    session: ClientSession,
  ): Promise<void> {
    const pieces = created.map(({ price, stock, detailsRef: details, ...rest }): NewPiece => {
      const rating = ratings.get(rest.productGroup) ?? { rating: 0, ratingCount: 0 };
      const product = { ...rest, ...rating, pricePaise: paiseFrom(price), metalTone: details.metalTone[0]! };
      return { product, details, stock };
    });
    const auditReason = reasonOf(by);
    const because = { userId: by.userId, auditReason };
    const stock = { kind: 'received' as const, reason: `New product, ${auditReason}` };
    await this.pieces.create(pieces, { ...because, stock }, session).catch((error: unknown) => {
      // Somebody has just made one of them: the next attempt finds it.
      throw asTransientConflict(error);
    });
  }

  async change(changes: readonly PieceToChange[], by: ImportedBy, session: ClientSession): Promise<void> {
    const reason = reasonOf(by);
    await this.pieces.change(
      changes.map(({ piece, toSave, paths, stock }): PieceChange => ({
        piece,
        ...storedFieldsOf(toSave, paths),
        stock,
      })),
      { userId: by.userId, stock: { kind: 'counted', reason }, auditReason: reason },
      session,
    );
  }
}

/** A product as the contract saves it; one that has no price has none in a file. */
export function savedOf(product: Product, { _id, ...details }: Details): Saved {
  const { name, productGroup, stock, lowStockAt, images, video, shortDescription } = product;
  const { category, material, position, featured, status, detailsModel, pricePaise } = product;
  return {
    ...{ name, productGroup, stock, lowStockAt, images, video, shortDescription },
    ...withNotes(product),
    ...{ category, material, position, featured, status, detailsModel, detailsRef: details },
    ...(hasPrice(product) && { price: rupeesFrom(pricePaise) }),
  };
}

const MAX_REASON = 300;
const reasonOf = ({ importId, fileName }: ImportedBy): string =>
  `Import ${importId.slice(-6).toUpperCase()} of ${fileName}`.slice(0, MAX_REASON - 20);

/** What is saved at the paths, as it is stored; what is absent there is removed. */
function storedFieldsOf(
  { detailsRef, ...toSave }: catalog.ProductToSave,
  paths: readonly string[],
): Pick<PieceChange, 'product' | 'details'> {
  const product: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const path of paths) {
    const [name, detail] = path.split('.') as [keyof typeof toSave | 'detailsRef' | 'newStock', string];
    if (name === 'detailsRef') details[detail] = detailsRef[detail as keyof typeof detailsRef];
    else if (name === 'price') product['pricePaise'] = paiseFrom(toSave.price);
    else if (name !== 'newStock') product[name] = toSave[name];
  }
  return { product, details };
}
