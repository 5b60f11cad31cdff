import { Injectable } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import type { catalog } from '@shop/contracts';
import type { ClientSession, Connection, Model, mongo, Types } from 'mongoose';
import type { Customization } from '../customizations/customization.schema.ts';
import { findPieces, type Piece } from '../products/pieces.ts';
import { NOT_ARCHIVED, type Product } from '../products/product.schema.ts';
import { CUSTOMIZATION_FIELDS, optionFieldsOf } from './option-fields.ts';

/** How often values of an option list are used. */
export interface OptionUse {
  /** That are not archived. */
  products: number;
  /** Product groups that are made to order in it. */
  customizations: number;
}

type DetailsRow = { _id: Types.ObjectId } & Record<string, unknown>;

/** Where products name values of the option lists. */
@Injectable()
export class OptionUses {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel('Product') private readonly products: Model<Product>,
    @InjectModel('Customization') private readonly customizations: Model<Customization>,
  ) {}

  async count(kind: catalog.OptionKind, values: readonly string[], session?: ClientSession): Promise<OptionUse> {
    const detailsRef = { $in: await this.detailsWith(kind, values, session) };
    const rows = CUSTOMIZATION_FIELDS[kind];
    const products = await this.products.countDocuments({ detailsRef, ...NOT_ARCHIVED }).session(session ?? null);
    const customizations = rows
      ? await this.customizations.countDocuments({ [`${rows}.value`]: { $in: values } }).session(session ?? null)
      : 0;
    return { products, customizations };
  }

  /** Ids of the details that have one of the values. */
  async detailsWith(
    kind: catalog.OptionKind,
    values: readonly string[],
    session?: ClientSession,
    limit = 0,
  ): Promise<Types.ObjectId[]> {
    const found = await this.#details
      .find(whereUsed(kind, values), { session, projection: { _id: 1 }, limit })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  /** Group codes of the products, not archived, that have the value. */
  async groupsWith(kind: catalog.OptionKind, value: string, session: ClientSession): Promise<string[]> {
    const detailsRef = { $in: await this.detailsWith(kind, [value], session) };
    const found = await this.products
      .find({ detailsRef, ...NOT_ARCHIVED })
      .select('productGroup')
      .session(session)
      .lean();
    return found.map(({ productGroup }) => productGroup);
  }

  /** Replaces a value in at most `limit` details, and returns how many these were, and their products before and after. */
  async replaceInDetails(
    kind: catalog.OptionKind,
    { from, to }: { from: string; to: string },
    limit: number,
    session: ClientSession,
  ): Promise<{ replacedIn: number; before: Piece[]; after: Piece[] }> {
    const rows = await this.#details.find(whereUsed(kind, [from]), { session, limit }).toArray();
    if (rows.length === 0) return { replacedIn: 0, before: [], after: [] };
    const detailsRef = { $in: rows.map(({ _id }) => _id) };
    const before = await findPieces(this.connection, { detailsRef }, session);
    await this.#details.bulkWrite(
      rows.map((row) => ({
        updateOne: { filter: { _id: row._id }, update: { $set: replaced(kind, row, from, to) } },
      })),
      { session },
    );
    if (kind === 'metal-tone') {
      await this.products.updateMany({ detailsRef, metalTone: from }, { metalTone: to }, { session });
    }
    // Tells who caches details that these are new.
    await this.products.updateMany({ detailsRef }, { updatedAt: new Date() }, { session });
    return { replacedIn: rows.length, before, after: await findPieces(this.connection, { detailsRef }, session) };
  }

  /** Replaces a value in the rows of at most `limit` customizations, and returns these before and after. */
  async replaceInCustomizations(
    kind: catalog.OptionKind,
    { from, to }: { from: string; to: string },
    limit: number,
    session: ClientSession,
  ): Promise<{ before: Customization; after: Customization }[]> {
    const field = CUSTOMIZATION_FIELDS[kind];
    if (!field) return [];
    const found = await this.customizations
      .find({ [`${field}.value`]: from })
      .limit(limit)
      .session(session)
      .lean<Customization[]>();
    const changed = found.map((before) => {
      const has = new Set<string>();
      const rows = before[field]
        .map((row) => (row.value === from ? { ...row, value: to } : row))
        .filter(({ value }) => !has.has(value) && has.add(value));
      return { before, after: { ...before, [field]: rows } };
    });
    for (const { after } of changed) {
      const { _id, [field]: rows } = after;
      await this.customizations.collection.updateOne({ _id }, { $set: { [field]: rows } }, { session });
    }
    return changed;
  }

  // Through the driver: the fields of all models are in one collection.
  get #details(): mongo.Collection<DetailsRow> {
    return this.connection.collection('details') as unknown as mongo.Collection<DetailsRow>;
  }
}

const whereUsed = (kind: catalog.OptionKind, values: readonly string[]): Record<string, unknown> => ({
  $or: optionFieldsOf(kind).map(({ path, model }) => ({
    [path]: { $in: values },
    ...(model && { detailsModel: model }),
  })),
});

/** The fields of `details` that have the value, with the other one instead; a list names each value once. */
function replaced(
  kind: catalog.OptionKind,
  details: DetailsRow,
  from: string,
  to: string,
): Record<string, string | string[]> {
  const fields = optionFieldsOf(kind).flatMap(({ path, model }): [string, string | string[]][] => {
    if (model && details['detailsModel'] !== model) return [];
    const now = path
      .split('.')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], details);
    if (now === from) return [[path, to]];
    if (!Array.isArray(now) || !now.includes(from)) return [];
    return [[path, [...new Set((now as string[]).map((value) => (value === from ? to : value)))]]];
  });
  return Object.fromEntries(fields);
}
