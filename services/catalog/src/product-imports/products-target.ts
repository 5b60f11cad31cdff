import { Injectable } from '@nestjs/common';
import type { ImportWhy } from '@shop/contracts';
import type { AppliedRow, Cells, CheckedRow, ImportedBy, ImportTarget, RowToApply } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { TaxonomyService } from '../taxonomy/taxonomy.service.ts';
import { ImportedProducts, type Groups, type PieceToChange } from './imported-products.ts';
import { columnOf, wrongHeads } from './product-columns.ts';
import { changingCells, keyOf, labelOf, planOf, type RowPlan, whySkipped } from './product-import.rules.ts';

/** Products of one transaction: well below the time that one may have, and short for others who wait for it. */
const BATCH = 50;

type Kind = 'category' | 'material';
/** Whether products can be in a category or material. */
type CanBeIn = (kind: Kind, name: string, sub: string | undefined) => boolean | Promise<boolean>;

const PLACES = { category: ['Category', 'Sub-category'], material: ['Material', 'Sub-material'] } as const;

/** Products with their stock, as a table that staff import. */
@Injectable()
export class ProductsTarget implements ImportTarget {
  readonly kind = 'products';
  readonly batch = BATCH;

  constructor(
    private readonly products: ImportedProducts,
    private readonly taxonomy: TaxonomyService,
  ) {}

  wrongHeads(heads: readonly string[]): string | undefined {
    return wrongHeads(heads);
  }

  async check(rows: readonly Cells[], session: ClientSession): Promise<CheckedRow[]> {
    const groups = await this.#groupsOf(rows, session);
    const canBeIn = await this.#known();
    return Promise.all(
      rows.map(async (cells): Promise<CheckedRow> => {
        const named = keyOf(cells);
        const piece = named && groups.pieces.get(named.key);
        const plan = planOf(cells, piece?.saved);
        const why = [...plan.problems, ...(await wrongPlaces(plan, canBeIn))];
        if (named && !piece && groups.used.has(named.productGroup)) {
          why.push({ column: 'Group code', message: 'This group code belonged to a piece that left the shop' });
        }
        return {
          state: why.length > 0 ? 'problem' : !piece ? 'new' : plan.changes.length > 0 ? 'planned' : 'same',
          key: named?.key,
          label: piece ? `${labelOf(cells)} · ${piece.product.name}` : labelOf(cells),
          changes: plan.changes,
          why: [...why, ...plan.notes],
        };
      }),
    );
  }

  async apply(rows: readonly RowToApply[], by: ImportedBy, session: ClientSession): Promise<AppliedRow[]> {
    const groups = await this.#groupsOf(
      rows.map(({ cells }) => cells),
      session,
    );
    const canBeIn = this.#used(session);
    const created: RowPlan['toSave'][] = [];
    const changed: PieceToChange[] = [];
    const answers: AppliedRow[] = [];
    for (const row of rows) {
      const why = await this.#applyRow(row, groups, canBeIn, created, changed);
      answers.push(why.length > 0 ? { state: 'skipped', why } : { state: row.isNew ? 'created' : 'changed', why });
    }
    await this.products.create(created, groups.ratings, by, session);
    await this.products.change(changed, by, session);
    return answers;
  }

  /** Adds it to what is written, or says why not. */
  async #applyRow(
    { cells, isNew, changes }: RowToApply,
    groups: Groups,
    canBeIn: CanBeIn,
    created: RowPlan['toSave'][],
    changed: PieceToChange[],
  ): Promise<ImportWhy[]> {
    const { key, productGroup } = keyOf(cells)!;
    const piece = groups.pieces.get(key);
    if (isNew && piece) return [{ message: 'The shop has this piece now' }];
    if (!isNew && !piece) return [{ message: 'The shop has this piece no more' }];
    if (isNew && groups.used.has(productGroup)) return [{ message: 'The group left the shop' }];
    const skipped = piece ? whySkipped(changes, piece.saved) : [];
    if (skipped.length > 0) return skipped;
    const plan = planOf(piece ? changingCells(cells, changes) : cells, piece?.saved);
    const why = [...plan.problems, ...(await wrongPlaces(plan, canBeIn))];
    if (why.length > 0) return why;
    if (!piece) created.push(plan.toSave);
    else {
      const paths = plan.changes.map(({ column }) => columnOf(column)!.path);
      changed.push({ piece, toSave: plan.toSave, paths, stock: plan.stock });
    }
    return [];
  }

  #groupsOf(rows: readonly Cells[], session: ClientSession): Promise<Groups> {
    return this.products.read(
      rows.flatMap((cells) => keyOf(cells)?.productGroup ?? []),
      session,
    );
  }

  /** As the lists are now. */
  async #known(): Promise<CanBeIn> {
    const [category, material] = await Promise.all([this.taxonomy.list('category'), this.taxonomy.list('material')]);
    const entries = {
      category: new Map(category.map(({ name, sub }) => [name, sub])),
      material: new Map(material.map(({ name, sub }) => [name, sub])),
    };
    return (kind, name, sub) => {
      const subs = entries[kind].get(name);
      return subs !== undefined && (sub === undefined || subs.includes(sub));
    };
  }

  /** Which then stay until the end of the transaction; each is asked for once. */
  #used(session: ClientSession): CanBeIn {
    const asked = new Map<string, Promise<boolean>>();
    return (kind, name, sub) => {
      const key = JSON.stringify([kind, name, sub]);
      const answer = asked.get(key) ?? this.taxonomy.canBeUsed(kind, name, sub, session);
      asked.set(key, answer);
      return answer;
    };
  }
}

/** Categories and materials that the row gives its piece, and that are not there. */
async function wrongPlaces({ changes, toSave, problems }: RowPlan, canBeIn: CanBeIn): Promise<ImportWhy[]> {
  const why: ImportWhy[] = [];
  for (const kind of ['category', 'material'] as const) {
    const heads: readonly string[] = PLACES[kind];
    if (!changes.some(({ column }) => heads.includes(column))) continue;
    if (problems.some(({ column }) => column !== undefined && heads.includes(column))) continue;
    const [name, sub] =
      kind === 'category'
        ? [toSave.category?.main, toSave.category?.sub]
        : [toSave.material?.tag, toSave.material?.sub];
    if (name === undefined || (await canBeIn(kind, name, sub))) continue;
    const isSub = sub !== undefined && (await canBeIn(kind, name, undefined));
    why.push({ column: heads[isSub ? 1 : 0]!, message: `There is no ${kind} ${isSub ? `${name}, ${sub}` : name}` });
  }
  return why;
}
