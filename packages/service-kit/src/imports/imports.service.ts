import { Injectable } from '@nestjs/common';
import {
  IMPORT_PART_BYTES,
  type ImportState,
  type TableImport as ImportView,
  type TableImportRow as RowView,
} from '@shop/contracts';
import { type ClientSession, Types } from 'mongoose';
import { AuditTrail } from '../audit/audit-trail.ts';
import { Clock } from '../clock/clock.ts';
import { Transactions } from '../database/transactions.ts';
import { Failure, invalidField } from '../http/failure.ts';
import type { UploadedFile } from '../http/route.ts';
import { RESCHEDULED } from '../jobs/index.ts';
import { People } from '../people/people.ts';
import type { Session } from '../session/session.ts';
import { csvFileOf } from './csv.ts';
import { ImportRunner } from './import-runner.ts';
import { noCounts, type TableImport, type TableImportRow } from './import.schema.ts';
import { ImportsRepository } from './imports.repository.ts';

const DAY_MS = 86_400_000;
/** Of one that was not applied. */
const KEEP_CHECK_MS = 2 * DAY_MS;
/** Of one that was. */
const KEEP_MS = 90 * DAY_MS;
const TIDIED_AT_ONCE = 20;

/** Tables that staff import: begun, sent in parts, checked, applied (ADR 0088). */
@Injectable()
export class Imports {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly runner: ImportRunner,
    private readonly people: People,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async begin(
    kind: string,
    { userId }: Session,
    { fileName, bytes }: { fileName: string; bytes: number },
    session: ClientSession,
  ): Promise<{ import: ImportView }> {
    const one: TableImport = {
      ...{ _id: new Types.ObjectId().toHexString(), kind, state: 'uploading', userId, fileName },
      ...{ createdAt: this.clock.now(), partCount: Math.ceil(bytes / IMPORT_PART_BYTES), partsArrived: 0 },
      ...{ seen: 0, counts: noCounts(), keepUntil: this.#in(KEEP_CHECK_MS) },
    };
    await this.imports.create(one, session);
    return this.#answer(one);
  }

  /** With the last part the check begins. @throws Failure `import.not-found`, `import.other-state`, `request.invalid` */
  addPart(kind: string, id: string, number: number, file: UploadedFile | undefined): Promise<{ import: ImportView }> {
    if (!file) throw invalidField('part', 'A part has bytes');
    if (file.data.length > IMPORT_PART_BYTES) throw invalidField('part', `At most ${IMPORT_PART_BYTES} bytes`);
    return this.transactions.run(async (session) => {
      const one = await this.#require(kind, id, session);
      if (number >= one.partCount) throw invalidField('number', `The file has ${one.partCount} parts, counted from 0`);
      // One that was sent again after its answer was lost.
      if (one.state !== 'uploading') return this.#answer(one);
      if (!(await this.imports.addPart(id, number, file.data, session))) return this.#answer(one);
      const isComplete = one.partsArrived + 1 === one.partCount;
      const update = {
        $inc: { partsArrived: 1 },
        ...(isComplete && { $set: { state: 'checking' as const, dueAt: this.clock.now() }, $unset: RESCHEDULED }),
      };
      return this.#goOn(one, update, session, isComplete);
    });
  }

  /** @throws Failure `import.not-found` */
  async get(kind: string, id: string): Promise<{ import: ImportView }> {
    return this.#answer(await this.#require(kind, id));
  }

  async list(
    kind: string,
    { page, limit }: { page: number; limit: number },
  ): Promise<{ imports: ImportView[]; totalCount: number }> {
    const { imports, totalCount } = await this.imports.page(kind, page, limit);
    return { imports: await this.#views(imports), totalCount };
  }

  /** @throws Failure `import.not-found` */
  async rows(
    kind: string,
    id: string,
    query: Parameters<ImportsRepository['pageOfRows']>[1],
  ): Promise<{ rows: RowView[]; totalCount: number }> {
    const { _id } = await this.#require(kind, id);
    const { rows, totalCount } = await this.imports.pageOfRows(_id, query);
    return { rows: rows.map(rowOf), totalCount };
  }

  /** What is not taken, as a file. @throws Failure `import.not-found` */
  async errorsFile(kind: string, id: string): Promise<AsyncGenerator<Buffer>> {
    const { _id } = await this.#require(kind, id);
    return csvFileOf(['Row', 'About', 'Column', 'What is wrong'], this.#errorLines(_id));
  }

  /** @throws Failure `import.not-found`, `import.other-state` */
  apply(kind: string, actor: Session, id: string): Promise<{ import: ImportView }> {
    return this.transactions.run(async (session) => {
      const one = await this.#require(kind, id, session);
      if (one.applied) return this.#answer(one);
      requireState(one, 'checked');
      const { new: added, planned } = one.counts;
      if (added + planned === 0) throw invalidField('id', 'There is nothing to change');
      await this.audit.record(session, actor, {
        ...{ action: 'import.applied', subject: 'import', subjectId: id, before: null },
        after: { table: kind, file: one.fileName, new: added, changed: planned },
      });
      const next = {
        ...{ state: 'applying' as const, applied: { userId: actor.userId, at: this.clock.now() } },
        ...{ keepUntil: this.#in(KEEP_MS), dueAt: this.clock.now() },
      };
      return this.#goOn(one, { $set: next, $unset: RESCHEDULED }, session, true);
    });
  }

  /** Removes what is no longer kept. */
  async tidy(): Promise<void> {
    for (const one of await this.imports.expired(this.clock.now(), TIDIED_AT_ONCE)) await this.imports.remove(one);
  }

  async *#errorLines(id: string): AsyncGenerator<string[][]> {
    for (const state of ['problem', 'skipped'] as const) {
      for await (const rows of this.imports.rowsIn(id, state)) {
        yield rows.flatMap(({ number, label, why }) =>
          why.map(({ column, message }) => [String(number), label, column ?? '', message]),
        );
      }
    }
  }

  async #require(kind: string, id: string, session?: ClientSession): Promise<TableImport> {
    const one = await this.imports.byId(id, session);
    if (one?.kind !== kind) throw new Failure('import.not-found');
    return one;
  }

  async #goOn(
    { _id, state }: TableImport,
    update: Parameters<ImportsRepository['change']>[1],
    session: ClientSession,
    isDue: boolean,
  ): Promise<{ import: ImportView }> {
    const one = await this.imports.change({ _id, state }, update, session);
    if (!one) throw new Failure('import.other-state');
    if (isDue) this.runner.wakeAfter(session);
    return this.#answer(one);
  }

  async #answer(one: TableImport): Promise<{ import: ImportView }> {
    const [view] = await this.#views([one]);
    return { import: view! };
  }

  async #views(imports: readonly TableImport[]): Promise<ImportView[]> {
    const names = await this.people.namesOf(
      imports.flatMap(({ userId, applied }) => [userId, ...(applied ? [applied.userId] : [])]),
    );
    const who = (userId: string) => ({ userId, name: names.get(userId) ?? null });
    return imports.map(
      ({ _id, state, fileName, userId, createdAt, partCount, partsArrived, seen, counts, ...one }) => ({
        ...{ _id, state, fileName, by: who(userId), createdAt: createdAt.toISOString() },
        ...{ partCount, partsArrived, seen, counts },
        ...(one.problem !== undefined && { problem: one.problem }),
        ...(one.applied && { applied: { ...who(one.applied.userId), at: one.applied.at.toISOString() } }),
        ...(one.finishedAt && { finishedAt: one.finishedAt.toISOString() }),
        isDelayed: (one.failures ?? 0) > 0,
      }),
    );
  }

  #in(ms: number): Date {
    return new Date(this.clock.millis() + ms);
  }
}

function requireState({ state }: TableImport, wanted: ImportState): void {
  if (state !== wanted) throw new Failure('import.other-state', { details: { state } });
}

const rowOf = ({ number, label, state, changes, why }: TableImportRow): RowView => ({
  ...{ number, label, state, changes, why },
});
