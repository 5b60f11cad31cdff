import { Injectable } from '@nestjs/common';
import { type AnswerOf, type BodyOf, catalog, type QueryOf, rupeesFrom } from '@shop/contracts';
import {
  AuditTrail,
  Clock,
  Failure,
  invalidField,
  People,
  RESCHEDULED,
  type Session,
  Transactions,
} from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { ProductsRepository } from '../products/products.repository.ts';
import { OptionUses } from '../renames/option-uses.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import type { StoredValue } from './edited-fields.ts';
import { fieldsOf } from './product-edit.rules.ts';
import { ProductEditRunner } from './product-edit-runner.ts';
import { noCounts, type ProductEdit, type ProductEditRow } from './product-edit.schema.ts';
import { ProductEditsRepository } from './product-edits.repository.ts';

const DAY_MS = 86_400_000;
/** Of one that was not applied. */
const KEEP_PREVIEW_MS = 2 * DAY_MS;
/** Of one that was: for so long it can be undone. */
const KEEP_MS = 90 * DAY_MS;
const TIDIED_AT_ONCE = 100;

type Answer = AnswerOf<typeof catalog.getProductEdit>;

/** Edits of several products, by staff: chosen, previewed, applied, undone (ADR 0083). */
@Injectable()
export class ProductEditsService {
  constructor(
    private readonly edits: ProductEditsRepository,
    private readonly runner: ProductEditRunner,
    private readonly products: ProductsRepository,
    private readonly uses: OptionUses,
    private readonly taxonomy: TaxonomyService,
    private readonly people: People,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `request.invalid` when it is none, or too many */
  async choose(
    { userId }: Session,
    { ids, filter, except }: BodyOf<typeof catalog.chooseProducts>,
    session: ClientSession,
  ): Promise<Answer> {
    const field = ids ? 'ids' : 'filter';
    const found = ids ? await this.products.inGroups(ids) : await this.#fitting(filter!, except.length);
    const left = new Set(except);
    const chosen = found.filter((id) => !left.has(String(id)));
    if (chosen.length === 0) throw invalidField(field, 'There is no such product');
    if (chosen.length > catalog.MAX_EDITED) {
      throw invalidField(field, `At most ${catalog.MAX_EDITED.toLocaleString('en')} products at once: choose fewer`);
    }
    const now = this.clock.now();
    const edit: ProductEdit = {
      ...{ _id: new Types.ObjectId().toHexString(), state: 'chosen', userId, createdAt: now },
      ...{ ids: chosen, totalCount: chosen.length, seen: 0, preview: 0, counts: noCounts() },
      keepUntil: this.#in(KEEP_PREVIEW_MS),
    };
    await this.edits.create(edit, session);
    return this.#answer(edit);
  }

  /** @throws Failure `product-edit.not-found` */
  async get(id: string): Promise<Answer> {
    return this.#answer(await this.#require(id));
  }

  async list({
    page,
    limit,
  }: QueryOf<typeof catalog.listProductEdits>): Promise<AnswerOf<typeof catalog.listProductEdits>> {
    const { edits, totalCount } = await this.edits.page(page, limit);
    return { edits: await this.#views(edits), totalCount };
  }

  /** @throws Failure `product-edit.not-found` */
  async rows(
    id: string,
    query: QueryOf<typeof catalog.listProductEditRows>,
  ): Promise<AnswerOf<typeof catalog.listProductEditRows>> {
    const { rows, totalCount } = await this.edits.pageOfRows(await this.#require(id), query);
    return { rows: rows.map(rowOf), totalCount };
  }

  /** @throws Failure `product-edit.not-found`, `product-edit.other-state`, `category.not-found`, `material.not-found` */
  preview(id: string, changes: catalog.ProductChanges): Promise<Answer> {
    return this.transactions.run(async (session) => {
      const { category, material } = changes;
      if (category) await this.taxonomy.use('category', category.main, category.sub, session);
      if (material) await this.taxonomy.use('material', material.tag, material.sub, session);
      const edit = await this.#require(id, session);
      requireState(edit, ['chosen', 'previewing', 'previewed']);
      const next = {
        ...{ state: 'previewing' as const, changes, seen: 0, counts: noCounts() },
        ...{ keepUntil: this.#in(KEEP_PREVIEW_MS), dueAt: this.clock.now() },
      };
      return this.#goOn(edit, { $set: next, $inc: { preview: 1 }, $unset: RESCHEDULED }, session);
    });
  }

  /** @throws Failure `product-edit.not-found`, `product-edit.other-state`, `product-edit.other-preview`, `request.invalid` */
  apply(actor: Session, id: string, preview: number): Promise<Answer> {
    return this.transactions.run(async (session) => {
      const edit = await this.#require(id, session);
      if (edit.preview !== preview) throw new Failure('product-edit.other-preview');
      if (edit.applied) return this.#answer(edit);
      requireState(edit, ['previewed']);
      const { planned } = edit.counts;
      if (planned === 0) throw invalidField('preview', 'There is nothing to change');
      await this.#record(actor, edit, 'applied', { products: planned, changes: edit.changes }, session);
      const next = {
        ...{ state: 'applying' as const, applied: { userId: actor.userId, at: this.clock.now() } },
        ...{ keepUntil: this.#in(KEEP_MS), dueAt: this.clock.now() },
      };
      return this.#goOn(edit, { $set: next, $unset: { ...RESCHEDULED, ids: 1 } }, session);
    });
  }

  /** @throws Failure `product-edit.not-found`, `product-edit.other-state` */
  undo(actor: Session, id: string): Promise<Answer> {
    return this.transactions.run(async (session) => {
      const edit = await this.#require(id, session);
      if (edit.undone) return this.#answer(edit);
      requireState(edit, ['applied']);
      await this.#record(actor, edit, 'undone', { products: edit.counts.changed }, session);
      const next = {
        ...{ state: 'undoing' as const, undone: { userId: actor.userId, at: this.clock.now() } },
        dueAt: this.clock.now(),
      };
      return this.#goOn(edit, { $set: next, $unset: { ...RESCHEDULED, finishedAt: 1 } }, session);
    });
  }

  /** Removes what is no longer kept. */
  async tidy(): Promise<void> {
    for (const edit of await this.edits.expired(this.clock.now(), TIDIED_AT_ONCE)) await this.edits.remove(edit);
  }

  async #fitting(
    { option, optionValue, ...filter }: NonNullable<BodyOf<typeof catalog.chooseProducts>['filter']>,
    more: number,
  ): Promise<Types.ObjectId[]> {
    const detailsRef = option && optionValue && (await this.uses.detailsWith(option, [optionValue]));
    return this.products.idsForStaff({ ...filter, ...(detailsRef && { detailsRef }) }, catalog.MAX_EDITED + more + 1);
  }

  async #require(id: string, session?: ClientSession): Promise<ProductEdit> {
    const edit = await this.edits.byId(id, session);
    if (!edit) throw new Failure('product-edit.not-found');
    return edit;
  }

  /** From a state to the next, where the runner goes on. */
  async #goOn(
    { _id, state, preview }: ProductEdit,
    update: Parameters<ProductEditsRepository['change']>[1],
    session: ClientSession,
  ): Promise<Answer> {
    const edit = await this.edits.change({ _id, state, preview }, update, session);
    if (!edit) throw new Failure('product-edit.other-state');
    this.runner.wakeAfter(session);
    return this.#answer(edit);
  }

  #record(
    actor: Session,
    { _id }: ProductEdit,
    what: 'applied' | 'undone',
    after: Record<string, unknown>,
    session: ClientSession,
  ): Promise<void> {
    return this.audit.record(session, actor, {
      ...{ action: `product-edit.${what}`, subject: 'product-edit', subjectId: _id },
      ...{ before: null, after },
    });
  }

  async #answer(edit: ProductEdit): Promise<Answer> {
    const [view] = await this.#views([edit]);
    return { edit: view! };
  }

  async #views(edits: readonly ProductEdit[]): Promise<catalog.ProductEdit[]> {
    const names = await this.people.namesOf(
      edits.flatMap(({ userId, applied, undone }) =>
        [userId, applied?.userId, undone?.userId].filter((one) => one !== undefined),
      ),
    );
    const who = (userId: string) => ({ userId, name: names.get(userId) ?? null });
    return edits.map(({ _id, state, userId, createdAt, totalCount, changes, preview, counts, ...edit }) => ({
      ...{ _id, state, by: who(userId), createdAt: createdAt.toISOString(), totalCount, preview, counts },
      ...(changes && { changes }),
      ...(edit.applied && { applied: { ...who(edit.applied.userId), at: edit.applied.at.toISOString() } }),
      ...(edit.undone && { undone: { ...who(edit.undone.userId), at: edit.undone.at.toISOString() } }),
      ...(edit.finishedAt && { finishedAt: edit.finishedAt.toISOString() }),
      isDelayed: (edit.failures ?? 0) > 0,
    }));
  }

  #in(ms: number): Date {
    return new Date(this.clock.millis() + ms);
  }
}

function requireState({ state }: ProductEdit, states: readonly catalog.EditState[]): void {
  if (!states.includes(state)) throw new Failure('product-edit.other-state', { details: { state } });
}

const onTheWire = (field: catalog.EditedField, value: StoredValue | undefined): catalog.EditedValue =>
  field === 'price' && typeof value === 'number' ? rupeesFrom(value) : (value ?? null);

const rowOf = ({ productId, before, after, why, restored, ...row }: ProductEditRow): catalog.ProductEditRow => ({
  ...{ number: row.number, productId: String(productId), name: row.name, productGroup: row.productGroup },
  ...{ metalTone: row.metalTone, state: row.state, why },
  fields: fieldsOf(after).map((field) => ({
    field,
    before: onTheWire(field, before[field]),
    after: onTheWire(field, after[field]),
    ...(restored && { undone: restored.includes(field) ? ('restored' as const) : ('kept' as const) }),
  })),
});
