import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { catalog } from '@shop/contracts';
import { BatchedRows, JobSource } from '@shop/service-kit';
import type { ClientSession, Model, mongo, Types, UpdateQuery } from 'mongoose';
import { inState, type ProductEdit, type ProductEditRow } from './product-edit.schema.ts';

const APPLIED = { 'applied.at': { $exists: true } };

/** Edits of several products and their rows in MongoDB. */
@Injectable()
export class ProductEditsRepository {
  readonly jobSource: JobSource<ProductEdit>;
  readonly #rows: BatchedRows<ProductEditRow>;

  constructor(
    @InjectModel('ProductEdit') private readonly edits: Model<ProductEdit>,
    @InjectModel('ProductEditRow') rows: Model<ProductEditRow>,
  ) {
    this.jobSource = new JobSource(edits);
    this.#rows = new BatchedRows(rows);
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

  pageOfRows(
    { _id: editId, preview }: ProductEdit,
    { state, page, limit }: { state?: catalog.EditRowState | undefined; page: number; limit: number },
  ): Promise<{ rows: ProductEditRow[]; totalCount: number }> {
    const where = { editId, preview, ...(state && { rank: inState(state).rank }) };
    return this.#rows.page(where, { page, limit });
  }

  /** The next rows in a state. */
  next(
    { _id: editId, preview }: ProductEdit,
    state: catalog.EditRowState,
    limit: number,
    session: ClientSession,
  ): Promise<ProductEditRow[]> {
    return this.#rows.next({ editId, preview, rank: inState(state).rank }, limit, session);
  }

  addRows(rows: readonly ProductEditRow[], session: ClientSession): Promise<void> {
    return this.#rows.add(rows, session);
  }

  changeRows(...change: Parameters<BatchedRows<ProductEditRow>['change']>): Promise<void> {
    return this.#rows.change(...change);
  }

  /** Removes the rows of earlier previews. */
  removeFormerRows({ _id: editId, preview }: ProductEdit): Promise<void> {
    return this.#rows.remove({ editId, preview: { $lt: preview } });
  }

  /** Removes an edit with its rows, those first. */
  async remove({ _id }: ProductEdit): Promise<void> {
    await this.#rows.remove({ editId: _id });
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

  get #edits(): mongo.Collection<ProductEdit> {
    return this.edits.collection as unknown as mongo.Collection<ProductEdit>;
  }
}
