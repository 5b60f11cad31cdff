import { Injectable } from '@nestjs/common';
import { MAX_IMPORT_ROWS } from '@shop/contracts';
import { type ClientSession, Types } from 'mongoose';
import { Clock } from '../clock/clock.ts';
import { Transactions } from '../database/transactions.ts';
import { batchAfter, countedIn, type JobHandle, Jobs, type RunResult } from '../jobs/index.ts';
import { rowsOfCsv, UnreadableTable } from './csv.ts';
import { inState, noCounts, type TableImport, type TableImportRow } from './import.schema.ts';
import type { Cells, CheckedRow, ImportTarget } from './import-target.ts';
import { ImportsRepository } from './imports.repository.ts';

/** The check only reads records: more of them go into one transaction. */
const CHECKED_AT_ONCE = 250;

interface ReadRow {
  number: number;
  cells: string[];
}

/**
 * Checks and applies imports, in batches. A batch is one transaction: its records with all that belongs to them, its rows, and the counts of
 * the import. So a row that had its turn never has it again, however the process ended; two instances that work at the same
 * import conflict at the import itself.
 */
@Injectable()
export class ImportRunner {
  #job: JobHandle<TableImport> | undefined;
  #leaseMs = 0;
  readonly #targets = new Map<string, ImportTarget>();

  constructor(
    private readonly imports: ImportsRepository,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** To be called once in the start of the service. */
  start({ pollMs, leaseMs }: { pollMs: number; leaseMs: number }, targets: readonly ImportTarget[]): void {
    for (const target of targets) this.#targets.set(target.kind, target);
    this.#leaseMs = leaseMs;
    this.#job = this.jobs.add<TableImport>({
      name: 'imports',
      source: this.imports.jobSource,
      ...{ pollMs, leaseMs, retry: { firstMs: 1_000, maxMs: 60_000 } },
      run: (one) => this.#run(one),
    });
  }

  wakeAfter(session: ClientSession): void {
    this.#job!.wakeAfter(session);
  }

  /** For half a lease at most. */
  async #run({ _id, failures = 0 }: TableImport): Promise<RunResult<TableImport>> {
    const end = performance.now() + this.#leaseMs / 2;
    const one = await this.imports.byId(_id);
    const target = one && this.#targets.get(one.kind);
    if (!one || !target) return { outcome: 'done' };
    const isDone =
      one.state === 'checking'
        ? await this.#check(one, target, failures, end)
        : one.state === 'applying'
          ? await this.#apply(one, target, failures, end)
          : await this.#endCheck(one);
    return isDone ? { outcome: 'done' } : { outcome: 'postponed', dueAt: this.clock.now() };
  }

  /** The bytes of a file that was read, also by a process that ended right after it. */
  async #endCheck({ _id }: TableImport): Promise<boolean> {
    await this.imports.removeParts(_id);
    return true;
  }

  /** Reads the file from its first row, and leaves out those that were checked before. */
  async #check(one: TableImport, target: ImportTarget, failures: number, end: number): Promise<boolean> {
    try {
      const rows = rowsOfCsv(this.imports.bytesOf(one));
      const { value: heads } = await rows.next();
      const wrong = heads ? target.wrongHeads(heads) : 'The file is empty';
      if (wrong) throw new UnreadableTable(wrong);
      let now = one;
      for await (const batch of batchesOf(rows, one.seen, batchAfter(CHECKED_AT_ONCE, failures))) {
        now = await this.transactions.run((session) => this.#checkBatch(now, target, heads!, batch, session));
        if (performance.now() > end) return false;
      }
      if (now.seen === 0) throw new UnreadableTable('The file has no rows');
      await this.transactions.run((session) => this.#goOn(now, { $set: { state: 'checked' } }, session));
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
      await this.#refuse(one, error.message);
    }
    return this.#endCheck(one);
  }

  async #checkBatch(
    one: TableImport,
    target: ImportTarget,
    heads: readonly string[],
    read: readonly ReadRow[],
    session: ClientSession,
  ): Promise<TableImport> {
    // A blank line is a row of the spreadsheet and of nothing else.
    const filled = read.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    const checked = await target.check(
      filled.map(({ cells }) => cellsOf(heads, cells)),
      session,
    );
    const keys = checked.flatMap(({ key }) => key ?? []);
    const taken = await this.imports.numbersOf(one._id, keys, session);
    const rows = filled.map(({ number, cells }, index): TableImportRow => {
      const { key, state, ...row } = onceOnly(checked[index]!, number, taken);
      return {
        _id: new Types.ObjectId(),
        importId: one._id,
        number,
        ...(key !== undefined && { key }),
        cells,
        ...inState(state),
        ...row,
      };
    });
    await this.imports.addRows(rows, session);
    const $inc = { seen: read.length, ...countedIn(rows) };
    return this.#goOn(one, { $inc, $set: { heads: [...heads] } }, session);
  }

  async #apply(one: TableImport, target: ImportTarget, failures: number, end: number): Promise<boolean> {
    const size = batchAfter(target.batch, failures);
    do {
      const isDone = await this.transactions.run((session) => this.#applyBatch(one._id, target, size, session));
      if (isDone) return true;
    } while (performance.now() < end);
    return false;
  }

  /** Whether there is nothing left to do. */
  async #applyBatch(id: string, target: ImportTarget, size: number, session: ClientSession): Promise<boolean> {
    const one = await this.imports.byId(id, session);
    if (one?.state !== 'applying') return true;
    const rows = await this.imports.next(id, ['new', 'planned'], size, session);
    if (rows.length === 0) {
      await this.#goOn(one, { $set: { state: 'applied', finishedAt: this.clock.now() } }, session);
      return true;
    }
    const by = { userId: one.applied!.userId, importId: id, fileName: one.fileName };
    const applied = await target.apply(
      rows.map(({ _id, state, cells, changes = [] }) => ({
        ...{ id: _id, cells: cellsOf(one.heads!, cells), isNew: state === 'new', changes },
      })),
      by,
      session,
    );
    const changed = rows.map(({ _id, why: before }, index) => {
      const { state, why } = applied[index]!;
      return { _id, set: { ...inState(state), why: [...before, ...why] } };
    });
    await this.imports.changeRows(changed, session);
    const $inc = countedIn(
      changed.map(({ set }) => set),
      rows,
    );
    await this.#goOn(one, { $inc }, session);
    return false;
  }

  async #refuse(one: TableImport, problem: string): Promise<void> {
    const now = await this.imports.byId(one._id);
    if (now?.state !== 'checking') return;
    await this.imports.removeRows(one._id);
    await this.transactions.run((session) =>
      this.#goOn(now, { $set: { state: 'refused', problem, counts: noCounts(), seen: 0 } }, session),
    );
  }

  /** Written by every batch, so that a second one of the same import is a write conflict. */
  async #goOn(
    { _id, state, seen }: TableImport,
    update: Parameters<ImportsRepository['change']>[1],
    session: ClientSession,
  ): Promise<TableImport> {
    const changed = await this.imports.change({ _id, state, seen }, update, session);
    if (!changed) throw new Error('The import is not what was read');
    return changed;
  }
}

async function* batchesOf(rows: AsyncIterable<string[]>, seen: number, size: number): AsyncGenerator<ReadRow[]> {
  let batch: ReadRow[] = [];
  let read = 0;
  for await (const cells of rows) {
    read += 1;
    if (read > MAX_IMPORT_ROWS) {
      throw new UnreadableTable(`A file has at most ${MAX_IMPORT_ROWS.toLocaleString('en')} rows`);
    }
    if (read <= seen) continue;
    // The heads are row 1.
    if (batch.push({ number: read + 1, cells }) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A row that is shorter than the heads has nothing in its last cells. */
const cellsOf = (heads: readonly string[], cells: readonly string[]): Cells =>
  new Map(heads.map((head, index) => [head, cells[index] ?? '']));

/** The second row of a record is a problem. */
function onceOnly(row: CheckedRow, number: number, taken: Map<string, number>): CheckedRow {
  if (row.key === undefined) return row;
  const before = taken.get(row.key);
  if (before === undefined) {
    taken.set(row.key, number);
    return row;
  }
  const { key: _, ...rest } = row;
  return { ...rest, state: 'problem', why: [...row.why, { message: `Row ${before} is about the same` }] };
}
