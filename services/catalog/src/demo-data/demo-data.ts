import { catalog } from '@shop/contracts';
import { Outbox, Transactions } from '@shop/service-kit';
import { getModelToken } from '@nestjs/mongoose';
import type { INestApplicationContext } from '@nestjs/common';
import { type Model, Types } from 'mongoose';
import { CLIPS, photograph, pictureAddress } from '@shop/demo-data/photographs.ts';
import { pieces } from '@shop/demo-data/pieces.ts';
import { announceAssortment } from '../assortment/assortment.announcements.ts';
import type { Branch, BranchKind } from '../assortment/branch.schema.ts';
import type { Customization } from '../customizations/customization.schema.ts';
import type { Option } from '../options/option.schema.ts';
import type { Product } from '../products/product.schema.ts';
import { ratingOf } from '../reviews/rating.rules.ts';
import type { Purchase, Review } from '../reviews/review.schema.ts';
import { CATEGORIES, MATERIALS, OPTIONS } from './lists.ts';
import { customizationOf, idOf, productOf } from './products.ts';
import { REVIEWERS, reviewsOf } from './reviews.ts';

interface Documents {
  Branch: Branch[];
  Option: object[];
  Product: Product[];
  Details: object[];
  Customization: Customization[];
  Review: Review[];
  Purchase: (Purchase & { _id: Types.ObjectId })[];
  Person: object[];
}

/** The documents of the demo catalogue with at least `products` products. The same every time. */
export function demoDocuments(products = 0): Documents {
  const branches = (kind: BranchKind, list: typeof CATEGORIES) =>
    list.map(({ name, shot, sub }, position): Branch => {
      const picture = photograph(shot);
      const image = picture && pictureAddress(picture);
      return { _id: idOf(`${kind} ${name}`), kind, name, sub, image, position };
    });
  const documents: Documents = {
    Branch: [...branches('category', CATEGORIES), ...branches('material', MATERIALS)],
    Option: optionsOf(),
    Product: [],
    Details: [],
    Customization: [],
    Review: [],
    Purchase: [],
    Person: [...REVIEWERS],
  };
  const customized = new Set<string>();
  for (const [index, piece] of pieces(products).entries()) {
    const { product, details } = productOf(piece, index);
    const { reviews, purchases } = reviewsOf(product);
    const counts = reviews.map(({ rating }) => ({ rating, count: 1 }));
    documents.Product.push({ ...product, ...ratingOf(counts) });
    documents.Details.push({ ...details, detailsModel: product.detailsModel });
    documents.Review.push(...reviews);
    documents.Purchase.push(
      ...purchases.map((purchase) => ({
        ...purchase,
        _id: idOf(`purchase ${String(purchase.productId)} ${purchase.userId}`),
      })),
    );
    const customization = customized.has(piece.group) ? undefined : customizationOf(piece);
    if (customization) {
      customized.add(piece.group);
      documents.Customization.push(customization);
    }
  }
  return documents;
}

/** Ids that count up, because an option list is shown in the order of its ids. */
function optionsOf(): Option[] {
  const createdAt = new Date(Date.UTC(2026, 2, 1));
  return Object.entries(OPTIONS).flatMap(([kind, entries]) =>
    entries.map(([value, price], index) => ({
      _id: new Types.ObjectId(
        `${idOf(`option ${kind}`).toHexString().slice(0, 20)}${index.toString(16).padStart(4, '0')}`,
      ),
      kind: kind as catalog.OptionKind,
      value,
      pricePaise: price * 100,
      createdAt,
    })),
  );
}

const BATCH = 500;

/**
 * Writes what is not there yet; what staff or sales changed since stays as it is, but for pictures and clips of ours that
 * there are better ones of now. Tells caches and search indexes when anything was written. Answers how many documents are
 * new or have other pictures.
 */
export async function loadDemoData(app: INestApplicationContext, products = 0): Promise<number> {
  let written = 0;
  const all = demoDocuments(products);
  for (const [name, documents] of Object.entries(all)) {
    const model = app.get<Model<object>>(getModelToken(name), { strict: false });
    for (let from = 0; from < documents.length; from += BATCH) {
      const { upsertedCount } = await model.collection.bulkWrite(
        (documents as { _id: Types.ObjectId }[]).slice(from, from + BATCH).map(({ _id, ...fields }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: defined(fields) }, upsert: true },
        })),
        { ordered: false },
      );
      written += upsertedCount;
    }
  }
  written += (await renewPictures(app, all.Product)) + (await renewFaces(app, all.Branch));
  if (written > 0) await announceAll(app);
  return written;
}

/** A picture or video that somebody else gave. */
const FOREIGN = new RegExp(`^(?!${pictureAddress('')}|${CLIPS})`);

async function renewPictures(app: INestApplicationContext, products: readonly Product[]): Promise<number> {
  const model = app.get<Model<Product>>(getModelToken('Product'), { strict: false });
  const { modifiedCount } = await model.collection.bulkWrite(
    products.flatMap(({ _id, images, video }) => [
      { updateOne: { filter: { _id, images: { $not: FOREIGN } }, update: { $set: { images } } } },
      ...(video ? [{ updateOne: { filter: { _id, video: { $not: FOREIGN } }, update: { $set: { video } } } }] : []),
    ]),
    { ordered: false },
  );
  return modifiedCount;
}

/** The pictures that stand for categories and materials. */
async function renewFaces(app: INestApplicationContext, branches: readonly Branch[]): Promise<number> {
  const model = app.get<Model<Branch>>(getModelToken('Branch'), { strict: false });
  const { modifiedCount } = await model.collection.bulkWrite(
    branches.flatMap(({ _id, image }) =>
      image ? [{ updateOne: { filter: { _id, image: { $not: FOREIGN } }, update: { $set: { image } } } }] : [],
    ),
    { ordered: false },
  );
  return modifiedCount;
}

async function announceAll(app: INestApplicationContext): Promise<void> {
  const outbox = app.get(Outbox, { strict: false });
  const lists = Object.values(catalog.OPTION_LISTS).map(({ plural }) => `options:${plural}`);
  await app.get(Transactions, { strict: false }).run(async (session) => {
    for (const tag of ['categories', 'materials', 'products', ...lists]) await announceAssortment(outbox, session, tag);
  });
}

const defined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
