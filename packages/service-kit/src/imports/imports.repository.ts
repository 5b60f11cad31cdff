import type { ImportRowState } from '@shop/contracts';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type ClientSession, type Model, type mongo, type UpdateQuery } from 'mongoose';
import { BatchedRows, JobSource } from '../jobs/index.ts';
import { inState, type TableImport, type TableImportPart, type TableImportRow } from './import.schema.ts';

const READ_AT_ONCE = 500;

/** Imports, the parts of their files and their rows in MongoDB. */
@Injectable()
export class ImportsRepository {
  readonly jobSource: JobSource<TableImport>;
  readonly #batched: BatchedRows<TableImportRow>;

  constructor(
    @InjectModel('TableImport') private readonly imports: Model<TableImport>,
    @InjectModel('TableImportRow') private readonly rows: Model<TableImportRow>,
    @InjectModel('TableImportPart') private readonly parts: Model<TableImportPart>,
  ) {
    this.jobSource = new JobSource(imports);
    this.#batched = new BatchedRows(rows);
  }

  async create(one: TableImport, session: ClientSession): Promise<void> {
    await this.imports.create([one], { session });
  }

  byId(id: string, session?: ClientSession): Promise<TableImport | null> {
    return this.imports
      .findById(id)
      .session(session ?? null)
      .lean<TableImport>();
  }

  /** The import after the change; `null` when it is not in this state. */
  change(
    where: Partial<Pick<TableImport, 'state' | 'seen'>> & { _id: string },
    update: UpdateQuery<TableImport>,
    session: ClientSession,
  ): Promise<TableImport | null> {
    return this.imports.findOneAndUpdate(where, update, { session, returnDocument: 'after' }).lean<TableImport>();
  }

  /** Newest first. */
  async page(kind: string, page: number, limit: number): Promise<{ imports: TableImport[]; totalCount: number }> {
    const [imports, totalCount] = await Promise.all([
      this.imports
        .find({ kind })
        .sort({ createdAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<TableImport[]>(),
      this.imports.countDocuments({ kind }).exec(),
    ]);
    return { imports, totalCount };
  }

  /** @returns whether it had not arrived before */
  async addPart(importId: string, number: number, bytes: Buffer, session: ClientSession): Promise<boolean> {
    // By the driver: mongoose copies the bytes to cast them.
    const { upsertedCount } = await this.#parts.updateOne(
      { importId, number },
      { $setOnInsert: { bytes } },
      { session, upsert: true },
    );
    return upsertedCount > 0;
  }

  /** The bytes of the file, in order. */
  async *bytesOf({ _id: importId, partCount }: TableImport): AsyncGenerator<Uint8Array> {
    for (let number = 0; number < partCount; number += 1) {
      const part = await this.#parts.findOne({ importId, number });
      if (!part) throw new Error(`Part ${number} of import ${importId} is not there`);
      yield (part.bytes as unknown as mongo.Binary).buffer;
    }
  }

  async removeParts(importId: string): Promise<void> {
    // One by one: each has megabytes.
    for (;;) {
      const part = await this.parts.findOneAndDelete({ importId }).sort({ number: 1 }).select('_id').lean();
      if (!part) return;
    }
  }

  pageOfRows(
    importId: string,
    { state, page, limit }: { state?: ImportRowState | undefined; page: number; limit: number },
  ): Promise<{ rows: TableImportRow[]; totalCount: number }> {
    const where = { importId, ...(state && { rank: inState(state).rank }) };
    return this.#batched.page(where, { page, limit }, { cells: 0 });
  }

  /** All rows in a state, in batches. */
  async *rowsIn(importId: string, state: ImportRowState): AsyncGenerator<TableImportRow[]> {
    const { rank } = inState(state);
    for (let after = 0; ;) {
      const found = await this.rows
        .find({ importId, rank, number: { $gt: after } })
        .select({ cells: 0 })
        .sort({ number: 1 })
        .limit(READ_AT_ONCE)
        .lean<TableImportRow[]>();
      if (found.length === 0) return;
      yield found;
      after = found.at(-1)!.number;
    }
  }

  /** The next rows in one of the states, without what applying does not need: new ones without their changes, which are all of their cells. */
  async next(
    importId: string,
    states: readonly ImportRowState[],
    limit: number,
    session: ClientSession,
  ): Promise<TableImportRow[]> {
    for (const state of states) {
      const without: Record<string, 0> = { label: 0, key: 0, ...(state === 'new' && { changes: 0 }) };
      const found = await this.#batched.next({ importId, rank: inState(state).rank }, limit, session, without);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Those of the keys that a row has, with its number. */
  async numbersOf(importId: string, keys: readonly string[], session: ClientSession): Promise<Map<string, number>> {
    const found = await this.#rows
      .find({ importId, key: { $in: [...keys] } }, { projection: { key: 1, number: 1 }, session })
      .toArray();
    return new Map(found.map(({ key, number }) => [key!, number]));
  }

  addRows(rows: readonly TableImportRow[], session: ClientSession): Promise<void> {
    return this.#batched.add(rows, session);
  }

  changeRows(...change: Parameters<BatchedRows<TableImportRow>['change']>): Promise<void> {
    return this.#batched.change(...change);
  }

  /** Removes an import with its parts and rows, those first. */
  async remove({ _id }: TableImport): Promise<void> {
    await this.removeParts(_id);
    await this.removeRows(_id);
    await this.imports.deleteOne({ _id });
  }

  removeRows(importId: string): Promise<void> {
    return this.#batched.remove({ importId });
  }

  /** Those that are no longer kept, the oldest first. */
  expired(now: Date, limit: number): Promise<TableImport[]> {
    return this.imports
      .find({ keepUntil: { $lt: now } })
      .sort({ keepUntil: 1 })
      .limit(limit)
      .lean<TableImport[]>();
  }

  get #rows(): mongo.Collection<TableImportRow> {
    return this.rows.collection as unknown as mongo.Collection<TableImportRow>;
  }
  get #parts(): mongo.Collection<TableImportPart> {
    return this.parts.collection as unknown as mongo.Collection<TableImportPart>;
  }
}
