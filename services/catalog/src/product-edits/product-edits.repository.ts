import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { catalog } from '@shop/contracts';
import { JobSource } from '@shop/service-kit';
import type { ClientSession, Model, mongo, QueryFilter, Types, UpdateQuery } from 'mongoose';
import { inState, type ProductEdit, type ProductEditRow } from './product-edit.schema.ts';

/** Rows that are removed at once: well below the time that a command may take. */
const REMOVED_AT_ONCE = 1_000;

const APPLIED = { 'applied.at': { $exists: true } };

/** Edits of several products and their rows in MongoDB. */
@Injectable()
export class ProductEditsRepository {
  readonly jobSource: JobSource<ProductEdit>;

  constructor(
    @InjectModel('ProductEdit') private readonly edits: Model<ProductEdit>,
    @InjectModel('ProductEditRow') private readonly rows: Model<ProductEditRow>,
  ) {
    this.jobSource = new JobSource(edits);
  }

  async create(edit: ProductEdit, session: ClientSession): Promise<void> {
    await this.edits.create([edit], { session });
  }

  /** Without its ids. */
  byId(id: string, session?: ClientSession): Promise<ProductEdit | null> {
    return this.edits
      .findById(id)
      .select({ ids: 0 })
      .session(session ?? null)
      .lean<ProductEdit>();
  }

  /** Some of the ids that were chosen, in the order of the rows. */
  async idsOf(id: string, from: number, count: number, session: ClientSession): Promise<Types.ObjectId[]> {
    const found = await this.#edits.findOne({ _id: id }, { projection: { ids: { $slice: [from, count] } }, session });
    return found?.ids ?? [];
  }

  /** The edit after the change, without its ids; `null` when it is not in this state. */
  change(
    where: Partial<Pick<ProductEdit, 'state' | 'preview'>> & { _id: string },
    update: UpdateQuery<ProductEdit>,
    session: ClientSession,
  ): Promise<ProductEdit | null> {
    return this.edits
      .findOneAndUpdate(where, update, { session, returnDocument: 'after' })
      .select({ ids: 0 })
      .lean<ProductEdit>();
  }

  /** Those that were applied, newest first. */
  async page(page: number, limit: number): Promise<{ edits: ProductEdit[]; totalCount: number }> {
    const [edits, totalCount] = await Promise.all([
      this.edits
        .find(APPLIED)
        .select({ ids: 0 })
        .sort({ 'applied.at': -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<ProductEdit[]>(),
      this.edits.countDocuments(APPLIED).exec(),
    ]);
    return { edits, totalCount };
  }

  async pageOfRows(
    { _id: editId, preview }: ProductEdit,
    { state, page, limit }: { state?: catalog.EditRowState | undefined; page: number; limit: number },
  ): Promise<{ rows: ProductEditRow[]; totalCount: number }> {
    const where = { editId, preview, ...(state && { rank: inState(state).rank }) };
    const [rows, totalCount] = await Promise.all([
      this.rows
        .find(where)
        .sort({ rank: 1, number: 1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<ProductEditRow[]>(),
      this.rows.countDocuments(where).exec(),
    ]);
    return { rows, totalCount };
  }

  /** The next rows in a state. */
  next(
    { _id: editId, preview }: ProductEdit,
    state: catalog.EditRowState,
    limit: number,
    session: ClientSession,
  ): Promise<ProductEditRow[]> {
    return this.rows
      .find({ editId, preview, rank: inState(state).rank })
      .sort({ number: 1 })
      .limit(limit)
      .session(session)
      .lean<ProductEditRow[]>();
  }

  async addRows(rows: readonly ProductEditRow[], session: ClientSession): Promise<void> {
    if (rows.length > 0) await this.#rows.insertMany([...rows], { session, ignoreUndefined: true });
  }

  async changeRows(
    changes: readonly { _id: Types.ObjectId; set: Partial<ProductEditRow> }[],
    session: ClientSession,
  ): Promise<void> {
    if (changes.length === 0) return;
    await this.#rows.bulkWrite(
      changes.map(({ _id, set }) => ({ updateOne: { filter: { _id }, update: { $set: set } } })),
      { session },
    );
  }

  /** Removes the rows of earlier previews. */
  removeFormerRows({ _id: editId, preview }: ProductEdit): Promise<void> {
    return this.#removeRows({ editId, preview: { $lt: preview } });
  }

  /** Removes an edit with its rows, those first. */
  async remove({ _id }: ProductEdit): Promise<void> {
    await this.#removeRows({ editId: _id });
    await this.edits.deleteOne({ _id });
  }

  /** Those that are no longer kept, the oldest first. */
  expired(now: Date, limit: number): Promise<ProductEdit[]> {
    return this.edits
      .find({ keepUntil: { $lt: now } })
      .select({ ids: 0 })
      .sort({ keepUntil: 1 })
      .limit(limit)
      .lean<ProductEdit[]>();
  }

  async #removeRows(where: QueryFilter<ProductEditRow>): Promise<void> {
    for (;;) {
      const found = await this.rows.find(where).select('_id').limit(REMOVED_AT_ONCE).lean<ProductEditRow[]>();
      if (found.length === 0) return;
      await this.rows.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    }
  }

  get #edits(): mongo.Collection<ProductEdit> {
    return this.edits.collection as unknown as mongo.Collection<ProductEdit>;
  }
  get #rows(): mongo.Collection<ProductEditRow> {
    return this.rows.collection as unknown as mongo.Collection<ProductEditRow>;
  }
}
