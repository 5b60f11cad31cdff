import { Injectable } from '@nestjs/common';
import { type BodyOf, catalog } from '@shop/contracts';
import { Clock, Failure, Outbox, type Session, Transactions } from '@shop/service-kit';
import type { ClientSession } from 'mongoose';
import { announceAssortment } from '../assortment/assortment.announcements.ts';
import { isDuplicate } from '../mongo-errors.ts';
import { AuditTrail } from '../staff/audit-trail.ts';
import { CategoriesRepository } from './categories.repository.ts';
import type { Category } from './category.schema.ts';

const viewOf = ({ _id, main, sub }: Category): catalog.Category => ({ _id: String(_id), main, sub });
const auditedOf = ({ main, sub }: Category) => ({ main, sub });

/** The categories of the menu, and what staff change of them. */
@Injectable()
export class CategoriesService {
  constructor(
    private readonly categories: CategoriesRepository,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<catalog.Category[]> {
    return (await this.categories.all()).map(viewOf);
  }

  /** Makes sure that a product may stand there, in the product's transaction. @throws Failure `category.not-found` */
  async requirePlace({ main, sub }: { main: string; sub?: string }, transaction: ClientSession): Promise<void> {
    const category = await this.categories.use(main, this.clock.now(), transaction);
    if (!category || (sub !== undefined && !category.sub.includes(sub))) throw new Failure('category.not-found');
  }

  /** @throws Failure `category.taken` */
  async create(
    actor: Session,
    { main, sub }: BodyOf<typeof catalog.createCategory>,
    transaction: ClientSession,
  ): Promise<catalog.Category> {
    const category = await taken(() => this.categories.create({ main, sub: [...new Set(sub)] }, transaction));
    await this.#tell(transaction, actor, 'category.created', null, category);
    return viewOf(category);
  }

  /** @throws Failure `category.not-found` */
  addSub(actor: Session, { main, sub }: { main: string; sub: string }): Promise<catalog.Category> {
    return this.#change(actor, (session) => this.categories.byMain(main, session), (category) => ({
      sub: [...new Set([...category.sub, sub])],
    }));
  }

  /** @throws Failure `category.not-found`, `category.in-use` */
  removeSub(actor: Session, { main, sub }: { main: string; sub: string }): Promise<catalog.Category> {
    return this.#change(actor, (session) => this.categories.byMain(main, session), (category) => {
      if (!category.sub.includes(sub)) throw new Failure('category.not-found');
      return { sub: category.sub.filter((name) => name !== sub) };
    });
  }

  /** @throws Failure `category.not-found`, `category.taken`, `category.in-use` */
  change(actor: Session, id: string, fields: BodyOf<typeof catalog.changeCategory>): Promise<catalog.Category> {
    return this.#change(actor, (session) => this.categories.byId(id, session), (category) => ({
      main: fields.main ?? category.main,
      sub: fields.sub ? [...new Set(fields.sub)] : category.sub,
    }));
  }

  /** @throws Failure `category.not-found`, `category.in-use` */
  async remove(actor: Session, id: string): Promise<void> {
    await this.transactions.run(async (session) => {
      const category = await this.categories.byId(id, session);
      if (!category) throw new Failure('category.not-found');
      if (await this.categories.inUse(category.main, undefined, session)) throw new Failure('category.in-use');
      await this.categories.remove(category._id, session);
      await this.#tell(session, actor, 'category.removed', category, null);
    });
  }

  #change(
    actor: Session,
    find: (session: ClientSession) => Promise<Category | null>,
    decide: (category: Category) => Partial<Pick<Category, 'main' | 'sub'>>,
  ): Promise<catalog.Category> {
    return this.transactions.run(async (session) => {
      const before = await find(session);
      if (!before) throw new Failure('category.not-found');
      const fields = decide(before);
      const gone = before.sub.filter((name) => fields.sub && !fields.sub.includes(name));
      if (gone.length > 0 && (await this.categories.inUse(before.main, gone, session))) {
        throw new Failure('category.in-use');
      }
      const after = await taken(() => this.categories.change(before._id, fields, session));
      if (after.main !== before.main) await this.categories.renameInProducts(before.main, after.main, session);
      await this.#tell(session, actor, 'category.changed', before, after);
      return viewOf(after);
    });
  }

  async #tell(
    session: ClientSession,
    actor: Session,
    action: string,
    before: Category | null,
    after: Category | null,
  ): Promise<void> {
    await announceAssortment(this.outbox, session, 'categories');
    await this.audit.record(session, actor, {
      action,
      subject: 'category',
      subjectId: String((after ?? before)!._id),
      before: before && auditedOf(before),
      after: after && auditedOf(after),
    });
  }
}

async function taken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error)) throw new Failure('category.taken', { cause: error });
    throw error;
  }
}
