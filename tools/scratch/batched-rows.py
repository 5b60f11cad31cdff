import os
open('packages/service-kit/src/jobs/batched-rows.ts','w').write("""import type { ClientSession, Model, mongo, Types } from 'mongoose';

/** Rows that are removed at once: well below the time that a command may take. */
const REMOVED_AT_ONCE = 1_000;
const SMALLEST_BATCH = 5;

/** A row of a document that a job works off in batches. */
export interface BatchedRow {
  _id: Types.ObjectId;
  /** 1, 2, 3 … */
  number: number;
  /** Of its state, in the order in which rows are listed. */
  rank: number;
}

type Where = Record<string, unknown>;

/** Such rows in MongoDB. `where` names their document, and the rank of a state. */
export class BatchedRows<Row extends BatchedRow> {
  readonly #rows: mongo.Collection<BatchedRow>;

  constructor(rows: Model<Row>) {
    // By the driver: for thousands of rows mongoose is most of the time.
    this.#rows = rows.collection as unknown as mongo.Collection<BatchedRow>;
  }

  /** A page of them, by state and number, without some fields. */
  async page(
    where: Where,
    { page, limit }: { page: number; limit: number },
    projection: Record<string, 0> = {},
  ): Promise<{ rows: Row[]; totalCount: number }> {
    const [rows, totalCount] = await Promise.all([
      this.#rows
        .find(where, { projection })
        .sort({ rank: 1, number: 1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .toArray(),
      this.#rows.countDocuments(where),
    ]);
    return { rows: rows as unknown as Row[], totalCount };
  }

  /** The next ones in a state. */
  async next(where: Where & { rank: number }, limit: number, session: ClientSession): Promise<Row[]> {
    const found = await this.#rows.find(where, { session }).sort({ number: 1 }).limit(limit).toArray();
    return found as unknown as Row[];
  }

  async add(rows: readonly Row[], session: ClientSession): Promise<void> {
    if (rows.length > 0) await this.#rows.insertMany([...rows], { session, ignoreUndefined: true });
  }

  async change(
    changes: readonly { _id: Types.ObjectId; set: Partial<Row> }[],
    session: ClientSession,
  ): Promise<void> {
    if (changes.length === 0) return;
    await this.#rows.bulkWrite(
      changes.map(({ _id, set }) => ({ updateOne: { filter: { _id }, update: { $set: set as Where } } })),
      { session },
    );
  }

  async remove(where: Where): Promise<void> {
    for (;;) {
      const found = await this.#rows.find(where, { projection: { _id: 1 } }).limit(REMOVED_AT_ONCE).toArray();
      if (found.length === 0) return;
      await this.#rows.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } });
    }
  }
}

/** How many of `size` rows go into a batch: after failed runs fewer, because on a slow machine the transaction may have taken too long. */
export const batchAfter = (size: number, failures = 0): number =>
  Math.max(SMALLEST_BATCH, Math.floor(size / 2 ** failures));

/** What adds the rows to the counts of their document, for `$inc`; those that were in another state before leave that one. */
export function countedIn(
  rows: readonly { state: string }[],
  before: readonly { state: string }[] = [],
): Record<`counts.${string}`, number> {
  const counts: Record<`counts.${string}`, number> = {};
  for (const { state } of rows) counts[`counts.${state}`] = (counts[`counts.${state}`] ?? 0) + 1;
  for (const { state } of before) counts[`counts.${state}`] = (counts[`counts.${state}`] ?? 0) - 1;
  return counts;
}
""")
def edit(p,*pairs):
    s=open(p).read()
    for a,b in pairs:
        assert a in s,(p,a)
        s=s.replace(a,b)
    open(p,'w').write(s)
def cut(p,a,b,new=''):
    s=open(p).read(); i=s.index(a); j=s.index(b,i); open(p,'w').write(s[:i]+new+s[j:])

edit('packages/service-kit/src/jobs/index.ts',("export { type Job,","export { batchAfter, BatchedRows, countedIn } from './batched-rows.ts';\nexport { type Job,"))
# imports repository
p='packages/service-kit/src/imports/imports.repository.ts'
edit(p,("import { JobSource } from '../jobs/index.ts';","import { BatchedRows, JobSource } from '../jobs/index.ts';"),
 ("/** Rows that are removed at once: well below the time that a command may take. */\nconst REMOVED_AT_ONCE = 1_000;\n",""),
 ("  readonly jobSource: JobSource<TableImport>;\n","  readonly jobSource: JobSource<TableImport>;\n  readonly #batches: BatchedRows<TableImportRow>;\n"),
 ("    this.jobSource = new JobSource(imports);\n","    this.jobSource = new JobSource(imports);\n    this.#batches = new BatchedRows(rows);\n"))
cut(p,"    const where = { importId, ...(state && { rank: inState(state).rank }) };","  /** All rows in a state, in batches. */","""    const where = { importId, ...(state && { rank: inState(state).rank }) };
    return this.#batches.page(where, { page, limit }, { cells: 0 });
  }

""")
edit(p,("  async pageOfRows(","  pageOfRows("))
cut(p,"      const found = await this.#rows\n        .find({ importId, rank: inState(state).rank }, { session })","      if (found.length > 0) return found;","      const found = await this.#batches.next({ importId, rank: inState(state).rank }, limit, session);\n")
cut(p,"  async addRows(","  /** Removes an import with its parts","""  addRows(rows: readonly TableImportRow[], session: ClientSession): Promise<void> {
    return this.#batches.add(rows, session);
  }

  changeRows(
    changes: readonly { _id: Types.ObjectId; set: Partial<TableImportRow> }[],
    session: ClientSession,
  ): Promise<void> {
    return this.#batches.change(changes, session);
  }

""")
cut(p,"  async removeRows(","  /** Those that are no longer kept","""  removeRows(importId: string): Promise<void> {
    return this.#batches.remove({ importId });
  }

""")
# import runner
p='packages/service-kit/src/imports/import-runner.ts'
edit(p,("import { type JobHandle, Jobs, type RunResult } from '../jobs/index.ts';","import { batchAfter, countedIn, type JobHandle, Jobs, type RunResult } from '../jobs/index.ts';"),
 ("const SMALLEST_BATCH = 5;\n",""),
 ("sizeAfter(CHECKED_AT_ONCE","batchAfter(CHECKED_AT_ONCE"),("sizeAfter(target.batch","batchAfter(target.batch"),
 ("...countsOf(rows) }","...countedIn(rows) }"),
 ("""    const $inc = countsOf(changed.map(({ set }) => set));
    for (const { state } of rows) $inc[`counts.${state}`] = ($inc[`counts.${state}`] ?? 0) - 1;
""","""    const $inc = countedIn(
      changed.map(({ set }) => set),
      rows,
    );
"""),
 ("import { type ImportRowState, MAX_IMPORT_ROWS }","import { MAX_IMPORT_ROWS }"),
 ("import type { AppliedRow, Cells, CheckedRow, ImportTarget }","import type { Cells, CheckedRow, ImportTarget }"))
cut(p,"/** After failed runs fewer","async function* batchesOf")
s=open(p).read(); i=s.index("\nfunction countsOf("); open(p,'w').write(s[:i].rstrip()+"\n")
# service-kit index
p='packages/service-kit/src/index.ts'; s=open(p).read()
import re
m=re.search(r"export \{([^}]*?)\} from '\./jobs/index\.ts';",s,re.S); print(m.group(0))
names=m.group(1)
s=s.replace(m.group(0),"export {"+names.rstrip().rstrip(',')+", batchAfter, BatchedRows, countedIn } from './jobs/index.ts';"); open(p,'w').write(s)
# edits repository
p='services/catalog/src/product-edits/product-edits.repository.ts'
edit(p,("import { JobSource } from '@shop/service-kit';","import { BatchedRows, JobSource } from '@shop/service-kit';"),
 ("/** Rows that are removed at once: well below the time that a command may take. */\nconst REMOVED_AT_ONCE = 1_000;\n\n",""),
 ("  readonly jobSource: JobSource<ProductEdit>;\n","  readonly jobSource: JobSource<ProductEdit>;\n  readonly #rows: BatchedRows<ProductEditRow>;\n"),
 ("    @InjectModel('ProductEditRow') private readonly rows: Model<ProductEditRow>,","    @InjectModel('ProductEditRow') rows: Model<ProductEditRow>,"),
 ("    this.jobSource = new JobSource(edits);\n","    this.jobSource = new JobSource(edits);\n    this.#rows = new BatchedRows(rows);\n"),
 ("  async pageOfRows(","  pageOfRows("),("this.#removeRows(","this.#rows.remove("))
cut(p,"    const where = { editId, preview, ...(state &&","  /** The next rows in a state. */","""    const where = { editId, preview, ...(state && { rank: inState(state).rank }) };
    return this.#rows.page(where, { page, limit });
  }

""")
cut(p,"    return this.rows\n      .find({ editId, preview, rank","  /** Removes the rows of earlier previews. */","""    return this.#rows.next({ editId, preview, rank: inState(state).rank }, limit, session);
  }

  addRows(rows: readonly ProductEditRow[], session: ClientSession): Promise<void> {
    return this.#rows.add(rows, session);
  }

  changeRows(
    changes: readonly { _id: Types.ObjectId; set: Partial<ProductEditRow> }[],
    session: ClientSession,
  ): Promise<void> {
    return this.#rows.change(changes, session);
  }

""")
cut(p,"  async #removeRows(","  get #edits()")
cut(p,"  get #rows()","\n}\n") if "get #rows()" in open(p).read() else None
edit(p,(", QueryFilter, ",", "))
# edit runner
p='services/catalog/src/product-edits/product-edit-runner.ts'
edit(p,("import { batchAfter, fieldsOf,","import { BATCH, fieldsOf,"),("batchAfter(failures)","batchAfter(BATCH, failures)"),
 ("type Counted = Partial<Record<catalog.EditRowState, number>>;\n\n",""),
 ("await this.#count(edit, countsOf(rows), {","await this.#count(edit, countedIn(rows), {"),
 ("    counts: Counted,\n","    $inc: Record<string, number>,\n"),
 ("    const $inc = Object.fromEntries(Object.entries(counts).map(([name, by]) => [`counts.${name}`, by]));\n",""),
 ("import { Clock, CONFIG, type JobHandle, Jobs, type RunResult, Transactions } from '@shop/service-kit';","import {\n  batchAfter,\n  Clock,\n  CONFIG,\n  countedIn,\n  type JobHandle,\n  Jobs,\n  type RunResult,\n  Transactions,\n} from '@shop/service-kit';"))
s=open(p).read(); i=s.index("    const counts = countsOf(changed.map"); j=s.index("    await this.#count(edit, counts,",i)
s=s[:i]+"""    const counts = countedIn(
      changed.map(({ set }) => set),
      changed.map(() => ({ state: from })),
    );
"""+s[j:]
i=s.index("\nconst countsOf ="); s=s[:i].rstrip()+"\n"; open(p,'w').write(s)
# rules
p='services/catalog/src/product-edits/product-edit.rules.ts'
cut(p,"const BATCH = 50;","const MOST_CHARACTERS","export const BATCH = 50;\n\n")
p='services/catalog/src/product-edits/product-edit.rules.spec.ts'
s=open(p).read(); k=s.index(".map(batchAfter)"); print(s[k-300:k+120])
