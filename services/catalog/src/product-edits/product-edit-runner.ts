import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { catalog } from '@shop/contracts';
import {
  batchAfter,
  Clock,
  CONFIG,
  countedIn,
  type JobHandle,
  Jobs,
  type RunResult,
  Transactions,
} from '@shop/service-kit';
import { type ClientSession, Types } from 'mongoose';
import { type Because, type Piece, type PieceChange, Pieces } from '../products/pieces.ts';
import { variantOf } from '../products/product.schema.ts';
import { ProductsRepository } from '../products/products.repository.ts';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import type { Config } from '../variables.ts';
import { storedFieldsOf, type Values } from './edited-fields.ts';
import { fieldsOf, planOf, stateOf, undoOf, whySkipped, type Why } from './product-edit.rules.ts';
import { inState, type ProductEdit, type ProductEditRow } from './product-edit.schema.ts';
import { ProductEditsRepository } from './product-edits.repository.ts';

/** Products of one transaction: well below the time that one may have, and short for others who wait for it. */
const BATCH = 50;
/** A preview only reads products: more of them go into one transaction. */
const PREVIEWED_AT_ONCE = 5;

const TAKEN = 'Its group has a piece in this tone and material already';
const MAX_REASON = 300;

const GONE = {
  category: 'The category is not there any more',
  material: 'The material is not there any more',
} as const;

/**
 * Carries edits out, in batches. A batch is one transaction: its products, their movements, audit entries and events, its rows, and the
 * counts of the edit. So a row that had its turn never has it again, and one that had not is found by its state, however
 * the process ended; two instances that work at the same edit conflict at the edit itself.
 */
@Injectable()
export class ProductEditRunner implements OnModuleInit {
  #job: JobHandle<ProductEdit> | undefined;

  constructor(
    private readonly edits: ProductEditsRepository,
    private readonly pieces: Pieces,
    private readonly products: ProductsRepository,
    private readonly taxonomy: TaxonomyService,
    private readonly transactions: Transactions,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.#job = this.jobs.add<ProductEdit>({
      name: 'product-edits',
      source: this.edits.jobSource,
      pollMs: this.config.CATALOG_SWEEP,
      leaseMs: this.config.CATALOG_LEASE,
      retry: { firstMs: 1_000, maxMs: 60_000 },
      run: (edit) => this.#run(edit),
    });
  }

  wakeAfter(session: ClientSession): void {
    this.#job!.wakeAfter(session);
  }

  /** For half a lease at most. */
  async #run({ _id, failures }: ProductEdit): Promise<RunResult<ProductEdit>> {
    const size = batchAfter(BATCH, failures);
    const end = performance.now() + this.config.CATALOG_LEASE / 2;
    const edit = await this.edits.byId(_id);
    if (edit) await this.edits.removeFormerRows(edit);
    do {
      const isDone = await this.transactions.run((session) => this.#batch(_id, size, session));
      if (isDone) return { outcome: 'done' };
    } while (performance.now() < end);
    return { outcome: 'postponed', dueAt: this.clock.now() };
  }

  /** Whether there is nothing left to do. */
  async #batch(_id: string, size: number, session: ClientSession): Promise<boolean> {
    const edit = await this.edits.byId(_id, session);
    if (edit?.state === 'previewing') return this.#preview(edit, size, session);
    if (edit?.state === 'applying') return this.#apply(edit, size, session);
    if (edit?.state === 'undoing') return this.#undo(edit, size, session);
    return true;
  }

  async #preview(edit: ProductEdit, size: number, session: ClientSession): Promise<boolean> {
    const changes = edit.changes!;
    const ids = await this.edits.idsOf(edit._id, edit.seen, size * PREVIEWED_AT_ONCE, session);
    const pieces = await this.#read(ids, session);
    const found = ids.flatMap((id) => pieces.get(String(id)) ?? []);
    const variants = changes.material ? await this.#variantsOf(found, session) : new Map<string, string>();
    const rows = found.map((piece, index): ProductEditRow => {
      const { _id, name, productGroup, metalTone } = piece.product;
      const plan = planOf(piece, changes);
      if (stateOf(plan) === 'planned' && isTaken(piece, plan.after, variants)) {
        plan.why.push({ field: 'material', message: TAKEN });
      }
      return {
        ...{ _id: new Types.ObjectId(), editId: edit._id, preview: edit.preview, number: edit.seen + index + 1 },
        ...{ productId: _id, name, productGroup, metalTone, ...inState(stateOf(plan)), ...plan },
      };
    });
    await this.edits.addRows(rows, session);
    const seen = edit.seen + ids.length;
    const isDone = seen >= edit.totalCount || ids.length === 0;
    await this.#count(edit, countedIn(rows), { seen, ...(isDone && { state: 'previewed' as const }) }, session);
    return isDone;
  }

  async #apply(edit: ProductEdit, size: number, session: ClientSession): Promise<boolean> {
    const { category, material, stock } = edit.changes!;
    const rows = await this.edits.next(edit, 'planned', size, session);
    const missing: Why[] = [];
    if (category && !(await this.taxonomy.canBeUsed('category', category.main, category.sub, session))) {
      missing.push({ field: 'category', message: GONE.category });
    }
    if (material && !(await this.taxonomy.canBeUsed('material', material.tag, material.sub, session))) {
      missing.push({ field: 'material', message: GONE.material });
    }
    const pieces = await this.#read(productIdsOf(rows), session);
    const variants = material ? await this.#variantsOf(pieces.values(), session) : new Map<string, string>();
    const changes: PieceChange[] = [];
    const changed = rows.map((row) => {
      const piece = pieces.get(String(row.productId))!;
      const why = [...missing.filter(({ field }) => row.after[field!] !== undefined), ...whySkipped(piece, row)];
      if (why.length === 0 && isTaken(piece, row.after, variants)) why.push({ field: 'material', message: TAKEN });
      if (why.length > 0) return { _id: row._id, set: { ...inState('skipped'), why } };
      changes.push(changeOf(piece, row.after));
      return { _id: row._id, set: inState('changed') };
    });
    const because: Because = {
      userId: edit.applied!.userId,
      stock: { kind: stock?.kind ?? 'counted', reason: stock?.reason ?? '' },
      auditReason: `Edit of several products, ${shortOf(edit)}`,
    };
    await this.pieces.change(changes, because, session);
    return this.#settle(edit, 'planned', rows.length < size, changed, 'applied', session);
  }

  async #undo(edit: ProductEdit, size: number, session: ClientSession): Promise<boolean> {
    const rows = await this.edits.next(edit, 'changed', size, session);
    const pieces = await this.#read(productIdsOf(rows), session);
    const { material, stock } = edit.changes!;
    const variants = material ? await this.#variantsOf(pieces.values(), session) : new Map<string, string>();
    const undos = rows.map((row) => ({ row, piece: pieces.get(String(row.productId))!, ...whatToUndo(row, pieces) }));
    await this.#keepWhatIsGone(undos, session);
    const changes: PieceChange[] = [];
    const changed = undos.map(({ row, piece, restore, why }) => {
      if (restore.material && isTaken(piece, restore, variants)) {
        delete restore.material;
        why.push({ field: 'material', message: TAKEN });
      }
      const restored = fieldsOf(restore);
      if (restored.length > 0) changes.push(changeOf(piece, restore));
      return { _id: row._id, set: { ...inState(why.length > 0 ? 'kept' : 'restored'), why, restored } };
    });
    const because: Because = {
      userId: edit.undone!.userId,
      stock: { kind: 'counted', reason: `Undone: ${stock?.reason ?? ''}`.slice(0, MAX_REASON) },
      auditReason: `Undo of an edit of several products, ${shortOf(edit)}`,
    };
    await this.pieces.change(changes, because, session);
    return this.#settle(edit, 'changed', rows.length < size, changed, 'undone', session);
  }

  /** A category or material that was removed since is not given back. */
  async #keepWhatIsGone(undos: readonly { restore: Values; why: Why[] }[], session: ClientSession): Promise<void> {
    for (const field of ['category', 'material'] as const) {
      const places = Map.groupBy(
        undos.filter(({ restore }) => Array.isArray(restore[field])),
        ({ restore }) => JSON.stringify(restore[field]),
      );
      for (const [place, of] of places) {
        const [name, sub] = JSON.parse(place) as [string, string | undefined];
        if (await this.taxonomy.canBeUsed(field, name, sub, session)) continue;
        for (const { restore, why } of of) {
          delete restore[field];
          why.push({ field, message: GONE[field] });
        }
      }
    }
  }

  /** By product id. */
  async #read(ids: readonly Types.ObjectId[], session: ClientSession): Promise<Map<string, Piece>> {
    const pieces = await this.pieces.find({ _id: { $in: [...ids] } }, session);
    return new Map(pieces.map((piece) => [String(piece.product._id), piece]));
  }

  /** The products, not archived, that the groups of these pieces have, by what has to be unique in a group. */
  async #variantsOf(pieces: Iterable<Piece>, session: ClientSession): Promise<Map<string, string>> {
    const groups = [...new Set([...pieces].map(({ product }) => product.productGroup))];
    const found = await this.products.variantsForStaff(groups, session);
    return new Map(
      found.map(({ _id, productGroup, metalTone, material }) => [
        variantOf(productGroup, metalTone, material.tag),
        String(_id),
      ]),
    );
  }

  async #settle(
    edit: ProductEdit,
    from: catalog.EditRowState,
    isDone: boolean,
    changed: readonly { _id: Types.ObjectId; set: Partial<ProductEditRow> & { state: catalog.EditRowState } }[],
    end: catalog.EditState,
    session: ClientSession,
  ): Promise<boolean> {
    await this.edits.changeRows(changed, session);
    const counts = countedIn(
      changed.map(({ set }) => set),
      changed.map(() => ({ state: from })),
    );
    await this.#count(edit, counts, isDone ? { state: end, finishedAt: this.clock.now() } : {}, session);
    return isDone;
  }

  /** Written by every batch, so that a second one of the same edit is a write conflict. */
  async #count(
    { _id, state, preview }: ProductEdit,
    $inc: Record<string, number>,
    set: Partial<ProductEdit>,
    session: ClientSession,
  ) {
    const changed = await this.edits.change({ _id, state, preview }, { $inc, $set: set }, session);
    if (!changed) throw new Error('The edit is not what was read');
  }
}

const productIdsOf = (rows: readonly ProductEditRow[]) => rows.map(({ productId }) => productId);

const changeOf = (piece: Piece, values: Values): PieceChange => ({
  ...{ piece, product: storedFieldsOf(values, 'product'), details: storedFieldsOf(values, 'details') },
  ...(typeof values.stock === 'number' && { stock: values.stock }),
});

const shortOf = ({ _id }: ProductEdit): string => _id.slice(-6).toUpperCase();

const whatToUndo = (row: ProductEditRow, pieces: ReadonlyMap<string, Piece>) =>
  undoOf(pieces.get(String(row.productId))!, row) as { restore: Values; why: Why[] };

/** Whether another piece of the group is what this one would become; if not, it takes the place. */
function isTaken({ product }: Piece, { material }: Values, variants: Map<string, string>): boolean {
  if (!Array.isArray(material)) return false;
  const { _id, productGroup, metalTone } = product;
  const wanted = variantOf(productGroup, metalTone, material[0]!);
  const owner = variants.get(wanted);
  if (owner !== undefined && owner !== String(_id)) return true;
  variants.delete(variantOf(productGroup, metalTone, product.material.tag));
  variants.set(wanted, String(_id));
  return false;
}
