import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectConnection, InjectModel } from '@nestjs/mongoose';
import { catalog } from '@shop/contracts';
import {
  Clock,
  CONFIG,
  Edits,
  Failure,
  type JobHandle,
  Jobs,
  JobSource,
  Outbox,
  RESCHEDULED,
  type RunResult,
  Transactions,
} from '@shop/service-kit';
import { type ClientSession, type Connection, type Model, Types } from 'mongoose';
import { customizationOf } from '../customizations/customization.view.ts';
import { findPieces, type Piece, productEditsOf } from '../products/pieces.ts';
import { publishProductState } from '../products/product.events.ts';
import type { Product } from '../products/product.schema.ts';
import { publishCustomizationChanged, publishTaxonomyChanged } from '../taxonomy/taxonomy.events.ts';
import type { Config } from '../variables.ts';
import { CollectionFilters } from './collection-filters.ts';
import { OptionUses } from './option-uses.ts';
import type { Named, Rename, Renamed } from './rename.schema.ts';

/** Products of one transaction: well below the time and the events that one may have. */
const BATCH = 100;

/** What a batch did; `left` when there may be more. */
interface Batch {
  moved: number;
  left: boolean;
}

/**
 * Carries a new name to the products that copy the old one. The first batch is part of the change, so that a small catalogue
 * switches at once; a job moves the rest in batches, each with its events. Until then the old name counts as the new one
 * (`formerNames`, `targets`).
 */
@Injectable()
export class RenamesService implements OnModuleInit {
  #job: JobHandle<Rename> | undefined;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectModel('Rename') private readonly renames: Model<Rename>,
    @InjectModel('Product') private readonly products: Model<Product>,
    private readonly uses: OptionUses,
    private readonly filters: CollectionFilters,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly edits: Edits,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.#job = this.jobs.add<Rename>({
      name: 'renames',
      source: new JobSource(this.renames),
      pollMs: this.config.CATALOG_SWEEP,
      leaseMs: this.config.CATALOG_LEASE,
      retry: { firstMs: 1_000, maxMs: 60_000 },
      run: (rename) => this.#run(rename),
    });
  }

  /** In the transaction that gives an entry its new name. */
  async start(renamed: Renamed & { userId: string }, session: ClientSession): Promise<void> {
    const { what, from, to } = renamed;
    // Back to an earlier name: what still has it is right.
    await this.renames.deleteMany({ what, from: to }, { session });
    const change = { $set: { to, dueAt: this.clock.now() }, $unset: RESCHEDULED };
    await this.renames.updateMany({ what, to: from }, change, { session });
    await this.#followMainName(what, from, to, session);
    await this.filters.begin(renamed, session);
    const rename = { _id: new Types.ObjectId().toHexString(), ...renamed, moved: 0 };
    if ((await this.#move(rename, session)).left) {
      await this.renames.create([{ ...rename, dueAt: this.clock.now() }], { session });
    } else await this.filters.finish(renamed, session);
    this.#job!.wakeAfter(session);
  }

  /** Old names that products may still have instead of `name`. */
  async formerNames(what: Named, name: string, session?: ClientSession): Promise<string[]> {
    const found = await this.renames
      .find({ what, to: name })
      .session(session ?? null)
      .lean<Rename[]>();
    return found.map(({ from }) => from);
  }

  /** The new names of `names` that are being renamed, by old name. */
  async targets(what: Named, names: readonly string[], session?: ClientSession): Promise<Map<string, string>> {
    if (names.length === 0) return new Map();
    const found = await this.renames
      .find({ what, from: { $in: names } })
      .session(session ?? null)
      .lean<Rename[]>();
    return new Map(found.map(({ from, to }) => [from, to]));
  }

  /** A name that products are being renamed from is free again once they are; its own entry may take it back. @throws Failure `….taken` */
  async requireFree(what: Named, name: string, session: ClientSession, owner?: string): Promise<void> {
    const target = (await this.targets(what, [name], session)).get(name);
    if (target !== undefined && target !== owner) throw new Failure(`${entryOf(what)}.taken`);
  }

  /** Moves batches for half a lease at most. */
  async #run({ _id }: Rename): Promise<RunResult<Rename>> {
    const end = performance.now() + this.config.CATALOG_LEASE / 2;
    do {
      const left = await this.transactions.run((session) => this.#batch(_id, session));
      if (!left) return { outcome: 'settled' };
    } while (performance.now() < end);
    return { outcome: 'postponed', dueAt: this.clock.now() };
  }

  /** Whether there is more to move. */
  async #batch(_id: string, session: ClientSession): Promise<boolean> {
    const rename = await this.renames.findById(_id).session(session).lean<Rename>();
    if (!rename) return false;
    const { moved, left } = await this.#move(rename, session);
    if (left) await this.renames.updateOne({ _id }, { $inc: { moved } }, { session });
    else {
      await this.renames.deleteOne({ _id }, { session });
      await this.filters.finish(rename, session);
      await publishTaxonomyChanged(this.outbox, session, tagOf(rename.what));
    }
    return left;
  }

  async #move({ what, from, to, userId }: Renamed, session: ClientSession): Promise<Batch> {
    const kind = optionKindOf(what);
    const { replacedIn, before, after } = kind
      ? await this.uses.replaceInDetails(kind, { from, to }, BATCH, session)
      : await this.#moveProducts(what, from, to, session);
    const customizations = kind ? await this.uses.replaceInCustomizations(kind, { from, to }, BATCH, session) : [];
    if (userId !== undefined) {
      const actor = { userId };
      await this.edits.keepAll(session, { actor, subject: 'product' }, productEditsOf(before, after));
      await this.edits.keepAll(
        session,
        { actor, subject: 'customization' },
        customizations.map((one) => ({
          id: String(one.before._id),
          before: customizationOf(one.before),
          after: customizationOf(one.after),
        })),
      );
    }
    for (const { product } of after) {
      if (product.status === 'published') await publishProductState(this.outbox, session, product);
    }
    for (const one of customizations) await publishCustomizationChanged(this.outbox, session, one.after.productGroup);
    return { moved: replacedIn, left: replacedIn === BATCH || customizations.length === BATCH };
  }

  async #moveProducts(
    what: Named,
    from: string,
    to: string,
    session: ClientSession,
  ): Promise<{ replacedIn: number; before: Piece[]; after: Piece[] }> {
    const { field, where } = await this.#placeOf(what, session);
    const found = await this.products
      .find({ status: { $in: catalog.PRODUCT_STATUSES }, ...where, [field]: from })
      .select('_id')
      .limit(BATCH)
      .session(session)
      .lean<Pick<Product, '_id'>[]>();
    const _id = { $in: found.map((product) => product._id) };
    const before = await findPieces(this.connection, { _id }, session);
    await this.products.updateMany({ _id }, { [field]: to }, { session });
    return { replacedIn: before.length, before, after: await findPieces(this.connection, { _id }, session) };
  }

  /** The field of products that has the name. */
  async #placeOf(what: Named, session: ClientSession): Promise<{ field: string; where: Record<string, unknown> }> {
    if (what === 'category') return { field: 'category.main', where: {} };
    if (what === 'material') return { field: 'material.tag', where: {} };
    const { kind, main } = mainOf(what)!;
    const names = { $in: [main, ...(await this.formerNames(kind, main, session))] };
    return kind === 'category'
      ? { field: 'category.sub', where: { 'category.main': names } }
      : { field: 'material.sub', where: { 'material.tag': names } };
  }

  /** Renames below a main name keep it when it is renamed itself. */
  async #followMainName(what: Named, from: string, to: string, session: ClientSession): Promise<void> {
    if (what !== 'category' && what !== 'material') return;
    await this.renames.updateMany({ what: subOf(what, from) }, { what: subOf(what, to) }, { session });
  }
}

export const subOf = (kind: 'category' | 'material', main: string): Named =>
  kind === 'category' ? `sub-category of ${main}` : `sub-tag of ${main}`;

export const optionOf = (kind: catalog.OptionKind): Named => `option ${kind}`;

function mainOf(what: Named): { kind: 'category' | 'material'; main: string } | undefined {
  const [, below, main] = /^(sub-category|sub-tag) of (.+)$/u.exec(what) ?? [];
  return main === undefined ? undefined : { kind: below === 'sub-tag' ? 'material' : 'category', main };
}

const optionKindOf = (what: Named): catalog.OptionKind | undefined =>
  what.startsWith('option ') ? (what.slice('option '.length) as catalog.OptionKind) : undefined;

/** What has the name, as errors call it. */
const entryOf = (what: Named): 'option' | 'category' | 'material' =>
  what.startsWith('option ') ? 'option' : /^(sub-)?category/.test(what) ? 'category' : 'material';

/** Cache tag of what shows the name. */
function tagOf(what: Named): string {
  const kind = optionKindOf(what);
  if (kind) return `options:${catalog.OPTION_LISTS[kind].plural}`;
  return entryOf(what) === 'category' ? 'categories' : 'materials';
}
