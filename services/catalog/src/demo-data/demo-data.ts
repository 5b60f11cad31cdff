import { catalog } from '@shop/contracts';
import { Clock, Outbox, Transactions } from '@shop/service-kit';
import { getModelToken } from '@nestjs/mongoose';
import type { INestApplicationContext } from '@nestjs/common';
import { type Model, Types } from 'mongoose';
import { CLIPS, photograph, pictureAddress } from '@shop/demo-data/photographs.ts';
import { pieces } from '@shop/demo-data/catalogue.ts';
import { STONES } from '@shop/demo-data/designs.ts';
import { publishTaxonomyChanged } from '../taxonomy/taxonomy.events.ts';
import type { TaxonomyEntry, TaxonomyKind } from '../taxonomy/taxonomy-entry.schema.ts';
import type { Collection } from '../collections/collection.schema.ts';
import type { Customization } from '../customizations/customization.schema.ts';
import { foldedValue, type Option } from '../options/option.schema.ts';
import type { Product } from '../products/product.schema.ts';
import { openMovements } from '../stock/stock-ledger.ts';
import type { SynonymList } from '../synonyms/synonyms.schema.ts';
import { ratingOf } from '../reviews/rating.rules.ts';
import type { Purchase, Review } from '../reviews/review.schema.ts';
import { demoCollections } from './collections.ts';
import { CATEGORIES, MATERIALS, OPTIONS } from './lists.ts';
import { customizationOf, idOf, productOf } from './products.ts';
import { REVIEWERS, reviewsOf } from './reviews.ts';
import { synonyms } from './synonyms.ts';

interface Documents {
  TaxonomyEntry: TaxonomyEntry[];
  Option: object[];
  SynonymList: SynonymList[];
  Product: Product[];
  Details: object[];
  Customization: Customization[];
  Review: Review[];
  Purchase: Purchase[];
  Person: object[];
  Collection: Collection[];
}

/** The documents of the demo catalogue with at least `products` products; deterministic. */
export function demoDocuments(products = 0): Documents {
  const entriesOf = (
    kind: TaxonomyKind,
    list: readonly (Pick<TaxonomyEntry, 'name' | 'sub' | 'madeToOrder'> & { shot: string })[],
  ) =>
    list.map(({ name, shot, sub, madeToOrder }, position): TaxonomyEntry => {
      const picture = photograph(shot);
      const image = picture && pictureAddress(picture);
      return { _id: idOf(`${kind} ${name}`), kind, name, sub, image, position, ...(madeToOrder && { madeToOrder }) };
    });
  const documents: Documents = {
    TaxonomyEntry: [...entriesOf('category', CATEGORIES), ...entriesOf('material', MATERIALS)],
    Option: optionsOf(),
    SynonymList: [synonyms()],
    // Before the products, with which the index in memory reads them.
    Details: [],
    Product: [],
    Customization: [],
    Review: [],
    Purchase: [],
    Person: [...REVIEWERS],
    Collection: demoCollections(),
  };
  const customized = new Set<string>();
  const writersOfGroup = new Map<string, Set<string>>();
  for (const [index, piece] of pieces(products).entries()) {
    const { product, details } = productOf(piece, index);
    const writers = writersOfGroup.get(piece.group) ?? new Set();
    writersOfGroup.set(piece.group, writers);
    const { reviews, purchases } = reviewsOf(product, writers);
    documents.Product.push(product);
    documents.Details.push({ ...details, detailsModel: product.detailsModel });
    documents.Review.push(...reviews);
    documents.Purchase.push(...purchases);
    const customization = customized.has(piece.group) ? undefined : customizationOf(piece);
    if (customization) {
      customized.add(piece.group);
      documents.Customization.push(customization);
    }
  }
  const ofGroup = Map.groupBy(documents.Review, ({ productGroup }) => productGroup);
  for (const product of documents.Product) {
    const counts = (ofGroup.get(product.productGroup) ?? []).map(({ rating }) => ({ rating, count: 1 }));
    Object.assign(product, ratingOf(counts));
  }
  return documents;
}

/** With ascending ids, because an option list is shown in the order of its ids. */
function optionsOf(): Option[] {
  const createdAt = new Date(Date.UTC(2026, 2, 1));
  return Object.entries(OPTIONS).flatMap(([kind, entries]) =>
    entries.map(([value, price], index) => ({
      _id: new Types.ObjectId(
        `${idOf(`option ${kind}`).toHexString().slice(0, 20)}${index.toString(16).padStart(4, '0')}`,
      ),
      kind: kind as catalog.OptionKind,
      value,
      folded: foldedValue(value),
      ...(FORMER_VALUES[value] && { formerValues: FORMER_VALUES[value] }),
      pricePaise: price * 100,
      createdAt,
    })),
  );
}

/** What links to the demo shop called a value before. */
const FORMER_VALUES: Record<string, string[]> = { [STONES.lab.name]: ['lab-grown-diamond'] };

const BATCH = 500;

/**
 * Inserts missing documents. Existing ones keep what staff or sales changed; only our own pictures and clips are replaced by
 * newer ones. Publishes events for caches and search indexes when anything was written. Returns the number of documents
 * that were inserted or have new pictures.
 */
export async function loadDemoData(app: INestApplicationContext, products = 0): Promise<number> {
  let written = 0;
  const all = demoDocuments(products);
  for (const [name, documents] of Object.entries(all)) {
    const model = app.get<Model<object>>(getModelToken(name), { strict: false });
    const changed = name === 'Product' ? { changedAt: new Date() } : {};
    for (let from = 0; from < documents.length; from += BATCH) {
      const { upsertedCount } = await model.collection.bulkWrite(
        (documents as { _id: never }[]).slice(from, from + BATCH).map(({ _id, ...fields }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: { ...defined(fields), ...changed } }, upsert: true },
        })),
        { ordered: false },
      );
      written += upsertedCount;
    }
  }
  await openAll(app, all.Product);
  written += await refreshProductMedia(app, all.Product);
  written += await refreshImages(app, 'TaxonomyEntry', all.TaxonomyEntry);
  written += await refreshImages(app, 'Collection', all.Collection);
  if (written > 0) await publishAll(app);
  return written;
}

/** The stock of demo products is their first movement. */
async function openAll(app: INestApplicationContext, products: readonly Product[]): Promise<void> {
  const { db } = app.get<Model<Product>>(getModelToken('Product'), { strict: false });
  for (let from = 0; from < products.length; from += BATCH) {
    const ids = products.slice(from, from + BATCH).map(({ _id }) => _id);
    await openMovements(db.db!, ids, app.get(Clock, { strict: false }).now());
  }
}

/** Address of a picture or video that is not from the demo data. */
const FOREIGN = new RegExp(`^(?!${pictureAddress('')}|${CLIPS})`);

async function refreshProductMedia(app: INestApplicationContext, products: readonly Product[]): Promise<number> {
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

/** The pictures of categories, materials and collections. */
async function refreshImages<Entry extends { _id: Types.ObjectId; image?: string }>(
  app: INestApplicationContext,
  name: 'TaxonomyEntry' | 'Collection',
  entries: readonly Entry[],
): Promise<number> {
  const model = app.get<Model<{ image?: string }>>(getModelToken(name), { strict: false });
  const { modifiedCount } = await model.collection.bulkWrite(
    entries.flatMap(({ _id, image }) =>
      image ? [{ updateOne: { filter: { _id, image: { $not: FOREIGN } }, update: { $set: { image } } } }] : [],
    ),
    { ordered: false },
  );
  return modifiedCount;
}

async function publishAll(app: INestApplicationContext): Promise<void> {
  const outbox = app.get(Outbox, { strict: false });
  const lists = Object.values(catalog.OPTION_LISTS).map(({ plural }) => `options:${plural}`);
  await app.get(Transactions, { strict: false }).run(async (session) => {
    for (const tag of ['categories', 'materials', 'products', 'collections', 'synonyms', ...lists])
      await publishTaxonomyChanged(outbox, session, tag);
  });
}

const defined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
